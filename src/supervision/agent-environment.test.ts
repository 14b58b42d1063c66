import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agentEnvironment, startedAs } from './agent-environment.ts'
import { prepareAgent, profileFor } from './agent-profiles.ts'
import { describeAgent, type AgentDescription } from './profiles/described.ts'

const nothing: AgentDescription = {
  name: 'acme',
  argv: ['./acme', '{prompt}'],
  env: {},
  hasFastFaults: true,
  resume: null,
  sessionPattern: null,
  reads: null,
}

test('faults show soon unless somebody said otherwise', () => {
  const claude = profileFor('claude', null)
  const env = agentEnvironment(claude, { PATH: '/bin', API_TIMEOUT_MS: '7' })
  expect(env).toEqual({ PATH: '/bin', CLAUDE_CODE_MAX_RETRIES: '3', API_TIMEOUT_MS: '7' })
  const patient = describeAgent(claude, { ...nothing, name: 'claude', argv: null, hasFastFaults: false })
  expect(agentEnvironment(patient, { PATH: '/bin' })).toEqual({ PATH: '/bin' })
  expect(agentEnvironment(null, { PATH: '/bin' })).toEqual({ PATH: '/bin' })
})

test.each(['gemini', 'qwen'])('the settings of %s are there and can be read', (name) => {
  const [path = ''] = Object.values(agentEnvironment(profileFor(name, null), {}))
  expect(existsSync(path)).toBe(true)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toBeTypeOf('object')
})

test('what the project sets wins', () => {
  const acme = describeAgent(null, { ...nothing, env: { A: 'project' } })
  expect(agentEnvironment(acme, { A: 'around', B: 'b' })).toEqual({ A: 'project', B: 'b' })
})

test("a project's own agent is described to its run", () => {
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
  const claude = prepareAgent({ agent: 'claude', argv: null, prompt: 'p', sessionId: null })
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
])('a session is taken up again by %s', (resume, argv) => {
  const agents = [describeAgent(null, { ...nothing, resume })]
  const request = { agent: 'acme', argv: null, prompt: 'go on', sessionId: 's-1', agents }
  expect(prepareAgent(request)).toMatchObject({ argv, resumed: true, sessionId: 's-1', stdin: null })
})

test('words that resume can never make code of a prompt', () => {
  const agents = [describeAgent(null, { ...nothing, resume: ['sh', '-c', 'acme {session} "{prompt}"'] })]
  expect(() => prepareAgent({ agent: 'acme', argv: null, prompt: 'p', sessionId: 's-1', agents })).toThrow(
    /as code/,
  )
})
