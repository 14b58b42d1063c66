import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testProject, until, type TestProject } from '../running-mayday.ts'

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Rig = AsyncDisposable & {
  readonly project: TestProject
  readonly env: (fake?: string) => Record<string, string>
  /** The arguments and settings that the agents got, one per line. */
  readonly seen: () => readonly string[]
}

/** A project with programs on PATH that have the names of real agents, and a separate home. */
async function rig(config = '', agents: readonly string[] = ['claude']): Promise<Rig> {
  const project = await testProject()
  const bin = project.file('bin')
  mkdirSync(bin)
  mkdirSync(project.file('home'))
  const agent = (name: string): string => fileURLToPath(new URL(`../agents/${name}`, import.meta.url))
  for (const name of agents) symlinkSync(agent(`speaks-like-${name}.sh`), `${bin}/${name}`)
  symlinkSync(agent('speaks-like-nobody.sh'), `${bin}/acme`)
  if (config !== '') writeFileSync(project.file('mayday.yaml'), config)
  const seen = project.file('seen')
  return {
    project,
    env: (fake = '') => ({
      PATH: `${bin}:/usr/bin:/bin`,
      HOME: project.file('home'),
      FAKE: fake,
      FAKE_SEEN: seen,
    }),
    seen: () => (existsSync(seen) ? readFileSync(seen, 'utf8').split('\n') : []),
    [Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
  }
}

const wordAfter = (words: readonly string[], word: string): string => words[words.indexOf(word) + 1] ?? ''

test('installed agents are listed', async () => {
  await using it = await rig("agents: {acme: {command: [acme, '{prompt}'], resume: [--more, '{session}']}}\n")
  const { code, stdout } = await it.project.mayday(['agents', '--json'], it.env())
  expect(code).toBe(0)
  const { agents } = JSON.parse(stdout)
  const found = agents.filter(({ path }: { path: string | null }) => path !== null)
  expect(found).toMatchObject([
    {
      name: 'claude',
      version: '2.1.325',
      can: { resume: true, turnLimit: true, structuredOutput: true, chooseSession: true },
      fastFaults: { CLAUDE_CODE_MAX_RETRIES: '3' },
    },
    { name: 'acme', origin: 'project', version: null, command: ['acme', '{prompt}'], can: { resume: true } },
  ])
  expect(existsSync(it.project.file('home/traces'))).toBe(false)
  expect(it.seen()).toEqual([])
  const told = await it.project.mayday(['agents'], it.env())
  expect(told.stdout).toMatch(/^claude {2}2\.1\.325 {2}\S+\/bin\/claude\n {2}starts +claude -p '\{prompt\}'/)
  expect(told.stdout).toContain('Not installed: codex, gemini')
})

test.each([
  [
    'claude',
    'Error: claude native binary not installed.',
    '\n\nEither postinstall did not run or the optional dependency was not downloaded.',
  ],
  [
    'opencode',
    "Error: opencode-ai's postinstall script was not run.",
    '\n\nTo fix this, run the postinstall script manually:\n  cd node_modules/opencode-ai && node postinstall.mjs',
  ],
  [
    'codex',
    'Error: Missing optional dependency @openai/codex-linux-x64.',
    '\n    at codex.js:98:11\n\nNode.js v22.20.0',
  ],
])('%s that is installed but broken is reported', async (name, says, more) => {
  await using it = await rig('', [])
  const printed = `cli.js:98\n\n${says}${more}`
  writeFileSync(it.project.file(`bin/${name}`), `#!/bin/sh\ncat >&2 <<'END'\n${printed}\nEND\nexit 1\n`, {
    mode: 0o755,
  })
  const { agents } = JSON.parse((await it.project.mayday(['agents', '--json'], it.env())).stdout)
  expect(agents).toContainEqual(expect.objectContaining({ name, version: null, trouble: says }))
  const told = await it.project.mayday(['agents'], it.env())
  expect(told.stdout.replaceAll(/\s+/g, ' ')).toContain(`broken ${name} --version fails: ${says}`)
  const doctor = await it.project.mayday(['doctor', '--json'], it.env())
  expect(doctor.stdout).toContain(`${name} --version fails: ${says}`)
  const { code } = await it.project.mayday(['run', '--agent', name, 'Fix it'], it.env())
  expect(code).toBe(1)
  expect(it.project.result()).toMatchObject({
    reason: 'LAUNCH_REJECTED',
    diagnosis: { evidence: [{ excerpt: says }] },
    plan: { kind: 'escalate' },
  })
})

test('plain words are the prompt of a named agent', async () => {
  await using it = await rig()
  const args = ['run', '--agent', 'claude', '--model', 'opus', '--max-turns', '5', 'Fix', 'the login test']
  const { code, stderr } = await it.project.mayday(args, it.env())
  expect([code, stderr]).toEqual([0, ''])
  const words = it.seen()
  expect(words).toContain('Fix the login test')
  expect(words.join(' ')).toContain('[MAYDAY_FAILURE:<REASON>]')
  expect([wordAfter(words, '--model'), wordAfter(words, '--max-turns')]).toEqual(['opus', '5'])
  expect(words).toContain('CLAUDE_CODE_MAX_RETRIES=3')
  const result = it.project.result()
  expect(result).toMatchObject({ status: 'succeeded', agent: 'claude' })
  expect(result?.sessionId).toMatch(ID)
  expect(result?.sessionId).toBe(wordAfter(words, '--session-id'))
})

test('a run continues its own session', async () => {
  await using it = await rig()
  await it.project.mayday(['run', '--agent', 'claude', 'Fix it'], it.env())
  const first = it.project.result()
  await it.project.mayday(['run', '--resume', '1', 'Now the docs'], it.env())
  const words = it.seen()
  expect(wordAfter(words, '--resume')).toBe(first?.sessionId)
  expect(words).toContain('Now the docs')
  expect(it.project.result()).toMatchObject({
    run: 2,
    attempt: 2,
    taskId: first?.taskId,
    sessionId: first?.sessionId,
  })
})

test('a run that cannot be resumed is refused', async () => {
  await using it = await rig()
  const { mayday } = it.project
  await mayday(['run', '--agent', 'claude', 'Fix it'], it.env('full'))
  await mayday(['run', '--', 'true'], it.env())
  const refused = async (...args: readonly string[]): Promise<string> => {
    const { code, stderr } = await mayday(['run', ...args], it.env())
    expect(code).toBe(2)
    return stderr
  }
  expect(await refused('--resume', '1')).toContain('ended in CONTEXT_EXHAUSTED, and would end there')
  expect(await refused('--resume', '2')).toContain('Run 2 has no known session.')
  expect(await refused('--resume', '7')).toContain('There is no run 7.')
  expect(await refused('--agent', 'codex', '--resume', '1')).toContain("Run 1 was claude's")
  expect(await refused('--agent', 'gemini', '--max-turns', '3', 'x')).toContain('gemini has no option')
  expect(await refused('--agent', 'claude')).toContain('Missing prompt for claude.')
  expect(await refused('--model', 'opus', '--', 'true')).toContain("--model goes with an agent's name")
  expect(it.project.folders()).toHaveLength(2)
})

test('a custom command stays unchanged', async () => {
  await using it = await rig()
  await it.project.mayday(['run', '--', 'claude', '-p', 'hi'], it.env())
  expect(it.seen()).toEqual(['-p', 'hi', ''])
})

test("an agent's retry settings can stay unchanged", async () => {
  await using it = await rig('agents: {claude: {fastFaults: false, env: {EXTRA: yes it is}}}\n')
  await it.project.mayday(['run', '--agent', 'claude', 'hi'], it.env())
  expect(it.seen().filter((line) => line.includes('='))).toEqual(['EXTRA=yes it is'])
})

test('variables that a person sets stay', async () => {
  await using it = await rig()
  await it.project.mayday(['run', '--agent', 'claude', 'hi'], { ...it.env(), CLAUDE_CODE_MAX_RETRIES: '7' })
  expect(it.seen()).toContain('CLAUDE_CODE_MAX_RETRIES=7')
})

test('a custom agent has a session', async () => {
  await using it = await rig(
    "agents: {acme: {command: [acme, --do, '{prompt}'], resume: [--more, '{session}'], session: 'Session: (\\S+)', env: {EXTRA: 1}}}\n",
  )
  await it.project.mayday(['run', '--agent', 'acme', 'Fix it'], it.env())
  expect(it.project.result()).toMatchObject({ status: 'succeeded', agent: 'acme', sessionId: 'mine-7' })
  const { code, stderr } = await it.project.mayday(['run', '--resume', '1'], it.env())
  expect([code, stderr]).toEqual([0, ''])
  expect(it.seen().slice(-5, -1)).toEqual([expect.any(String), '--more', 'mine-7', 'EXTRA=1'])
})

test('retries are reported while they happen', async () => {
  await using it = await rig()
  const going = it.project.start(['run', '--agent', 'claude', 'hi'], it.env('got-over'))
  await until('the notice', () => going.printed().includes('retrying 429, attempt 1 of 10, next in 501 ms'))
  writeFileSync(it.project.file('seen.go'), '')
  await going.finished
  expect(it.project.events().filter(({ event }) => event === 'agent:retrying')).toMatchObject([
    { stage: 'agent_run', status: 429, code: 'rate_limit', attempt: 1, of: 10, nextMs: 501 },
  ])
  expect(it.project.result()?.status).toBe('succeeded')
})

test('an agent that only retries is stopped', async () => {
  await using it = await rig('limits: {retrying: 2m}\n')
  const { code, stdout } = await it.project.mayday(['run', '--agent', 'claude', 'hi'], it.env('retries'))
  expect(code).toBe(124)
  expect(stdout).toContain('run 1 is retrying 429, attempt 2 of 10, next in 1h 00m')
  expect(stdout).toContain('agent_run is being stopped (it only retries)')
  const result = it.project.result()
  expect(result).toMatchObject({ reason: 'RATE_LIMITED', ending: { kind: 'stopped', by: 'timeout' } })
  const resetMs = Date.parse(result?.diagnosis?.resetAt ?? '') - Date.parse(result?.startedAt ?? '')
  expect(Math.round(resetMs / 60_000)).toBe(60)
  const again = await it.project.mayday(['rediagnose', '1', '--json'], it.env())
  expect(again.stdout).toContain('"new": "RATE_LIMITED"')
})

test('without that limit an agent may retry', async () => {
  await using it = await rig()
  const going = it.project.start(['run', '--agent', 'claude', 'hi'], it.env('retries'))
  await until('the second notice', () => going.printed().includes('attempt 2 of 10'))
  await it.project.mayday(['cancel', '1'], it.env())
  await going.finished
  expect(it.project.events().map(({ event }) => event)).not.toContain('stage:extended')
  expect(it.project.result()?.status).toBe('canceled')
})

test.each([
  ['stays', { status: 'succeeded', reason: null, ending: { kind: 'stopped', by: 'done' } }, 0],
  ['stays-failed', { status: 'failed', reason: 'MAX_TURNS', ending: { kind: 'stopped', by: 'done' } }, 1],
])('an agent that %s after its result is done', async (fake, verdict, exitCode) => {
  await using it = await rig()
  const { code } = await it.project.mayday(['run', '--', 'claude', '-p', 'hi'], it.env(fake))
  expect(it.project.result()).toMatchObject(verdict)
  expect(code).toBe(exitCode)
})

test('a tool without output yet counts as work', async () => {
  await using it = await rig('', ['opencode'])
  const words = ['run', '--idle', '1s', '--agent', 'opencode', 'hi']
  const { code, stdout } = await it.project.mayday(words, it.env('at-a-tool'))
  expect(stdout).toContain('agent_run is silent but waits for a tool; it gets more time\n')
  expect([code, it.project.result()?.status]).toEqual([0, 'succeeded'])
})

test('a process left by a tool does not count', async () => {
  await using it = await rig('', ['opencode'])
  await it.project.mayday(['run', '--idle', '1s', '--agent', 'opencode', 'hi'], it.env('with-a-stray'))
  expect(it.project.events()).not.toContainEqual(expect.objectContaining({ why: 'tool' }))
  expect(it.project.result()).toMatchObject({ reason: 'STALLED', ending: { kind: 'stopped', by: 'idle' } })
})

test('the transcript adds what the output lacks', async () => {
  await using it = await rig()
  const { code } = await it.project.mayday(['run', '--agent', 'claude', 'hi'], it.env('mute'))
  expect(code).toBe(1)
  const result = it.project.result()
  expect(result).toMatchObject({ status: 'failed', reason: 'RATE_LIMITED' })
  const [evidence] = result?.diagnosis?.evidence ?? []
  expect(evidence).toMatchObject({ source: 'typed', line: 1 })
  expect(evidence?.file).toBe(`${result?.logPath}/transcript.jsonl`)
  expect(readFileSync(it.project.inRecord(evidence?.file ?? ''), 'utf8')).not.toContain('401 invalid')
  const again = await it.project.mayday(['rediagnose', '1', '--json'], it.env())
  expect(again.stdout).toContain('"new": "RATE_LIMITED"')
})

test('retries in a transcript are reported', async () => {
  await using it = await rig('', ['qwen'])
  const going = it.project.start(['run', '--agent', 'qwen', 'hi'], it.env('got-over'))
  await until('the notice', () => going.printed().includes('run 1 is retrying 429, attempt 1'))
  writeFileSync(it.project.file('seen.go'), '')
  await going.finished
  expect(it.project.events().filter(({ event }) => event === 'agent:retrying')).toMatchObject([
    { stage: 'agent_run', status: 429, code: 'RateLimitError', attempt: 1 },
  ])
  expect(it.project.result()?.status).toBe('succeeded')
})

test('an agent that retries silently is stopped', async () => {
  await using it = await rig('limits: {retrying: 2s}\n', ['qwen'])
  const { code } = await it.project.mayday(['run', '--agent', 'qwen', 'hi'], it.env())
  expect(code).toBe(124)
  const result = it.project.result()
  expect(result).toMatchObject({ reason: 'RATE_LIMITED', ending: { kind: 'stopped', by: 'timeout' } })
  const [evidence] = result?.diagnosis?.evidence ?? []
  expect(evidence?.excerpt).toBe('429 Rate limit reached')
  const taken = readFileSync(it.project.inRecord(evidence?.file ?? ''), 'utf8')
  expect(taken).not.toMatch(/401|Half a sent/)
})

test.each([
  ['content_filter', 'REFUSED'],
  ['length', 'LLM_ERROR'],
])('an answer that ended with %s is no success', async (end, reason) => {
  await using it = await rig('', ['copilot'])
  const { code } = await it.project.mayday(['run', '--agent', 'copilot', 'hi'], it.env(end))
  expect(code).toBe(1)
  const result = it.project.result()
  expect(result).toMatchObject({ status: 'failed', reason, exitCode: 0 })
  const [evidence] = result?.diagnosis?.evidence ?? []
  expect(evidence).toMatchObject({ file: `${result?.logPath}/transcript.jsonl`, line: 1 })
  const again = await it.project.mayday(['rediagnose', '1', '--json'], it.env())
  expect(again.stdout).toContain(`"new": "${reason}"`)
})

test('a complete answer leaves no transcript behind', async () => {
  await using it = await rig('', ['copilot'])
  const { code } = await it.project.mayday(['run', '--agent', 'copilot', 'hi'], it.env('stop'))
  expect([code, it.project.result()?.status]).toEqual([0, 'succeeded'])
  expect(existsSync(`${it.project.folders()[0]}/transcript.jsonl`)).toBe(false)
})
