/** What a shell loop takes for a success, and processes that outlive their agent. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect } from 'vitest'
import { callTool, fault, say, type PointedAgent } from '../../src/testing/index.ts'
import { until, type Going } from '../running-mayday.ts'
import { agentRig, type AgentRig } from './agent-rig.ts'
import { story } from './turns.ts'

const four: readonly PointedAgent[] = ['claude', 'codex', 'gemini', 'opencode']

/** Its tool has left a process behind that is in nobody's session. */
async function withStray(agent: PointedAgent): Promise<AgentRig & { readonly going: Going }> {
  const strays = 'setsid tail -f /dev/null & touch started; tail -f /dev/null'
  const rig = await agentRig({ agents: [agent], script: callTool('Bash', { command: strays }) })
  const going = rig.project.start(['run', '--agent', agent, '--grace', '2s', 'Wait.'], rig.env)
  await until('the tool', () => existsSync(rig.project.file('started')))
  return { ...rig, going }
}

describe.concurrent.each(four)('%s', (agent) => {
  story('leaves no tool behind when it is canceled', async () => {
    await using rig = await withStray(agent)
    expect(rig.leftovers().length).toBeGreaterThan(2)
    await rig.project.mayday(['cancel', '1'], rig.env)
    await rig.going.finished
    expect(rig.project.result()).toMatchObject({ status: 'canceled', reason: null })
    expect(rig.leftovers()).toEqual([])
  })

  story('leaves nothing behind when its launcher is killed', async () => {
    await using rig = await withStray(agent)
    rig.killLauncher()
    await rig.going.finished
    expect(rig.project.result()).toMatchObject({ status: 'failed', reason: 'WORKER_CRASHED' })
    expect(rig.leftovers()).toEqual([])
  })
})

story('a denied command is no success', async () => {
  await using rig = await agentRig({
    agents: ['claude'],
    script: [callTool('Bash', { command: 'npm publish' }), say('I was not allowed to do that.')],
    mayDoAll: false,
  })
  await rig.project.mayday(['run', '--agent', 'claude', 'Publish it.'], rig.env)
  expect(rig.project.result()).toMatchObject({ exitCode: 0, status: 'failed', reason: 'PERMISSION_BLOCKED' })
})

story('a shell loop takes an empty answer for a success', async () => {
  await using rig = await agentRig({ agents: ['codex'], script: fault('empty') })
  const { stdout } = await rig.project.mayday(['agents', '--json'], rig.env)
  const { agents } = JSON.parse(stdout)
  const { command } = agents.find(({ name }: { name: string }) => name === 'codex')
  const words = command.map((word: string) => (word === '{prompt}' ? 'Say hello.' : word))
  // What a person would write; the second number is the agent's own.
  const loop = [
    '-c',
    '"$@" </dev/null 2>/dev/null | tee log; echo "${PIPESTATUS[1]} ${PIPESTATUS[0]}"',
    'bash',
    ...words,
  ]
  const { stdout: printed } = await promisify(execFile)('bash', loop, {
    cwd: rig.project.path,
    env: { ...process.env, ...rig.env },
  })
  expect(printed.trim().split('\n').at(-1)).toBe('0 0')
  await rig.project.mayday(['run', '--agent', 'codex', 'Say hello.'], rig.env)
  expect(rig.project.result()).toMatchObject({ exitCode: 0, status: 'failed', reason: 'LLM_ERROR' })
})
