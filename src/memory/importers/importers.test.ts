import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Store } from '../../record/store.ts'
import { exampleRecord } from '../../../tests/examples/lessons.ts'
import { editFile } from '../failure-context.ts'
import { writeFailureContext } from '../write-failure-context.ts'
import { readAutoClaude } from './auto-claude.ts'
import { readFailureContext } from './failure-context.ts'

/** The text of a file with the current section. */
const editSection = (file: string, lessons: Parameters<typeof editFile>[1]): string =>
  editFile(Buffer.from(file), lessons)?.toString() ?? ''

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-test-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

const attempt = (session: number, error: string | null): Record<string, unknown> => ({
  session,
  timestamp: `2026-01-0${session}T10:00:00+00:00`,
  approach: `Approach ${session}`,
  success: error === null,
  error,
})

function writeMemory(): string {
  const memory = join(folder, 'memory')
  mkdirSync(memory)
  writeFileSync(
    join(memory, 'attempt_history.json'),
    JSON.stringify({
      subtasks: {
        login: {
          attempts: [attempt(1, 'SyntaxError: bad'), attempt(2, '3 failed, 1 passed'), attempt(3, null)],
          status: 'completed',
        },
        logout: { attempts: [attempt(4, `key sk-ant-api03-${'aB3'.repeat(30)}`)], status: 'stuck' },
        later: { attempts: [], status: 'pending' },
      },
      stuck_subtasks: [{ subtask_id: 'logout', reason: 'tried once', attempt_count: 1 }],
    }),
  )
  writeFileSync(
    join(memory, 'build_commits.json'),
    JSON.stringify({ commits: [{ hash: 'abc123', subtask_id: 'login', timestamp: '2026-01-01T10:00:00' }] }),
  )
  return memory
}

describe('what Auto-Claude left', () => {
  test('attempts at a subtask are runs of one task', () => {
    const memory = writeMemory()
    const { runs, tasks } = readAutoClaude(folder)
    expect(tasks.map(({ title, isStuck }) => [title, isStuck])).toEqual([
      ['logout', true],
      ['later', false],
    ])
    expect(readAutoClaude(memory)).toEqual(readAutoClaude(join(memory, 'attempt_history.json')))
    using store = Store.open(join(folder, 'record'))
    expect(store.importRuns('auto-claude', runs)).toEqual({ imported: 4, known: 0 })
    expect(store.importRuns('auto-claude', runs)).toEqual({ imported: 0, known: 4 })
    const [first] = store.history({ limit: 9 }).toReversed()
    expect(
      store.runsOf(first?.task ?? 0).map(({ attempt, status, reason }) => [attempt, status, reason]),
    ).toEqual([
      [1, 'failed', 'BROKEN_BUILD'],
      [2, 'failed', 'TESTS_FAILED'],
      [3, 'succeeded', null],
    ])
    expect(store.integrity()).toEqual([])
  })

  test('failed attempts include their lessons', () => {
    using store = Store.open(join(folder, 'record'))
    writeMemory()
    store.importRuns('auto-claude', readAutoClaude(folder).runs)
    const told = store.lessons().map(({ error, attempted, context }) => [error, attempted, context])
    expect(told.slice(0, 2)).toEqual([
      ['SyntaxError: bad', 'Approach 1', 'commit: abc123'],
      ['3 failed, 1 passed', 'Approach 2', 'commit: abc123'],
    ])
    expect(told[2]?.[2]).toBe('stuck: tried once')
    expect(JSON.stringify(told)).not.toContain('aB3aB3')
  })

  test('an observed good commit outweighs an imported one', () => {
    using store = Store.open(join(folder, 'record'))
    writeMemory()
    const { runs, good } = readAutoClaude(folder)
    const told = runs.map((run) => ({ ...run, goodCommit: good.get(run.sameTaskAs ?? run.key)?.[0] ?? '' }))
    store.importRuns('auto-claude', runs)
    expect(store.task(1)?.goodCommit).toBeNull()
    store.importRuns('auto-claude', told)
    expect(store.task(1)?.goodCommit).toBe('abc123')
    store.updateTask(1, { goodCommit: 'seen' })
    store.importRuns('auto-claude', told)
    expect(store.task(1)?.goodCommit).toBe('seen')
  })

  test.each([
    ['no JSON', 'text', 'is not JSON and cannot be imported.'],
    ['no subtasks', '{"commits": []}', 'is not an attempt history of Auto-Claude: it has no subtasks.'],
    ['no object', '[]', 'is not a file of Auto-Claude: a JSON object was expected.'],
  ])('a file with %s is refused', (_name, text, why) => {
    const path = join(folder, 'attempt_history.json')
    writeFileSync(path, text)
    expect(() => readAutoClaude(path)).toThrow(`${path} ${why}`)
  })

  test('a folder without a history is refused', () => {
    expect(() => readAutoClaude(folder)).toThrow(`There is no attempt_history.json in ${folder}.`)
    expect(() => readAutoClaude(join(folder, 'none.json'))).toThrow(`Cannot read ${folder}/none.json.`)
  })
})

describe('an existing Failure Context', () => {
  test('its entries become lessons of their phase once', () => {
    const path = join(folder, 'AGENTS.md')
    const foreign = [exampleRecord({ error: 'theirs', phase: '07-01' })]
    const own = exampleRecord({ error: 'ours', runId: 'own' })
    writeFileSync(path, editSection('# A\n', [...foreign, own]))
    using store = Store.open(join(folder, 'record'))
    store.addLesson(own)
    for (const imported of [1, 0]) {
      const { runs, own: known } = readFailureContext(path, store.lessons())
      expect([runs.length, known]).toEqual(imported === 1 ? [1, 1] : [0, 2])
      store.importRuns('failure-context', runs)
    }
    expect(store.lessons({ phase: '7' })).toMatchObject([
      { error: 'theirs', phase: '07-01', reason: 'UNKNOWN' },
    ])
  })

  test('importing and writing do not change the file', () => {
    const path = join(folder, 'AGENTS.md')
    const long = 'word '.repeat(300)
    writeFileSync(
      path,
      editSection('', [exampleRecord({ error: 'x', context: 'a\nb' }), exampleRecord({ error: long })]),
    )
    using store = Store.open(join(folder, 'record'))
    store.importRuns('failure-context', readFailureContext(path, []).runs)
    writeFailureContext(path, () => store.lessons(), { keepsUnknown: () => true })
    const errors = readFailureContext(path, []).runs.map(({ lesson }) => lesson?.error)
    expect(errors).toEqual(['x', 'word '.repeat(100).trimEnd()])
    expect(readFileSync(path, 'utf8')).not.toContain(long.trimEnd())
  })

  test('a missing file is refused', () => {
    expect(() => readFailureContext(join(folder, 'none.md'), [])).toThrow(`Cannot read ${folder}/none.md.`)
  })
})
