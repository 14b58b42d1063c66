import { expect, test } from 'vitest'
import fc from 'fast-check'
import { agentNames } from './names.ts'
import {
  MAX_PROMPT_BYTES,
  prepareAgent as prepareGiven,
  profileFor as findProfile,
  type AgentRequest,
  type AgentChoices,
  type PreparedAgent,
} from '../supervision/prepare-agent.ts'
import type { AgentProfile } from '../supervision/profiles/profile.ts'
import { agentProfiles } from './profiles.ts'

const prepareAgent = (request: Omit<AgentRequest, 'agents'>): PreparedAgent =>
  prepareGiven({ ...request, agents: agentProfiles })

const profileFor = (agent: string | null, argv: readonly string[] | null): AgentProfile | null =>
  findProfile(agent, argv, agentProfiles)

const ID = '00000000-0000-4000-8000-000000000000'

/** A typed command line: words are split at spaces, `PROMPT` is the old prompt of two words. */
const words = (line: string): string[] =>
  line.split(' ').map((word) => word.replace('PROMPT', 'old prompt').replace('NEW', 'new prompt'))

const prepared = (line: string, sessionId: string | null = null): string =>
  prepareAgent({ agent: null, argv: words(line), prompt: 'new prompt', sessionId })
    .argv.join(' ')
    .replace('new prompt', 'NEW')

test('every known agent has a profile', () => {
  expect(agentProfiles.map(({ name }) => name)).toEqual(agentNames)
})

test('each agent has its default unattended command line', () => {
  const lines = agentProfiles.map(({ argvFor }) => argvFor('PROMPT').join(' '))
  expect(lines).toMatchInlineSnapshot(`
    [
      "claude -p PROMPT --output-format stream-json --verbose --permission-mode acceptEdits",
      "codex exec --json --sandbox workspace-write PROMPT",
      "gemini -p PROMPT --output-format stream-json --approval-mode auto_edit --skip-trust",
      "opencode run --format json --print-logs --log-level ERROR PROMPT",
      "qwen -p PROMPT --output-format stream-json --approval-mode auto-edit",
      "copilot -p PROMPT --output-format json --allow-all-tools --no-ask-user --no-auto-update",
      "goose run --output-format stream-json --with-builtin developer -t PROMPT",
      "pi --mode json -p PROMPT",
      "droid exec --output-format stream-json --auto low PROMPT",
      "kilo run --format json --print-logs --log-level ERROR PROMPT",
      "cline --json PROMPT",
      "aider --yes-always --message PROMPT",
      "mini --yolo --exit-immediately --task PROMPT",
      "openhands --headless --json -t PROMPT",
      "sweagent run --env.repo.path=. --problem_statement.text=PROMPT --actions.apply_patch_locally=true",
    ]
  `)
})

test.each([
  ['claude', '--permission-mode bypassPermissions', '--verbose --permission-mode bypassPermissions'],
  ['claude', '--dangerously-skip-permissions', '--verbose --dangerously-skip-permissions'],
  ['codex', '-s read-only -c a=b', '--json PROMPT -s read-only -c a=b'],
  ['gemini', '--approval-mode=yolo', '--skip-trust --approval-mode=yolo'],
  ['gemini', '--yolo -m flash', '--skip-trust --yolo -m flash'],
  ['opencode', '--log-level DEBUG', '--print-logs PROMPT --log-level DEBUG'],
])("%s with a project's %s has each option once", (name, args, end) => {
  const profile = agentProfiles.find((one) => one.name === name)
  const line = profile?.withArgs(profile.argvFor('PROMPT'), args.split(' ')).join(' ') ?? ''
  expect(line.slice(-end.length)).toBe(end)
  expect(line.match(/ (?:--permission-mode|--sandbox|-s|--approval-mode|--log-level)\b/g) ?? []).toHaveLength(
    /yolo -m|skip-perm/.test(args) ? 0 : 1,
  )
})

test('an agent finds the prompt in its default line', () => {
  for (const { name, argvFor } of agentProfiles) {
    const argv = argvFor('old prompt')
    const found = prepareAgent({ agent: null, argv, prompt: 'new prompt', sessionId: null })
    expect([name, found.argv]).toEqual([name, argvFor('new prompt')])
    expect(found).toMatchObject({ placement: 'profile', stdin: null, resumed: false })
  }
})

test.each([
  ['claude -p PROMPT --verbose', 'claude -p NEW --verbose'],
  ['claude --print --output-format json PROMPT', 'claude --print --output-format json NEW'],
  [
    'claude --model opus -p PROMPT --allowedTools Bash Edit',
    'claude --model opus -p NEW --allowedTools Bash Edit',
  ],
  ['claude -p --fallback-model haiku -- PROMPT', 'claude -p --fallback-model haiku -- NEW'],
  ['claude -p fix --max-turns 3', 'claude -p NEW --max-turns 3'],
  ['claude -p --unknown value PROMPT', 'claude -p --unknown value NEW'],
  ['/opt/bin/claude -p PROMPT', '/opt/bin/claude -p NEW'],
  ['npx -y @anthropic-ai/claude-code@latest -p PROMPT', 'npx -y @anthropic-ai/claude-code@latest -p NEW'],
  ['docker run --name claude image claude -p PROMPT', 'docker run --name claude image claude -p NEW'],
  ['env A=1 timeout 60 codex exec PROMPT', 'env A=1 timeout 60 codex exec NEW'],
  ['codex -m gpt exec --json -C . PROMPT', 'codex -m gpt exec --json -C . NEW'],
  ['codex e PROMPT -i a.png b.png', 'codex e NEW -i a.png b.png'],
  ['codex exec resume some-id PROMPT --json', 'codex exec resume some-id NEW --json'],
  ['codex exec resume --last PROMPT', 'codex exec resume --last NEW'],
  ['gemini --prompt=PROMPT --yolo', 'gemini --prompt=NEW --yolo'],
  ['gemini -m pro fix the bug', 'gemini -m pro NEW'],
  ['qwen PROMPT -y', 'qwen NEW -y'],
  ['opencode run fix the bug --format json', 'opencode run NEW --format json'],
  ['opencode run -m p/m PROMPT -f a.txt', 'opencode run -m p/m NEW -f a.txt'],
  ['copilot --allow-all --prompt PROMPT', 'copilot --allow-all --prompt NEW'],
  ['goose run -i task.md --no-session', 'goose run -t NEW --no-session'],
  ['aider --message-file task.md src/a.ts', 'aider --message NEW src/a.ts'],
  ['aider -m PROMPT src/a.ts', 'aider -m NEW src/a.ts'],
  ['mini -y -t PROMPT', 'mini -y -t NEW'],
  ['python -m openhands.core.main -t PROMPT', 'python -m openhands.core.main -t NEW'],
  ['sweagent run --problem_statement.text PROMPT', 'sweagent run --problem_statement.text NEW'],
])('the prompt is found in %s', (line, replaced) => {
  expect(prepared(line)).toBe(replaced)
})

test.each([
  'claude -p --add-dir a b',
  'claude -p --output-format json',
  'codex exec --json',
  'codex exec --json -',
  'codex exec resume some-id',
  'gemini --yolo',
  'opencode run --format json',
])('standard input is the prompt of %s', (line) => {
  const { argv, stdin, placement } = prepareAgent({
    agent: null,
    argv: words(line),
    prompt: 'new prompt',
    sessionId: null,
  })
  expect({ argv, stdin, placement }).toEqual({ argv: words(line), stdin: 'new prompt', placement: 'profile' })
})

test.each([
  './agent.sh',
  'sh -c claude',
  'goose session',
  'codex exec review --base main',
  'codex --version',
  'claude -p one two',
])('a prompt may go unread by %s', (line) => {
  const argv = line.split(' ')
  expect(prepareAgent({ agent: null, argv, prompt: 'p', sessionId: null })).toMatchObject({
    argv,
    stdin: 'p',
    placement: 'stdin',
    resumed: false,
  })
})

test.each([
  ['claude -p PROMPT --verbose', `claude --resume ${ID} -p NEW --verbose`],
  [
    'docker run --name claude image claude -p PROMPT',
    `docker run --name claude image claude --resume ${ID} -p NEW`,
  ],
  ['claude -c -p PROMPT', `claude --resume ${ID} -p NEW`],
  ['claude --session-id x -p PROMPT -r old', `claude --resume ${ID} -p NEW`],
  ['claude -p', `claude --resume ${ID} -p`],
  ['codex exec --json -s read-only PROMPT', `codex exec --json -s read-only resume ${ID} NEW`],
  ['codex exec --json -', `codex exec --json resume ${ID} -`],
  ['codex exec PROMPT -i a.png', `codex exec resume ${ID} NEW`],
  ['codex exec -- PROMPT', `codex exec resume ${ID} NEW`],
  ['codex exec resume old-id PROMPT --json', `codex exec --json resume ${ID} NEW`],
  ['gemini -p PROMPT --session-id old', `gemini --resume ${ID} -p NEW`],
  ['qwen --continue -p PROMPT', `qwen --resume ${ID} -p NEW`],
  ['opencode run --session old PROMPT', `opencode run --session ${ID} NEW`],
  ['copilot --resume=old -p PROMPT', `copilot --resume=${ID} -p NEW`],
  ['goose run --name x -t PROMPT', `goose run --resume --session-id ${ID} -t NEW`],
])('a session is resumed by %s', (line, resumed) => {
  expect(prepared(line, ID)).toBe(resumed)
})

test('an agent resumes its default line in place', () => {
  for (const { name, canResume } of agentProfiles) {
    const { argv, resumed } = prepareAgent({ agent: name, argv: null, prompt: 'go on', sessionId: ID })
    expect([name, resumed, argv.some((word) => word.includes(ID))]).toEqual([name, canResume, canResume])
    expect(argv.filter((word) => word.includes('go on'))).toHaveLength(1)
  }
})

test.each([
  'claude -p PROMPT --no-session-persistence',
  'codex exec --ephemeral PROMPT',
  'goose run --no-session -t PROMPT',
  'aider -m PROMPT',
  './agent.sh {prompt}',
])('no session is resumed by %s', (line) => {
  expect(prepareAgent({ agent: null, argv: words(line), prompt: 'new', sessionId: ID })).toMatchObject({
    resumed: false,
    stdin: null,
  })
})

test('a placeholder is replaced inside its own argument', () => {
  const prompt = 'it\'s $(rm) `x` $& \\ "q"\nnext'
  const argv = ['./agent.sh', '--task={prompt}', '{prompt}', 'x']
  expect(prepareAgent({ agent: null, argv, prompt, sessionId: null })).toMatchObject({
    argv: ['./agent.sh', `--task=${prompt}`, prompt, 'x'],
    stdin: null,
    placement: 'argument',
    resumed: false,
  })
})

test('a placeholder in an agent line can be resumed', () => {
  const found = prepareAgent({
    agent: null,
    argv: ['claude', '-p', '{prompt}'],
    prompt: 'go on',
    sessionId: ID,
  })
  expect(found.argv).toEqual(['claude', '--resume', ID, '-p', 'go on'])
})

test.each([
  ['sh', '-c', 'claude -p "{prompt}"'],
  ['/bin/bash', '-o', 'pipefail', '-lc', '{prompt}'],
  ['env', 'A=1', 'zsh', '-c', 'x {prompt}'],
  ['python3', '-c', 'print("{prompt}")'],
  ['node', '--no-warnings', '-e', '{prompt}'],
  ['su', 'agent', '-c', 'claude -p {prompt}'],
  ['ssh', 'host', 'claude', '-p', '{prompt}'],
])('a prompt never becomes code of %s', (...argv) => {
  expect(() => prepareAgent({ agent: null, argv, prompt: 'p', sessionId: null })).toThrow(/as code/)
})

test.each([
  ['sh', '-c', 'claude -p "$1"', 'sh', '{prompt}'],
  ['node', 'agent.js', '-p', '{prompt}'],
  ['bash', './agent.sh', '-c', '{prompt}'],
])('a prompt may be an argument of %s', (...argv) => {
  const found = prepareAgent({ agent: null, argv, prompt: 'p', sessionId: null })
  expect(found.argv).toEqual([...argv.slice(0, -1), 'p'])
})

test('a prompt of one dash stays a prompt', () => {
  for (const { name } of agentProfiles) {
    const { argv } = prepareAgent({ agent: name, argv: null, prompt: '- do it', sessionId: null })
    expect(argv.filter((word) => word.endsWith('- do it') && !word.startsWith('- do'))).toHaveLength(1)
  }
})

test('a longer prompt is refused in one sentence', () => {
  const prepare = (bytes: number, argv: readonly string[]): unknown =>
    prepareAgent({ agent: null, argv, prompt: 'ä'.repeat(bytes / 2), sessionId: null })
  expect(() => prepare(MAX_PROMPT_BYTES, ['agent', '{prompt}'])).not.toThrow()
  expect(() => prepare(MAX_PROMPT_BYTES + 2, ['agent'])).toThrow(
    'The prompt has 97 KiB. A command line allows at most 96 KiB.',
  )
  expect(() => prepare(MAX_PROMPT_BYTES, ['agent', '{prompt}{prompt}'])).toThrow(/at most 128 KiB/)
})

test('a named agent reads the words of a script', () => {
  const argv = ['./my-claude.sh', '-p', 'old prompt', '--model', 'opus']
  const found = prepareAgent({ agent: 'claude', argv, prompt: 'new', sessionId: ID })
  expect(found.argv).toEqual(['./my-claude.sh', '--resume', ID, '-p', 'new', '--model', 'opus'])
})

test('an unknown agent without a command is named', () => {
  expect(() => prepareAgent({ agent: 'cladue', argv: null, prompt: 'p', sessionId: null })).toThrow(
    "Unknown agent 'cladue'. Did you mean 'claude'?",
  )
  expect(() => prepareAgent({ agent: null, argv: null, prompt: 'p', sessionId: null })).toThrow(
    /needs an agent or a command/,
  )
})

test('any prompt is in exactly one place', () => {
  const lines = [...agentProfiles.map(({ argvFor }) => argvFor('old prompt')), ['./a', '{prompt}'], ['./a']]
  fc.assert(
    fc.property(fc.string({ minLength: 12, unit: 'binary' }), fc.constantFrom(...lines), (prompt, argv) => {
      const found = prepareAgent({ agent: null, argv, prompt, sessionId: null })
      const clean = prompt.replaceAll('\0', '\uFFFD')
      const onLine = found.argv.filter((word) => word.endsWith(clean)).length
      expect(onLine + (found.stdin === clean ? 1 : 0)).toBe(1)
      expect(found.argv.join('')).not.toContain('\0')
    }),
  )
})

test('a program that is not an agent has no profile', () => {
  expect(profileFor(null, ['grep', 'claude'])).toBeNull()
  expect(profileFor(null, ['npm', 'test'])).toBeNull()
  expect(profileFor(null, ['mini', '-t', 'x'])?.name).toBe('mini-swe-agent')
})

test.each([
  ['claude -p PROMPT --model old', 'claude --model opus --max-turns 9 -p NEW'],
  ['claude --max-turns=3 -p PROMPT', 'claude --model opus --max-turns 9 -p NEW'],
  ['qwen -m old -p PROMPT', 'qwen --model opus --max-session-turns 9 -p NEW'],
  ['goose run --model old -t PROMPT', 'goose run --model opus --max-turns 9 -t NEW'],
])('choices replace options in %s', (line, chosen) => {
  const choices = { model: 'opus', maxTurns: 9 }
  const { argv } = prepareAgent({
    agent: null,
    argv: words(line),
    prompt: 'new prompt',
    sessionId: null,
    choices,
  })
  expect(argv.join(' ').replace('new prompt', 'NEW')).toBe(chosen)
})

test('an impossible request is refused', () => {
  const prepare = (agent: string, choices: AgentChoices): unknown =>
    prepareAgent({ agent, argv: null, prompt: 'p', sessionId: null, choices })
  expect(() => prepare('codex', { model: 'gpt' })).not.toThrow()
  expect(() => prepare('codex', { maxTurns: 3 })).toThrow('codex has no option for --max-turns')
  expect(() => prepare('swe-agent', { model: 'gpt' })).toThrow(/^swe-agent has no option/)
})

test.each([
  ['claude -p PROMPT', `claude --session-id ${ID} -p NEW`, ID],
  ['copilot -p PROMPT', `copilot --session-id ${ID} -p NEW`, ID],
  ['claude --continue -p PROMPT', 'claude --continue -p NEW', null],
  ['claude -p PROMPT --no-session-persistence', 'claude -p NEW --no-session-persistence', null],
  ['codex exec PROMPT', 'codex exec NEW', null],
  ['sh ./my-claude.sh -p {prompt}', 'sh ./my-claude.sh -p NEW', null],
])('a new session gets its id if possible: %s', (line, named, sessionId) => {
  const agent = line.split(' ').includes('./my-claude.sh') ? 'claude' : null
  const argv = words(line)
  const found = prepareAgent({ agent, argv, prompt: 'new prompt', sessionId: null, newSession: ID })
  expect(found.argv.join(' ').replace('new prompt', 'NEW')).toBe(named)
  expect(found.sessionId).toBe(sessionId)
})

test('every agent says what it can do', () => {
  const able = agentProfiles.map(({ name, canResume, namesSession, options, fastFaults, transcript }) =>
    [
      name,
      canResume ? 'resumes' : null,
      namesSession === null ? null : 'lets choose',
      ...Object.entries(options).flatMap(([option, names]) => (names.length === 0 ? [] : [option])),
      fastFaults === null ? null : 'fast',
      transcript === null ? null : 'transcript',
    ]
      .filter((word) => word !== null)
      .join(' '),
  )
  expect(able).toMatchInlineSnapshot(`
    [
      "claude resumes lets choose model maxTurns budgetUsd permissions fast transcript",
      "codex resumes model permissions transcript",
      "gemini resumes model permissions fast",
      "opencode resumes model",
      "qwen resumes model maxTurns permissions fast transcript",
      "copilot resumes lets choose model transcript",
      "goose resumes model maxTurns",
      "pi resumes model",
      "droid resumes model permissions",
      "kilo resumes model",
      "cline resumes model permissions",
      "aider",
      "mini-swe-agent",
      "openhands",
      "swe-agent",
    ]
  `)
})
