import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { callTool, fault, say, thenAlways, when, type Script } from '../../src/testing/index.ts'
import { inStore } from '../task-repository.ts'
import { agentRig, type AgentRig } from './agent-rig.ts'
import { story } from './turns.ts'

const files = {
  'answer.test.js': `import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

test('the answer is twice the question', () => {
  assert.equal(Number(readFileSync('answer.txt', 'utf8')), 42)
})
`,
  'package.json': '{ "type": "module" }\n',
}

const answers = (answer: number): ReturnType<typeof callTool> =>
  callTool('Bash', { command: `echo ${answer} > answer.txt` })

/** A model that is wrong until it is told what went wrong. */
const learns: Script = [
  when({ hasTools: false }, say('A title')),
  when(({ prompts }) => prompts.join('\n').includes('Failure Context'), answers(42), say('Now it is 42.')),
  answers(41),
  say('It is done.'),
]

const runs = ({ project }: AgentRig): readonly unknown[] =>
  inStore(project, (store) => store.runsOf(1).map(({ agent, status, reason }) => [agent, status, reason]))

describe.concurrent.each(['claude', 'codex', 'gemini', 'opencode'] as const)('%s', (agent) => {
  story('learns from its failed tests', async () => {
    await using rig = await agentRig({ agents: [agent], script: learns, files })
    const { project, env } = rig
    await project.mayday(['add', 'Write the answer', '--agent', agent, '--verify', 'node --test'], env)
    const { code } = await project.mayday(['run', '--task', '1'], env)
    expect(runs(rig)).toEqual([
      [agent, 'failed', 'TESTS_FAILED'],
      [agent, 'succeeded', null],
    ])
    expect(code).toBe(0)
    const told = rig.server.requests.find(({ prompt }) => prompt.includes('Failure Context'))
    expect(told?.prompt).toContain('the answer is twice the question')
    expect(rig.server.requests[0]?.prompts.join('\n')).not.toContain('Failure Context')
    expect(readFileSync(project.file('answer.txt'), 'utf8')).toBe('42\n')
    expect(rig.leftovers()).toEqual([])
  })
})

story('codex takes over where gemini is limited', async () => {
  const script: Script = [
    when({ api: 'gemini' }, thenAlways(fault('usage-limit'))),
    answers(42),
    say('It is done.'),
  ]
  await using rig = await agentRig({ agents: ['gemini', 'codex'], script, files })
  const { project, env } = rig
  const words = ['--agent', 'gemini', '--fallback', 'codex', '--verify', 'node --test']
  await project.mayday(['add', 'Write the answer', ...words], env)
  const { code } = await project.mayday(['run', '--task', '1'], env)
  expect(runs(rig)).toEqual([
    ['gemini', 'failed', 'USAGE_LIMIT'],
    ['codex', 'succeeded', null],
  ])
  expect(code).toBe(0)
  expect(new Set(rig.server.requests.map(({ api }) => api))).toEqual(new Set(['gemini', 'responses']))
  expect(rig.leftovers()).toEqual([])
})
