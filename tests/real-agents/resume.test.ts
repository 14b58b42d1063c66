/** The next attempt goes on in the same session, or starts fresh: by what the model server received. */
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  callTool,
  fault,
  say,
  when,
  type ModelRequest,
  type PointedAgent,
  type Script,
} from '../../src/testing/index.ts'
import { until } from '../running-mayday.ts'
import { inStore } from '../task-repository.ts'
import { agentRig, type AgentRig } from './agent-rig.ts'

const isFull = process.env['REAL_AGENTS_FULL'] === '1'
const agents: readonly PointedAgent[] = isFull
  ? ['claude', 'codex', 'gemini', 'opencode']
  : ['claude', 'codex']

const FIRST = 'the first step is done'
const first = callTool('Bash', { command: `echo ${FIRST}` })
const stuck = callTool('Bash', { command: 'touch started; tail -f /dev/null' })

const rigFor = (agent: PointedAgent, ...turns: readonly ReturnType<typeof callTool>[]): Promise<AgentRig> =>
  agentRig({
    agents: [agent],
    script: [
      when({ hasTools: false }, say('A title')),
      when(({ prompts }) => prompts[0]?.includes('This is attempt 2') === true, say('It goes on.')),
      ...turns,
    ] satisfies Script,
    settings: {
      limits: { idle: '6s', grace: '2s' },
      policy: { STALLED: { backoff: false }, WORKER_CRASHED: { backoff: false } },
    },
  })

type Run = { readonly reason: string | null; readonly sessionId: string | null }

const runs = ({ project }: AgentRig): readonly Run[] =>
  inStore(project, (store) => store.runsOf(1).map(({ reason, sessionId }) => ({ reason, sessionId })))

const add = ({ project, env }: AgentRig, agent: string): Promise<unknown> =>
  project.mayday(['add', 'Do both steps', '--agent', agent, '--no-expect-changes'], env)

const work = (rig: AgentRig): ReturnType<AgentRig['project']['start']> =>
  rig.project.start(['run', '--task', '1'], rig.env)

/** The last question of the agent's work. */
const lastAsked = ({ server }: AgentRig): ModelRequest | undefined =>
  server.requests.findLast(({ tools }) => tools.length > 0)

function expectResumed(rig: AgentRig, reason: string): void {
  const [one, two] = runs(rig)
  expect([one?.reason, two?.reason]).toEqual([reason, null])
  expect(two?.sessionId).toBe(one?.sessionId)
  expect(lastAsked(rig)?.toolResults.join('\n')).toContain(FIRST)
  expect(lastAsked(rig)?.prompts.length).toBeGreaterThan(1)
  expect(rig.leftovers()).toEqual([])
}

describe.each(agents)('%s', (agent) => {
  test('goes on after the model fell silent', async () => {
    await using rig = await rigFor(agent, first, fault('hang'), say('Both steps are done.'))
    await add(rig, agent)
    await work(rig).finished
    expectResumed(rig, 'STALLED')
  })

  test('goes on after it was killed', async () => {
    await using rig = await rigFor(agent, first, stuck, say('Both steps are done.'))
    await add(rig, agent)
    const going = work(rig)
    await until('the tool', () => existsSync(rig.project.file('started')))
    rig.killAgent(agent)
    await going.finished
    expectResumed(rig, 'WORKER_CRASHED')
  })

  test('goes on after it and Mayday were killed', async () => {
    await using rig = await rigFor(agent, first, stuck, say('Both steps are done.'))
    await add(rig, agent)
    const going = work(rig)
    await until('the tool', () => existsSync(rig.project.file('started')))
    going.child.kill('SIGKILL')
    await going.finished
    rig.killAll()
    await work(rig).finished
    expectResumed(rig, 'WORKER_CRASHED')
  })

  test('starts fresh after a full context', async () => {
    await using rig = await rigFor(agent, first, fault('context-too-long'), say('Both steps are done.'))
    await add(rig, agent)
    await work(rig).finished
    const [one, two] = runs(rig)
    expect([one?.reason, two?.reason]).toEqual(['CONTEXT_EXHAUSTED', null])
    expect(two?.sessionId).not.toBe(one?.sessionId)
    expect(lastAsked(rig)?.toolResults.join('\n')).not.toContain(FIRST)
    expect(lastAsked(rig)?.prompt).toContain(FIRST)
    expect(rig.leftovers()).toEqual([])
  })
})
