import { describe, expect, test } from 'vitest'
import { explain } from '../../tests/knowing-agents.ts'
import type { Explanation } from './explain.ts'

async function* bytesOf(output: string | Buffer): AsyncGenerator<Uint8Array> {
  yield Buffer.from(output)
}

const explained = (output: string | Buffer): Promise<Explanation> => explain(bytesOf(output))

const decided = ({ verdict, reason, rule, evidence, agent }: Explanation): unknown => ({
  verdict,
  reason,
  rule,
  agent,
  lines: evidence.map(({ line }) => line),
})

const LOGS: Readonly<Record<string, string>> = {
  'failed tests': [
    '> shop@1.0.0 test',
    '> vitest run',
    '',
    ' FAIL  src/cart.test.ts > the cart adds',
    'AssertionError: expected 1 to be 2',
    '',
    ' Test Files  1 failed | 3 passed (4)',
    '      Tests  1 failed | 20 passed (21)',
  ].join('\n'),
  'a broken build': [
    'gcc -c main.c',
    "main.c:3:5: error: use of undeclared identifier 'total'",
    'make: *** [Makefile:4: main.o] Error 1',
  ].join('\n'),
  'a traceback': [
    'loading the model',
    'Traceback (most recent call last):',
    '  File "/app/main.py", line 3, in <module>',
    '    import numpy',
    "ModuleNotFoundError: No module named 'numpy'",
  ].join('\n'),
  'a success': ['compiling', 'linking', 'writing the map', 'Build completed in 3.2 s'].join('\n'),
}

const wrapped =
  (prefix: string) =>
  (output: string): string =>
    output
      .split('\n')
      .map((line) => `${prefix}${line}`)
      .join('\n')

const WRAPPERS: Readonly<Record<string, (output: string) => string>> = {
  'minutes since it began': wrapped('00:03.141 '),
  Kubernetes: wrapped('2026-01-02T10:00:00.123456789Z stdout F '),
  'Kubernetes without fractions': wrapped('2026-01-02T10:00:00Z stderr F '),
  GitLab: wrapped('2026-01-02T10:00:00.123456Z 01O '),
  'Jenkins in brackets': wrapped('[2026-01-02T10:00:00.123Z] '),
  'Jenkins with a clock': wrapped('10:00:00  '),
  'docker logs with times': wrapped('2026-01-02T10:00:00.123456789Z '),
  Compose: wrapped('web-1  | '),
  'a clock in brackets': wrapped('[10:00:00] '),
  'a quote': wrapped('> '),
  'an indented block': wrapped('    '),
}

describe.each(Object.entries(LOGS))('%s', (_, output) => {
  test.each(Object.entries(WRAPPERS))('gives the same verdict with the prefix of %s', async (_name, wrap) => {
    expect(decided(await explained(wrap(output)))).toEqual(decided(await explained(output)))
  })

  test('gives the same verdict in one code block', async () => {
    const plain = await explained(`\n${output}`)
    const fenced = await explained(`\`\`\`console\n${output}\n\`\`\`\n`)
    expect(decided(fenced)).toEqual(decided(plain))
  })

  test('gives the same verdict with a quoted copy', async () => {
    const copied = await explained(`${output}\n\nSeen before:\n\`\`\`\n${output}\n${output}\n\`\`\`\n`)
    expect(decided(copied)).toEqual(decided(await explained(output)))
  })

  test.each(['user@host:~/app$ ', '[me@host app]# ', 'PS C:\\Users\\me> ', '➜  app git:(main) ✗ ', '$ '])(
    'is the same before the prompt %o',
    async (prompt) => {
      const told = await explained(`${output}\n${prompt}`)
      expect(decided(told)).toEqual(decided(await explained(output)))
    },
  )
})

test('evidence after a prefix has the right place', async () => {
  const output = WRAPPERS['Compose']?.(LOGS['a traceback'] ?? '') ?? ''
  const { evidence } = await explained(output)
  const { line, byteOffset, excerpt } = evidence[0] ?? {}
  expect({ line, byteOffset, excerpt }).toEqual({
    line: 5,
    byteOffset: output.indexOf('ModuleNotFoundError'),
    excerpt: "ModuleNotFoundError: No module named 'numpy'",
  })
})

const RECORDS = [
  '{"type":"system","subtype":"init","session_id":"s1","apiKeySource":"none","tools":[],"model":"m"}',
  '{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"I begin."}]},"session_id":"s1"}',
  '{"type":"result","subtype":"error_max_turns","is_error":true,"num_turns":9,"session_id":"s1"}',
].join('\n')

test.each(['2026-01-02T10:00:00.123456789Z stdout F ', 'agent-1  | ', '[10:00:00] '])(
  'an agent is known behind the prefix %o',
  async (prefix) => {
    const { reason, agent, sessionId } = await explained(wrapped(prefix)(RECORDS))
    expect({ reason, agent, sessionId }).toEqual({ reason: 'MAX_TURNS', agent: 'claude', sessionId: 's1' })
  },
)

test('a CI log inside a wrapper has its steps', async () => {
  const log = [
    'Running with gitlab-runner 17.0.0',
    'Preparing the "docker" executor',
    'Executing "step_script" stage of the job script',
    '$ npm test',
    '=========================== 1 failed, 11 passed in 0.31s ===========================',
    'ERROR: Job failed: exit code 1',
  ].join('\n')
  const { reason, ci, evidence } = await explained(wrapped('runner-1  | ')(log))
  expect({ reason, system: ci?.system, step: ci?.step, line: evidence[0]?.line }).toEqual({
    reason: 'TESTS_FAILED',
    system: 'gitlab',
    step: 'step_script',
    line: 5,
  })
})

test('a page with several code blocks is not unwrapped', async () => {
  const block = '```\nAssertionError: expected 1 to be 2\nmake: *** [Makefile:4: test] Error 1\n```\n'
  expect((await explained(`${block}That is what it printed.\n${block}`)).verdict).toBe('undetermined')
})

test('a clock before the lines of Maven is no TeamCity log', async () => {
  const lines = ['[INFO] Building shop 1.0', '[INFO] BUILD FAILURE', '[ERROR] COMPILATION ERROR :']
  const { ci, reason } = await explained(wrapped('[10:00:00] ')(lines.join('\n')))
  expect({ ci, reason }).toEqual({ ci: undefined, reason: 'BROKEN_BUILD' })
})

test('one line after a time is read', async () => {
  const line = '2026-01-02T10:00:00.123456Z 01O sh: 1: vitest: not found'
  expect((await explained(line)).reason).toBe((await explained('sh: 1: vitest: not found')).reason)
})

test('a summary that is indented by its tool stays whole', async () => {
  const report = '  1) [chromium] › login.spec.ts:15:1 › shows an error ───'
  expect((await explained(`${report}\n\n  1 failed\n  11 passed (41.2s)\n`)).reason).toBe('TESTS_FAILED')
})

test('shell lines do not settle an agent error', async () => {
  const output = '> build · some-model\n\nError: Incorrect API key provided: k. Check it.\n'
  expect((await explained(`${output}exit status 1\n`)).reason).toBe('AUTH_FAILED')
  expect((await explained(`${output}user@host:~$ \n`)).reason).toBe('AUTH_FAILED')
})
