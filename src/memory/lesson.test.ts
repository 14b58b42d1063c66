import { describe, expect, test } from 'vitest'
import { diagnose } from '../diagnosis/diagnose.ts'
import { explanationOf } from '../diagnosis/explain.ts'
import {
  canceled,
  exampleDiagnosis,
  exampleIntent,
  exampleResult,
  succeeded,
} from '../../tests/examples/records.ts'
import type { RunResult } from '../record/run-result.ts'
import type { NewLesson } from '../record/task-story.ts'
import { readSignals } from '../../tests/knowing-agents.ts'
import { exampleFacts } from '../../tests/examples/lessons.ts'
import { lessonOf, type LessonInput } from './lesson.ts'

const numbers = { run: 41, taskId: 't', attempt: 1 }
const result = (more: Partial<RunResult> = {}): RunResult =>
  exampleResult(exampleIntent({ runId: 'r' }), numbers, more)

const learn = (more: Partial<RunResult> = {}, input: Partial<LessonInput> = {}): NewLesson => {
  const lesson = lessonOf({ result: result(more), facts: null, signals: [], hasLog: true, task: 7, ...input })
  if (lesson === null) throw new Error('no lesson')
  return lesson
}

/** Like a supervised run: read, diagnosed, learned from. */
async function learnFrom(output: string, agent?: string): Promise<NewLesson> {
  const bytes = (async function* () {
    yield Buffer.from(output)
  })()
  const reading = await readSignals(bytes, {
    stage: 'agent_run',
    exitCode: 1,
    ...(agent === undefined ? {} : { agent }),
  })
  const diagnosis = explanationOf(reading, diagnose({ ...reading, exitCode: 1 }))
  const { facts, signals } = reading
  return learn({ reason: diagnosis.reason, diagnosis, verify: null, changedFiles: null }, { facts, signals })
}

describe('which runs give a lesson', () => {
  test('success and cancel give no lesson', () => {
    for (const more of [succeeded, canceled]) {
      const input = { result: result(more), facts: null, signals: [], hasLog: true, task: 7 }
      expect(lessonOf(input)).toBeNull()
    }
  })

  test('a lesson has the numbers of its run', () => {
    expect(learn({ phase: '12-01' })).toMatchObject({
      runId: 'r',
      run: 41,
      task: 7,
      phase: '12-01',
      at: '2026-11-03T10:12:03.000Z',
      reason: 'MAX_TURNS',
    })
  })
})

describe('the error', () => {
  const claude = (text: string): string =>
    [
      { type: 'system', subtype: 'init', session_id: 's', tools: [], model: 'm', cwd: '/p' },
      {
        type: 'assistant',
        message: { role: 'assistant', content: [{ type: 'text', text }] },
        session_id: 's',
      },
      { type: 'result', subtype: 'success', is_error: false, result: text, num_turns: 1, session_id: 's' },
    ]
      .map((record) => `${JSON.stringify(record)}\n`)
      .join('')

  test('the last stated reason comes first', async () => {
    const { error } = await learnFrom(
      claude(
        'FAILURE_REASON: first\n[MAYDAY_FAILURE:TESTS_FAILED]\nFAILURE_REASON: npm test has no jest config',
      ),
    )
    expect(error).toBe('npm test has no jest config')
  })

  test('a sentence that mentions the marker is ignored', async () => {
    const { error } = await learnFrom(claude('The FAILURE_REASON: marker is described in docs'))
    expect(error).toBe('Task failed (no specific error message captured)')
  })

  test('words of success are no error', async () => {
    const { error } = await learnFrom(claude('I fixed the error handling in foo.ts. All good.'))
    expect(error).toBe('Task failed (no specific error message captured)')
  })

  test('a typed error gives its message, not its record', async () => {
    const { error } = await learnFrom('{"error":{"type":"overloaded_error","message":"Overloaded"}}\n')
    expect(error).toBe('Overloaded')
  })

  test('a plain line that decided is the error', async () => {
    const { error } = await learnFrom('plain text: Error: Invalid API key\n')
    expect(error).toBe('plain text: Error: Invalid API key')
  })

  test.each([
    'java.lang.NullPointerException: boom',
    'Exception in thread "main" java.lang.IllegalStateException: boom',
    'Build failed: 3 problems',
    'Exception: database is locked',
    "cannot open file 'x.db'",
    "sed: -e expression #1, char 3: unterminated `s' command",
    'sed: -e expression #1, char 0: no previous regular expression',
    'AssertionError',
    'sh: 1: frobnicate: not found',
  ])('an error that decides nothing is told: %s', async (line) => {
    const { error, attempted } = await learnFrom(
      `I will try a larger buffer.\n${line}\n\tat com.acme.Main.run(Main.java:12)\n`,
    )
    expect(error).toBe(line)
    expect(attempted).toMatch(/^I will try a larger buffer\. Ended in/)
  })

  test('the frames of a stack are no attempt', async () => {
    const { attempted } = await learnFrom(
      'Trying it once more.\nTraceback (most recent call last):\n  File "/p/a.py", line 3, in run\n    raise KeyError(name)\nKeyError: 1\n',
    )
    expect(attempted).toMatch(/^Trying it once more\. Ended in/)
  })

  test('notes and warnings are no error', async () => {
    const { error } = await learnFrom('note: all is well\nwarning: unused variable x\n0 errors: fine\n')
    expect(error).toBe('Task failed (no specific error message captured)')
  })

  test('the answer of the agent may name the error', async () => {
    const { error } = await learnFrom(
      claude('I edited src/login.ts.\nError: Command npm test failed with exit code 1. Giving up.'),
    )
    expect(error).toBe('Error: Command npm test failed with exit code 1. Giving up.')
  })

  test.each([60, 120, 420, 4200])('a line of %i words is cut at a word', async (words) => {
    const line = `Error: ${'word '.repeat(words)}end`
    const { error } = await learnFrom(`${line}\n`)
    expect(error.length).toBeGreaterThan(300)
    expect(error.length).toBeLessThanOrEqual(500)
    expect(`${line} `.startsWith(`${error} `)).toBe(true)
  })

  test('without a log the failure is unknown', () => {
    const diagnosis = exampleDiagnosis({ reason: 'UNKNOWN', evidence: [] })
    expect(learn({ diagnosis }, { hasLog: false }).error).toBe('Unknown failure (no output file)')
    expect(learn({ diagnosis }).error).toBe('Task failed (no specific error message captured)')
  })

  test('a refused launch says why without a log', () => {
    const evidence = [
      { source: 'mayday' as const, file: null, line: null, byteOffset: null, excerpt: 'no such command' },
    ]
    const { error } = learn({ diagnosis: exampleDiagnosis({ evidence }) }, { hasLog: false })
    expect(error).toBe('no such command')
  })

  test('it is one line, cut between words', () => {
    const said = (statedReason: string): string =>
      learn({ diagnosis: exampleDiagnosis({ statedReason }) }).error
    expect(said('a\r\n\tb   c')).toBe('a b c')
    const cut = said(`${'four '.repeat(99)}unfinished and more`)
    expect(cut).toBe('four '.repeat(99).trimEnd())
    expect(said('word '.repeat(200))).toHaveLength(499)
    expect(said('x'.repeat(900))).toBe('x'.repeat(500))
  })
})

describe('what was tried', () => {
  const lastWords =
    'Let me look at the tests.\nI changed the timeout in src/login.ts to 10 s.\nThe login test still fails.\n[MAYDAY_FAILURE:TESTS_FAILED]\nFAILURE_REASON: The login test still fails.'
  const actions = ['Read src/login.ts', 'Edit src/login.ts', 'Bash npm test', 'Bash npm test']

  test('it consists of words, actions and the end', () => {
    const { attempted } = learn(
      { reason: 'TESTS_FAILED', stage: 'final_test' },
      { facts: exampleFacts({ lastWords, actions }) },
    )
    expect(attempted).toBe(
      'Let me look at the tests. I changed the timeout in src/login.ts to 10 s. Last actions: `Edit src/login.ts`, `Bash npm test` ×2. Then verify `npm test` ended in TESTS_FAILED.',
    )
  })

  test('the error itself is not what was tried', () => {
    const { attempted } = learn(
      { diagnosis: exampleDiagnosis({ statedReason: 'Cannot find the module' }) },
      { facts: exampleFacts({ lastWords: 'Cannot find the module' }) },
    )
    expect(attempted).toBe(
      "The agent's output does not say what it tried. Files changed during the run: `src/login.ts`, `tests/login.test.ts`. Ended in MAX_TURNS at agent_run after 30 turns.",
    )
  })

  test('a stage without an agent names its command', () => {
    const [stage] = result().stages
    if (stage === undefined) throw new Error('no stage')
    const setup = { ...stage, stage: 'setup' as const, command: 'npm ci' }
    const { attempted } = learn({ stage: 'setup', reason: 'SETUP_FAILED', stages: [setup], turns: null })
    expect(attempted).toBe(
      'Mayday ran `npm ci` at setup; the agent was not started. Ended in SETUP_FAILED at setup.',
    )
  })

  test('an unknown program is quoted by its last lines', async () => {
    const { attempted } = await learnFrom('Trying it with a larger buffer now\nError: it broke\n')
    expect(attempted).toContain('Trying it with a larger buffer now.')
  })
})

describe('files and context', () => {
  test('edits come first and mentions last', () => {
    const { files } = learn(
      {},
      { facts: exampleFacts({ files: ['/p/src/a.ts', 'src/login.ts'] }), root: '/p' },
    )
    expect(files).toEqual(['src/a.ts', 'src/login.ts', 'tests/login.test.ts'])
  })

  test("paths in the agent's words are found", async () => {
    const { files } = await learnFrom(
      'I edited `src/login.ts`, ./lib/pool.go:12 and the Dockerfile (Node.js 20).\nIt still fails.\n',
    )
    expect(files).toEqual(['src/login.ts', 'lib/pool.go', 'Dockerfile'])
  })

  test('a stated reason has a separate context', async () => {
    const { context } = await learnFrom('I asked the server.\nFAILURE_REASON: the db is down\n')
    expect(context).toMatch(
      /^before: I asked the server\.\n\S+:2: FAILURE_REASON: the db is down\nended: .* at agent_run$/,
    )
  })

  test('evidence, failing tests and verify are the context', () => {
    expect(learn().context.split('\n')).toEqual([
      'before: Bash: npm test',
      'worker.log:812: "subtype":"error_max_turns"',
      'failing: tests/login.test.ts',
      'verify: npm test (exit code 1)',
    ])
  })

  test('a line that does not fit is left out whole', () => {
    const failing = Array.from({ length: 20 }, (_, n) => `tests/${'long/'.repeat(20)}${n}.test.ts`)
    const { context } = learn({ diagnosis: exampleDiagnosis({ failing }) })
    expect(context.length).toBeLessThanOrEqual(2000)
    expect(context).not.toContain('failing:')
    expect(context).toMatch(/verify: npm test \(exit code 1\)$/)
  })
})

describe('the fingerprint', () => {
  const withExcerpt = (excerpt: string, source: 'tool' | 'marker' = 'tool'): Partial<RunResult> => ({
    diagnosis: exampleDiagnosis({
      evidence: [{ source, file: 'worker.log', line: 1, byteOffset: 0, excerpt }],
      statedReason: excerpt,
    }),
  })

  test('times and numbers do not distinguish failures', () => {
    const [a, b] = ['3 failed in 1.2 s at 10:00:01', '3 failed in 9.7 s at 11:40:59'].map((text) =>
      learn(withExcerpt(text)),
    )
    expect(a?.fingerprint).toBe(b?.fingerprint)
  })

  test('failing tests and reasons distinguish failures', () => {
    const other = exampleDiagnosis({ failing: ['tests/other.test.ts'] })
    const prints = [learn(), learn({ diagnosis: other }), learn({ reason: 'TIMEOUT' })].map(
      (one) => one.fingerprint,
    )
    expect(new Set(prints).size).toBe(3)
  })

  test('two claims differ by what stopped the agent', () => {
    const marker = {
      source: 'marker' as const,
      file: 'l',
      line: 1,
      byteOffset: 0,
      excerpt: '[MAYDAY_FAILURE:TESTS_FAILED]',
    }
    const prints = ['the database is down', 'the compiler crashes'].map(
      (statedReason) =>
        learn({ diagnosis: exampleDiagnosis({ evidence: [marker], failing: [], statedReason }) }).fingerprint,
    )
    expect(prints[0]).not.toBe(prints[1])
  })
})
