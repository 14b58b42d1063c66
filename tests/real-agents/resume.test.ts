/** The next attempt goes on in the same session, or starts fresh: by what the model server received. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import {
  callTool,
  fault,
  say,
  thenAlways,
  when,
  type ModelRequest,
  type PointedAgent,
  type Script,
  type Step,
} from '../../src/testing/index.ts'
import { until } from '../running-mayday.ts'
import { inStore } from '../task-repository.ts'
import { agentRig, type AgentRig } from './agent-rig.ts'
import { realAgents, runAgents } from './real-agents.ts'
import { story } from './turns.ts'

const isFull = process.env['REAL_AGENTS_FULL'] === '1'
const agents = runAgents(isFull)

/** Without its database the agent cannot start at all, which is another fault. */
const KEEPS_A_DATABASE: ReadonlySet<PointedAgent> = new Set(['opencode', 'goose'])

const FIRST = 'the first step is done'
const first = callTool('Bash', { command: `echo ${FIRST}` })
const stuck = callTool('Bash', { command: 'touch started; tail -f /dev/null' })

const rigFor = (agent: PointedAgent, ...turns: readonly Step[]): Promise<AgentRig> =>
  agentRig({
    agents: [agent],
    script: [
      when({ hasTools: false }, say('A title')),
      when(({ prompts }) => /This is attempt [23]/.test(prompts.join('\n')), say('It goes on.')),
      ...turns,
    ] satisfies Script,
    settings: {
      limits: { idle: '8s', grace: '2s' },
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

/** The last question of the agent's work; others are for a title or a memory of its own. */
const lastAsked = ({ server }: AgentRig): ModelRequest | undefined =>
  server.requests.findLast(({ tools, prompt }) => tools.length > 0 && /Do both steps|Go on/.test(prompt))

const sessionsOf = ({ env }: AgentRig, agent: PointedAgent): string =>
  join(env['HOME'] ?? '', realAgents[agent].sessions)

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile())
}

/** The agent is in its second tool, and has written down the first: the words of the call, and those of its result. */
async function secondStep(rig: AgentRig, agent: PointedAgent): Promise<void> {
  await until('the tool', () => existsSync(rig.project.file('started')))
  const times = realAgents[agent].isLate === true ? 1 : 2
  const isWritten = (path: string): boolean => readFileSync(path, 'utf8').split(FIRST).length > times
  await until('its session', () => filesIn(sessionsOf(rig, agent)).some(isWritten))
}

/** Runs the task until the agent is at its second step, then kills everything. */
async function killEverything(rig: AgentRig, agent: PointedAgent): Promise<void> {
  await add(rig, agent)
  const going = work(rig)
  await secondStep(rig, agent)
  going.child.kill('SIGKILL')
  await going.finished
  await rig.killAll()
}

/** Every file of its sessions becomes something that nobody can read. */
function spoil(folder: string): void {
  for (const path of filesIn(folder)) writeFileSync(path, 'neither JSON nor a database {"')
}

function expectFresh(rig: AgentRig, reasons: readonly (string | null)[]): void {
  const all = runs(rig)
  expect(all.map(({ reason }) => reason)).toEqual(reasons)
  expect(lastAsked(rig)?.prompts.join('\n')).not.toContain('This is attempt 1')
  expect(lastAsked(rig)?.toolResults.join('\n')).not.toContain(FIRST)
  expect(lastAsked(rig)?.prompt).toContain(FIRST)
  expect(rig.leftovers()).toEqual([])
}

function expectResumed(rig: AgentRig, agent: PointedAgent, reason: string): void {
  const [one, two] = runs(rig)
  expect([one?.reason, two?.reason]).toEqual([reason, null])
  expect(two?.sessionId).toBe(one?.sessionId)
  expectRemembered(rig, agent, ['This is attempt 1', 'This is attempt 2'])
  expect(rig.leftovers()).toEqual([])
}

/** The model was told what was asked before, and what the tools had said. */
function expectRemembered(rig: AgentRig, agent: PointedAgent, asked: readonly string[]): void {
  const { prompts = [], toolResults = [] } = lastAsked(rig) ?? {}
  for (const words of asked) expect(prompts.join('\n')).toContain(words)
  const results = realAgents[agent].isLate === true ? [] : [FIRST]
  for (const words of results) expect(toolResults.join('\n')).toContain(words)
}

describe.concurrent.each(agents)('%s', (agent) => {
  story('goes on after the model fell silent', async () => {
    await using rig = await rigFor(agent, first, thenAlways(fault('hang')))
    await add(rig, agent)
    await work(rig).finished
    expectResumed(rig, agent, 'STALLED')
  })

  story('goes on after it was killed', async () => {
    await using rig = await rigFor(agent, first, stuck, say('Both steps are done.'))
    await add(rig, agent)
    const going = work(rig)
    await secondStep(rig, agent)
    rig.killAgent(agent)
    await going.finished
    expectResumed(rig, agent, 'WORKER_CRASHED')
  })

  story('goes on after it and Mayday were killed', async () => {
    await using rig = await rigFor(agent, first, stuck, say('Both steps are done.'))
    await killEverything(rig, agent)
    await work(rig).finished
    expectResumed(rig, agent, 'WORKER_CRASHED')
  })

  story('starts fresh after a full context', async () => {
    await using rig = await rigFor(agent, first, fault('context-too-long'), say('Both steps are done.'))
    await add(rig, agent)
    expect(await work(rig).finished).toMatchObject({ code: 0, stderr: '' })
    expectFresh(rig, ['CONTEXT_EXHAUSTED', null])
  })

  story('starts fresh where its session is gone', async () => {
    await using rig = await rigFor(agent, first, stuck)
    await killEverything(rig, agent)
    rmSync(sessionsOf(rig, agent), { recursive: true })
    expect(await work(rig).finished).toMatchObject({ code: 0, stderr: '' })
    expectFresh(rig, ['WORKER_CRASHED', 'LAUNCH_REJECTED', null])
  })

  story('goes on by hand in a plain run', async () => {
    await using rig = await rigFor(agent, first, stuck, say('Both steps are done.'))
    const going = rig.project.start(['run', '--agent', agent, 'Do both steps'], rig.env)
    await secondStep(rig, agent)
    rig.killAgent(agent)
    await going.finished
    const { code, stderr } = await rig.project.mayday(
      ['run', '--agent', agent, '--resume', '1', 'Go on'],
      rig.env,
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expectRemembered(rig, agent, ['Do both steps', 'Go on'])
  })
})

describe.concurrent.each(agents.filter((agent) => !KEEPS_A_DATABASE.has(agent)))('%s', (agent) => {
  story('starts fresh where its session is unreadable', async () => {
    await using rig = await rigFor(agent, first, stuck)
    await killEverything(rig, agent)
    spoil(sessionsOf(rig, agent))
    expect(await work(rig).finished).toMatchObject({ code: 0, stderr: '' })
    expectFresh(rig, ['WORKER_CRASHED', 'LAUNCH_REJECTED', null])
  })
})
