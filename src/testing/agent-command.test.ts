import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Children, eventually } from '../../tests/children.ts'
import { freshFolder } from '../../tests/run-mayday.ts'
import { openProcesses } from '../supervision/processes/open-processes.ts'
import { agentCommand, scriptedAgent, type AgentStep } from './index.ts'

const { PATH = '' } = process.env

function run(
  steps: readonly AgentStep[],
  { cwd, args = [], env = {} }: { cwd: string; args?: readonly string[]; env?: Record<string, string> },
): SpawnSyncReturns<string> {
  const command = agentCommand(scriptedAgent(...steps))
  const [program = '', ...rest] = command.argv
  return spawnSync(program, [...rest, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, ...command.env, ...env },
  })
}

it('prints, edits, runs and exits as scripted', async () => {
  await using folder = await freshFolder()
  const ended = run(
    [
      { kind: 'write', path: 'a.txt', text: 'one two' },
      { kind: 'replace', path: 'a.txt', find: 'two', by: '$&three' },
      { kind: 'append', path: 'a.txt', text: '\n' },
      { kind: 'run', command: 'cat a.txt; exit 9' },
      { kind: 'repeat', times: 2, steps: [{ kind: 'print', text: '{prompt} by attempt {attempt}\n' }] },
      { kind: 'print', text: 'no\n', to: 'stderr' },
      { kind: 'delete', path: 'a.txt' },
      { kind: 'exit', code: 3 },
      { kind: 'print', text: 'never' },
    ],
    { cwd: folder.path, args: ['Fix', 'it'], env: { MAYDAY_ATTEMPT: '2' } },
  )
  const line = 'Fix it by attempt 2\n'
  expect(ended).toMatchObject({ status: 3, stdout: `one $&three\n${line}${line}`, stderr: 'no\n' })
})

it('does better with a lesson in its prompt', async () => {
  await using folder = await freshFolder()
  const steps: readonly AgentStep[] = [
    {
      kind: 'when',
      match: { prompt: 'Failure Context' },
      steps: [{ kind: 'print', text: 'better' }],
      otherwise: [{ kind: 'exit', code: 1 }],
    },
  ]
  expect(run(steps, { cwd: folder.path, args: ['Fix it'] })).toMatchObject({ status: 1 })
  writeFileSync(folder.file('prompt.md'), 'Fix it\nFailure Context: it broke')
  const env = { MAYDAY_PROMPT_FILE: folder.file('prompt.md') }
  expect(run(steps, { cwd: folder.path, env })).toMatchObject({ status: 0, stdout: 'better' })
})

it('checks the attempt and files', async () => {
  await using folder = await freshFolder()
  const steps: readonly AgentStep[] = [
    { kind: 'when', match: { attempt: 2, file: 'seen' }, steps: [{ kind: 'exit', code: 0 }] },
    { kind: 'write', path: 'seen', text: '' },
    { kind: 'exit', code: 1 },
  ]
  expect(run(steps, { cwd: folder.path }).status).toBe(1)
  expect(run(steps, { cwd: folder.path }).status).toBe(1)
  expect(run(steps, { cwd: folder.path, env: { MAYDAY_ATTEMPT: '2' } }).status).toBe(0)
})

it('ends itself with a signal', async () => {
  await using folder = await freshFolder()
  const steps: readonly AgentStep[] = [{ kind: 'signal', signal: 'SIGKILL' }]
  expect(run(steps, { cwd: folder.path })).toMatchObject({ status: null, signal: 'SIGKILL' })
})

it('takes its script from a file', async () => {
  await using folder = await freshFolder()
  const script = scriptedAgent({ kind: 'print', text: '{prompt}' })
  const { argv, env } = agentCommand(script, { file: folder.file('agent.json') })
  expect(env).toEqual({})
  const [program = '', ...rest] = argv
  expect(spawnSync(program, [...rest, 'hello'], { encoding: 'utf8' }).stdout).toBe('hello')
  expect(JSON.parse(readFileSync(folder.file('agent.json'), 'utf8'))).toEqual(script)
})

it('continues if it ignores a signal', async () => {
  await using folder = await freshFolder()
  const itself: readonly AgentStep[] = [
    { kind: 'signal', signal: 'SIGTERM' },
    { kind: 'exit', code: 5 },
  ]
  expect(run(itself, { cwd: folder.path })).toMatchObject({ status: null, signal: 'SIGTERM' })
  expect(run([{ kind: 'ignore', signal: 'SIGTERM' }, ...itself], { cwd: folder.path }).status).toBe(5)
})

it('hangs until it is killed', async () => {
  const { argv, env } = agentCommand(scriptedAgent({ kind: 'print', text: 'ready' }, { kind: 'hang' }))
  const [program = '', ...rest] = argv
  const child = spawn(program, rest, { env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  expect(await closed).toEqual([null, 'SIGKILL'])
})

it('leaves a child in a separate session', async () => {
  await using children = new Children()
  const spawned: AgentStep = { kind: 'spawn', command: 'echo $$ > child; sleep 1000', inOwnSession: true }
  await using folder = await freshFolder()
  const ended = run([spawned, { kind: 'wait', ms: 1 }], { cwd: folder.path, env: children.env })
  expect(ended.status).toBe(0)
  const pid = await eventually(() => {
    try {
      return Number(readFileSync(folder.file('child'), 'utf8').trim())
    } catch {
      // Not started yet.
      return null
    }
  }, 'the child')
  const found = openProcesses().lineage(pid)[0]
  expect(found).toMatchObject({ pid, group: pid })
})

it('reports errors in its script', async () => {
  await using folder = await freshFolder()
  const steps = [{ kind: 'sing' }] as unknown as readonly AgentStep[]
  const ended = run(steps, { cwd: folder.path })
  expect(ended.status).toBe(64)
  expect(ended.stderr).toMatch(/steps\.0\.kind: .*received "sing"/)
})

it('refuses a step with a value of another type', async () => {
  await using folder = await freshFolder()
  const steps = [{ kind: 'wait', ms: 'soon' }] as unknown as readonly AgentStep[]
  const ended = run(steps, { cwd: folder.path })
  expect(ended.status).toBe(64)
  expect(ended.stderr).toContain('steps.0.ms: Invalid type: Expected number but received "soon"')
})

it('refuses a script too large for a variable', () => {
  const script = scriptedAgent({ kind: 'print', text: 'x'.repeat(200_000) })
  expect(() => agentCommand(script)).toThrow(/200038 bytes.*Give a file/)
})
