import { agentProfiles } from './profiles.ts'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { agentEnvironment, belongsToRoot, startedAs } from '../supervision/agent-environment.ts'
import { prepareAgent, profileFor } from '../supervision/prepare-agent.ts'
import { describeAgent, type AgentDescription } from '../supervision/profiles/described.ts'

const nothing: AgentDescription = {
  name: 'acme',
  argv: ['./acme', '{prompt}'],
  env: {},
  hasFastFaults: true,
  resume: null,
  sessionPattern: null,
  reads: null,
}

test('faults show soon unless variables say otherwise', () => {
  const claude = profileFor('claude', null, agentProfiles)
  const env = agentEnvironment(claude, { PATH: '/bin', API_TIMEOUT_MS: '7' })
  expect(env).toEqual({ PATH: '/bin', CLAUDE_CODE_MAX_RETRIES: '3', API_TIMEOUT_MS: '7' })
  const patient = describeAgent(claude, { ...nothing, name: 'claude', argv: null, hasFastFaults: false })
  expect(agentEnvironment(patient, { PATH: '/bin' })).toEqual({ PATH: '/bin' })
  expect(agentEnvironment(null, { PATH: '/bin' })).toEqual({ PATH: '/bin' })
})

test.each(['gemini', 'qwen'])('the settings of %s can be read', (agent) => {
  const settings = readFileSync(new URL(`${agent}/fast-faults.json`, import.meta.url), 'utf8')
  expect(JSON.parse(settings)).toBeTypeOf('object')
})

test('settings that an agent would skip are not given', () => {
  const own = fileURLToPath(new URL('gemini/fast-faults.json', import.meta.url))
  const [gemini] = Object.values(agentEnvironment(profileFor('gemini', null, agentProfiles), {}))
  expect(gemini).toBe(belongsToRoot(own) ? own : undefined)
  expect(Object.values(agentEnvironment(profileFor('qwen', null, agentProfiles), {}))).toEqual([
    own.replace('gemini', 'qwen'),
  ])
})

test("a file below a shared folder is not root's alone", () => {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-root-'))
  writeFileSync(join(folder, 'settings.json'), '{}')
  expect([belongsToRoot('/etc/passwd'), belongsToRoot(join(folder, 'settings.json'))]).toEqual([true, false])
  rmSync(folder, { recursive: true })
})

test('variables that the project sets win', () => {
  const acme = describeAgent(null, { ...nothing, env: { A: 'project' } })
  expect(agentEnvironment(acme, { A: 'around', B: 'b' })).toEqual({ A: 'project', B: 'b' })
})

test('a custom agent is described to its run', () => {
  const described = (more: Partial<AgentDescription>): unknown => {
    const agents = [describeAgent(null, { ...nothing, ...more })]
    const agent = prepareAgent({ agent: 'acme', argv: null, prompt: 'p', sessionId: null, agents })
    return startedAs(agent, {}).described
  }
  expect(described({})).toEqual({ reads: null, sessionPattern: null })
  expect(described({ reads: 'claude', sessionPattern: 'x' })).toEqual({
    reads: 'claude',
    sessionPattern: 'x',
  })
  const claude = prepareAgent({
    agent: 'claude',
    argv: null,
    prompt: 'p',
    sessionId: null,
    agents: agentProfiles,
  })
  expect(startedAs(claude, {}).described).toBeUndefined()
})

test.each([
  [
    ['--more', '{session}'],
    ['./acme', 'go on', '--more', 's-1'],
  ],
  [
    ['./acme', 'more', '{session}', '{prompt}'],
    ['./acme', 'more', 's-1', 'go on'],
  ],
])('a session is resumed by %s', (resume, argv) => {
  const agents = [describeAgent(null, { ...nothing, resume })]
  const request = { agent: 'acme', argv: null, prompt: 'go on', sessionId: 's-1', agents }
  expect(prepareAgent(request)).toMatchObject({ argv, resumed: true, sessionId: 's-1', stdin: null })
})

test('resume words never turn a prompt into code', () => {
  const agents = [describeAgent(null, { ...nothing, resume: ['sh', '-c', 'acme {session} "{prompt}"'] })]
  expect(() => prepareAgent({ agent: 'acme', argv: null, prompt: 'p', sessionId: 's-1', agents })).toThrow(
    /as code/,
  )
})
