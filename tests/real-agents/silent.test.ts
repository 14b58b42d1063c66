/** What a shell loop takes for a success, and processes that outlive their agent. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { callTool, fault, say, type PointedAgent } from '../../src/testing/index.ts'
import { until } from '../running-mayday.ts'
import { agentRig } from './agent-rig.ts'

const four: readonly PointedAgent[] = ['claude', 'codex', 'gemini', 'opencode']

test.each(four)('a canceled %s leaves no tool behind', async (agent) => {
  const strays = 'setsid tail -f /dev/null & touch started; tail -f /dev/null'
  await using rig = await agentRig({ agents: [agent], script: callTool('Bash', { command: strays }) })
  const going = rig.project.start(['run', '--agent', agent, '--grace', '2s', 'Wait.'], rig.env)
  await until('the tool', () => existsSync(rig.project.file('started')))
  expect(rig.leftovers().length).toBeGreaterThan(2)
  await rig.project.mayday(['cancel', '1'], rig.env)
  await going.finished
  expect(rig.project.result()).toMatchObject({ status: 'canceled', reason: null })
  expect(rig.leftovers()).toEqual([])
})

test.each(four)('a killed launcher of %s leaves nothing behind', async (agent) => {
  const strays = 'setsid tail -f /dev/null & touch started; tail -f /dev/null'
  await using rig = await agentRig({ agents: [agent], script: callTool('Bash', { command: strays }) })
  const going = rig.project.start(['run', '--agent', agent, '--grace', '2s', 'Wait.'], rig.env)
  await until('the tool', () => existsSync(rig.project.file('started')))
  rig.killLauncher()
  await going.finished
  expect(rig.project.result()).toMatchObject({ status: 'failed', reason: 'WORKER_CRASHED' })
  expect(rig.leftovers()).toEqual([])
})

test('a denied command is no success', async () => {
  await using rig = await agentRig({
    agents: ['claude'],
    script: [callTool('Bash', { command: 'npm publish' }), say('I was not allowed to do that.')],
    mayDoAll: false,
  })
  await rig.project.mayday(['run', '--agent', 'claude', 'Publish it.'], rig.env)
  expect(rig.project.result()).toMatchObject({ exitCode: 0, status: 'failed', reason: 'PERMISSION_BLOCKED' })
})

test('a shell loop takes an empty answer for a success', async () => {
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
