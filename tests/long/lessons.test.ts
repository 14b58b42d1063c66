import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readSection } from '../../src/memory/failure-context.ts'
import { writeFailureContext } from '../../src/memory/write-failure-context.ts'
import { exampleIntent, exampleLesson, exampleResult, exampleTask, succeeded } from '../examples/records.ts'
import { Store } from '../../src/record/store.ts'
import { freshFolder, mayday } from '../run-mayday.ts'
import { git, inStore, repository } from '../task-repository.ts'

const writer = fileURLToPath(new URL('../agents/writes-lessons.ts', import.meta.url))

type Folder = Awaited<ReturnType<typeof freshFolder>>

/** A project with a task in phase 12 that failed twice, and one in phase 13 that failed once. */
async function project(): Promise<Folder> {
  const folder = await freshFolder()
  using store = Store.open(folder.record)
  for (const [phase, runs] of [['12-01', 2] as const, ['13', 1] as const]) {
    const { task } = store.addTask(exampleTask({ phase }), '2026-11-03T09:00:00.000Z')
    for (let n = 1; n <= runs; n += 1) fail(store, task, phase, n)
  }
  writeFileSync(folder.file('AGENTS.md'), '# Ours\n\nBe kind.')
  writeFailureContext(folder.file('AGENTS.md'), () => store.lessons())
  return folder
}

function fail(store: Store, task: number, phase: string, n: number): void {
  const startedAt = `2026-11-03T1${n}:00:00.000Z`
  const intent = exampleIntent({ task, phase, startedAt })
  const numbers = store.begin(intent)
  store.finish(exampleResult(intent, numbers, { phase, reason: 'TESTS_FAILED' }))
  const { run } = numbers
  const error = `error ${n} of phase ${phase}`
  store.addLesson(
    exampleLesson({ runId: intent.runId, run, task, phase, at: startedAt, error, fingerprint: error }),
  )
}

describe('mayday lessons', () => {
  test('the newest lesson comes first', async () => {
    await using folder = await project()
    const { stdout, code } = await mayday(['lessons'], { cwd: folder.path })
    expect(code).toBe(0)
    expect(stdout.match(/error .*/g)).toEqual([
      'error 2 of phase 12-01',
      'error 1 of phase 13',
      'error 1 of phase 12-01',
    ])
    expect(stdout).toContain('A lesson helped in 0 of 1 (0 %) retries')
  })

  test('a phase is compared as a number', async () => {
    await using folder = await project()
    const { stdout } = await mayday(['lessons', '--phase', '012', '--json'], { cwd: folder.path })
    expect(JSON.parse(stdout)).toMatchObject({
      format: 'mayday.lessons/1',
      lessons: [{ error: 'error 2 of phase 12-01' }, { error: 'error 1 of phase 12-01', helped: null }],
      helped: { withLessons: { retries: 1, better: 0, share: 0 }, withoutLessons: { share: null } },
    })
  })

  test('a retry that succeeds shows that it helped', async () => {
    await using folder = await project()
    using store = Store.open(folder.record)
    const intent = exampleIntent({ task: 1, startedAt: '2026-11-03T15:00:00.000Z' })
    store.finish(exampleResult(intent, store.begin(intent), succeeded))
    const { stdout } = await mayday(['lessons'], { cwd: folder.path })
    expect(stdout).toContain('A lesson helped in 1 of 2 (50 %) retries')
  })

  test.each([
    [['lessons', '--phase', 'x'], "--phase needs 12, 12-01 or 5.2, not 'x'."],
    [['lessons', '--task', '99'], 'There is no task 99.'],
    [['lessons', '12'], "lessons takes only options, not '12'."],
    [['context'], 'context needs a phase or a task.'],
    [['phase', 'finish', '12'], "phase needs complete, not 'finish'. See: mayday phase --help"],
    [['phase', 'complete', '99'], 'No task of phase 99 is recorded here. Known phases: 12, 13.'],
  ])('a mistake is a clear error: %j', async (args, sentence) => {
    await using folder = await project()
    const { code, stdout, stderr } = await mayday(args, { cwd: folder.path })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  test('without a record there are no lessons', async () => {
    await using folder = await freshFolder()
    const { code, stdout } = await mayday(['lessons'], { cwd: folder.path })
    expect([code, stdout]).toEqual([0, 'No lessons. Those of completed phases: mayday lessons --all\n'])
    expect(existsSync(folder.record)).toBe(false)
  })
})

describe('mayday context', () => {
  test('a phase shows its failures in fences', async () => {
    await using folder = await project()
    const { stdout } = await mayday(['context', '--phase', '12'], { cwd: folder.path })
    expect(stdout).toMatch(
      /^Failure Context \(avoid repeating these mistakes\):\n.*untrusted data.*\n~~~~~~\n- \[/,
    )
    expect(stdout.match(/error .*/g)).toEqual(['error 2 of phase 12-01', 'error 1 of phase 12-01'])
  })

  test('a task includes its phase', async () => {
    await using folder = await project()
    const { stdout } = await mayday(['context', '--task', '2', '--json'], { cwd: folder.path })
    const told = JSON.parse(stdout) as { text: string; bytes: number }
    expect(told).toMatchObject({ format: 'mayday.context/1', task: 2, phase: '13', lessons: [3], cut: null })
    expect(told.bytes).toBe(Buffer.byteLength(told.text))
  })

  test('the configured limit applies', async () => {
    await using folder = await project()
    writeFileSync(folder.file('mayday.yaml'), 'version: 1\nlessons:\n  promptBytes: 480\n')
    const { stdout } = await mayday(['context', '--phase', '12', '--json'], { cwd: folder.path })
    const told = JSON.parse(stdout) as { bytes: number; cut: string }
    expect(told.bytes).toBeLessThanOrEqual(480)
    expect(told.cut).toContain('1 of 2 earlier failures left out')
  })

  test('an empty context is reported', async () => {
    await using folder = await project()
    const { stdout } = await mayday(['context', '--phase', '5'], { cwd: folder.path })
    expect(stdout).toBe('No failures of phase 5 are known, so a prompt contains none.\n')
  })
})

describe('mayday phase complete', () => {
  test('its section is removed and its record stays', async () => {
    await using folder = await project()
    const file = (): string => readFileSync(folder.file('AGENTS.md'), 'utf8')
    const { stdout, code } = await mayday(['phase', 'complete', '012'], { cwd: folder.path })
    expect([code, stdout]).toEqual([
      0,
      'Phase 12 is complete: 2 lessons cleared. AGENTS.md no longer contains them. The record is kept: mayday lessons --phase 12 --all\n',
    ])
    expect(file().match(/^### .*/gm)).toEqual(['### Phase 13:'])
    await mayday(['phase', 'complete', '13'], { cwd: folder.path })
    expect(file()).toBe('# Ours\n\nBe kind.')
    const { stdout: all } = await mayday(['lessons', '--all', '--json'], { cwd: folder.path })
    expect(JSON.parse(all)).toMatchObject({ lessons: [{}, {}, {}] })
    expect((await mayday(['context', '--phase', '12'], { cwd: folder.path })).stdout).toContain('none')
  })

  test('a file that cannot be written is reported', async () => {
    await using folder = await project()
    chmodSync(folder.file('AGENTS.md'), 0o444)
    const { stdout, code } = await mayday(['phase', 'complete', '12'], { cwd: folder.path })
    expect(code).toBe(2)
    expect(stdout).toContain('AGENTS.md is read-only. Make it writable (chmod u+w). Then run again')
  })

  test('sections of other phases stay', async () => {
    await using folder = await project()
    const foreign =
      '\n### Phase 20:\n\n- [20-01 | 2026-01-20 14:32:15] **Error:** theirs\n  **Attempted:** x\n'
    writeFileSync(folder.file('AGENTS.md'), readFileSync(folder.file('AGENTS.md'), 'utf8') + foreign)
    await mayday(['phase', 'complete', '12'], { cwd: folder.path })
    const entries = readSection(readFileSync(folder.file('AGENTS.md'), 'utf8'))
    expect(entries.map(({ error }) => error)).toEqual(['error 1 of phase 13', 'theirs'])
  })
})

describe('imports', () => {
  test('an existing Failure Context is imported once', async () => {
    await using folder = await freshFolder()
    writeFileSync(
      folder.file('AGENTS.md'),
      '# Project Learnings\n\n## Failure Context\n\n### Phase 7:\n\n- [07-01 | 2026-01-20 14:32:15] **Error:** it broke\n  **Attempted:** Ran it\n  **Files:** a.sh\n  **Context:** none\n',
    )
    const run = async (): Promise<string> =>
      (await mayday(['import', 'failure-context'], { cwd: folder.path })).stdout
    expect(await run()).toBe('1 run imported from failure-context. See: mayday lessons\n')
    expect(await run()).toContain('No new runs imported from failure-context. Known already: 1 run.')
    const { stdout } = await mayday(['context', '--phase', '7'], { cwd: folder.path })
    expect(stdout).toContain('**Error:** it broke')
  })

  test('good commits are kept if they exist', async () => {
    await using project = await repository()
    const first = git(project, 'rev-parse', 'HEAD').trim()
    const attempts = [{ timestamp: '2026-01-01T10:00:00Z', approach: 'a', success: false, error: 'it broke' }]
    const commit = (hash: string, subtask: string): object => ({ hash, subtask_id: subtask })
    const memory = project.file('spec')
    mkdirSync(memory)
    writeFileSync(
      join(memory, 'attempt_history.json'),
      JSON.stringify({ subtasks: { login: { attempts }, logout: { attempts } } }),
    )
    const commits = [commit(first.slice(0, 10), 'login'), commit('0123456789abcdef', 'login')]
    writeFileSync(
      join(memory, 'build_commits.json'),
      JSON.stringify({ commits, last_good_commit: '--output=x' }),
    )
    const run = async (): Promise<string> => (await project.mayday(['import', 'auto-claude', 'spec'])).stdout
    expect(await run()).toBe(
      '2 runs imported from auto-claude. With a last good commit: 2 tasks. Not in this repository: 2 good commits. See: mayday lessons\n',
    )
    expect(inStore(project, (store) => store.tasks().map(({ goodCommit }) => goodCommit))).toEqual([
      first,
      first,
    ])
    expect(await run()).toContain('Known already: 2 runs.')
  })

  test('an unknown kind is named with the known', async () => {
    await using folder = await freshFolder()
    const { code, stderr } = await mayday(['import', 'other', 'x'], { cwd: folder.path })
    expect(code).toBe(2)
    expect(stderr).toContain("import needs one of gza, auto-claude, failure-context, sessions, not 'other'.")
  })
})

test('concurrent writers lose nothing', async () => {
  await using folder = await freshFolder()
  Store.open(folder.record).close()
  const text = '# Ours\r\n\r\nBe kind.'
  writeFileSync(folder.file('AGENTS.md'), text)
  const names = ['a', 'b', 'c', 'd']
  const codes = await Promise.all(names.map((name) => ended([writer, folder.path, name, '12'])))
  expect(codes).toEqual([0, 0, 0, 0])
  const file = readFileSync(folder.file('AGENTS.md'), 'utf8')
  const told = readSection(file).map(({ error }) => error)
  expect(told.toSorted()).toEqual(
    names.flatMap((name) => Array.from({ length: 12 }, (_, n) => `${name} ${n + 1}`)).toSorted(),
  )
  expect(file.startsWith(`${text}\r\n## Failure Context\r\n`)).toBe(true)
  expect(readdirSync(folder.path).toSorted()).toEqual(['AGENTS.md'])
})

const ended = (args: readonly string[]): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', reject)
    child.on('close', resolve)
  })
