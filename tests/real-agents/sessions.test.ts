/** What `mayday sessions` makes of the sessions that the real agents leave, started by a person without Mayday. */
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import {
  callTool,
  fault,
  say,
  when,
  type FaultName,
  type PointedAgent,
  type Script,
} from '../../src/testing/index.ts'
import { until } from '../running-mayday.ts'
import { agentRig, type AgentRig } from './agent-rig.ts'
import { inWords, type Ending, type Verdict } from './endings.ts'
import { heard, hookWords, plugIn } from './plugged.ts'
import { installedAgents, realAgents } from './real-agents.ts'
import { story } from './turns.ts'

const isFull = process.env['REAL_AGENTS_FULL'] === '1'
const agents = installedAgents(isFull)

const title = when({ hasTools: false }, say('A title'))
const good: Script = [title, callTool('Bash', { command: 'echo hi > made.txt' }), say('The file is made.')]
const stuck: Script = [title, callTool('Bash', { command: 'touch started; tail -f /dev/null' })]

/** Its session does not contain the failure. */
const UNSEEN: Verdict = { status: 'cut-off', reason: 'UNKNOWN' }
const SILENT: readonly PointedAgent[] = ['gemini', 'goose']

/** Expected before it was tried. `others` are agents whose sessions say less. */
const faults: readonly (readonly [FaultName, reason: string, others: readonly PointedAgent[]])[] = [
  ['rate-limit', 'RATE_LIMITED', SILENT],
  ['usage-limit', 'USAGE_LIMIT', SILENT],
  ['unauthorized', 'AUTH_FAILED', SILENT],
  ['context-too-long', 'CONTEXT_EXHAUSTED', SILENT],
  ['empty', 'LLM_ERROR', [...SILENT, 'qwen']],
]

type Stop = {
  readonly how: string
  readonly signal: 'SIGINT' | 'SIGHUP'
  readonly expected: Verdict
  /** Agents whose sessions say something else. */
  readonly others: Partial<Record<PointedAgent, Verdict>>
  /** Agents that call no hook. */
  readonly unheard: readonly PointedAgent[]
}

const INTERRUPTED: Verdict = { status: 'interrupted', reason: 'INTERRUPTED' }

/** What a person does while a tool runs. All processes of the terminal get the signal. */
const stops: readonly Stop[] = [
  {
    how: 'Ctrl+C in a tool',
    signal: 'SIGINT',
    expected: INTERRUPTED,
    others: {
      // They write no interrupt in print mode.
      gemini: UNSEEN,
      opencode: UNSEEN,
      qwen: UNSEEN,
      goose: UNSEEN,
      kilo: UNSEEN,
      pi: UNSEEN,
      // It tells the model that its tool was interrupted, and goes on.
      droid: { status: 'succeeded', reason: null },
    },
    unheard: [],
  },
  {
    how: 'a closed terminal',
    signal: 'SIGHUP',
    expected: UNSEEN,
    // It writes the same as after Ctrl+C.
    others: { copilot: INTERRUPTED },
    unheard: ['codex'],
  },
]

/** Of which only sessions are tried, one ending is enough without `--full`: a lost login ends them at once. */
const isBrief = (agent: PointedAgent): boolean => !isFull && realAgents[agent].hasSessionsOnly === true

const faultsFor = (agent: PointedAgent): typeof faults =>
  isBrief(agent) ? faults.filter(([name]) => name === 'unauthorized') : faults

/** Agents whose own settings end their retries within seconds: a file below HOME, and its content. */
const impatience: Partial<Record<PointedAgent, readonly [path: string, settings: object]>> = {
  gemini: [
    '.gemini/settings.json',
    { security: { auth: { selectedType: 'gemini-api-key' } }, general: { maxAttempts: 1 } },
  ],
  qwen: [
    '.qwen/settings.json',
    { security: { auth: { selectedType: 'openai' } }, model: { generationConfig: { maxRetries: 0 } } },
  ],
}

function shortenRetries({ env }: AgentRig, agent: PointedAgent): void {
  const [path, settings] = impatience[agent] ?? []
  if (path !== undefined) writeFileSync(join(env['HOME'] ?? '', path), JSON.stringify(settings))
}

/** A plan's limit is told to a login, not to a key. */
const LOGIN = { CLAUDE_CODE_OAUTH_TOKEN: 'test-token', ANTHROPIC_API_KEY: '' }

/**
 * Agents whose hook is tried too. Without a network OpenCode takes minutes to start with a plugin, and connect.test.ts
 * tries it. Without `--full` none is: connect.test.ts tries two endings.
 */
const HOOKED: readonly PointedAgent[] = isFull ? ['claude', 'codex', 'copilot', 'gemini'] : []

const isHooked = (agent: PointedAgent): boolean => HOOKED.includes(agent)

/** In print mode it calls no hook after a failed request. */
const callsHook = (agent: PointedAgent, isFailedRequest: boolean): boolean =>
  isHooked(agent) && !(agent === 'gemini' && isFailedRequest)

/** A repository and the agent, with the plugin if its hook is tried. */
async function seated(agent: PointedAgent, script: Script): Promise<AgentRig> {
  const rig = await agentRig({ agents: [agent], script })
  if (isHooked(agent)) await plugIn(rig, agent)
  return rig
}

/** Starts the agent as a person would. Resolves when it has ended. */
function start(
  rig: AgentRig,
  agent: PointedAgent,
  prompt: string,
  env: Readonly<Record<string, string>> = {},
): { readonly ended: Promise<void>; readonly signal: (name: NodeJS.Signals) => void } {
  const [program = '', ...args] = rig.command(agent, prompt)
  const child = spawn(program, [...args, ...(isHooked(agent) ? hookWords(agent) : [])], {
    cwd: rig.project.path,
    // Not the variables of the test runner: OpenCode keeps its sessions elsewhere where it is tested.
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...rig.env, CLAUDE_CODE_MAX_RETRIES: '1', ...env },
    stdio: 'ignore',
    detached: true,
  })
  return {
    ended: new Promise((resolve) => child.on('close', () => resolve())),
    signal: (name) => void process.kill(-(child.pid ?? 0), name),
  }
}

type Row = {
  readonly agent: string
  readonly status: string
  readonly reason: string | null
  readonly asked: string
}

async function sessionsOf(rig: AgentRig): Promise<readonly Row[]> {
  const { stdout } = await rig.project.mayday(['sessions', '--json', '--here'], rig.env)
  return JSON.parse(stdout).sessions
}

/** An unfinished session that has just changed may still be written: it is asked for until it is not. */
async function endedSessions(rig: AgentRig): Promise<readonly Row[]> {
  for (;;) {
    const found = await sessionsOf(rig)
    if (found.every(({ status }) => status !== 'live')) return found
  }
}

/** A hook that is called is right. */
async function expectHook(rig: AgentRig, seen: Ending, isCalled: boolean): Promise<void> {
  const kept = isCalled ? await until('the hook', () => heard(rig)) : heard(rig)
  seen.hook = kept === null ? null : inWords(kept)
  expect(seen.hook).toBe(isCalled ? seen.expected : null)
}

const plain = ({ status, reason }: Row): Verdict => ({ status, reason })

describe.concurrent.each(agents)('%s', (agent) => {
  const ending = (how: string, expected: Verdict): Ending => ({
    agent,
    isInTerminal: false,
    how,
    expected: inWords(expected),
  })

  for (const [name, reason, others] of faultsFor(agent))
    story(`leaves a session that ended with ${name}`, async ({ task }) => {
      await using rig = await seated(agent, fault(name, { retryAfter: 1 }))
      const expected = others.includes(agent) ? UNSEEN : { status: 'failed', reason }
      const seen = (task.meta.ending = ending(name, expected))
      shortenRetries(rig, agent)
      await start(rig, agent, 'Make the file.', name === 'usage-limit' ? LOGIN : {}).ended
      const found = await endedSessions(rig)
      seen.reader = found.map(inWords).join(', ')
      expect(found.map(plain)).toEqual([expected])
      expect(found).toMatchObject([{ agent }])
      await expectHook(rig, seen, callsHook(agent, name !== 'empty'))
    })

  if (isBrief(agent)) return
  story('leaves a session that ended well', async ({ task }) => {
    await using rig = await seated(agent, good)
    const expected = { status: 'succeeded', reason: null }
    const seen = (task.meta.ending = ending('a good end', expected))
    await start(rig, agent, 'Make the file.').ended
    const found = await sessionsOf(rig)
    seen.reader = found.map(inWords).join(', ')
    expect(found).toMatchObject([{ agent, ...expected, asked: 'Make the file.' }])
    await expectHook(rig, seen, callsHook(agent, false))
  })

  for (const { how, signal, expected, others, unheard } of isFull ? stops : [])
    story(`leaves a session that ended by ${how}`, async ({ task }) => {
      await using rig = await seated(agent, stuck)
      const seen = (task.meta.ending = ending(how, others[agent] ?? expected))
      const started = start(rig, agent, 'Make the file.')
      await until('the tool', () => existsSync(rig.project.file('started')))
      started.signal(signal)
      await started.ended
      const found = await endedSessions(rig)
      seen.reader = found.map(inWords).join(', ')
      expect(found.map(plain)).toEqual([others[agent] ?? expected])
      await expectHook(rig, seen, isHooked(agent) && !unheard.includes(agent))
    })

  story('is live while it works, and cut off when killed', async ({ task }) => {
    await using rig = await seated(agent, stuck)
    const seen = (task.meta.ending = ending('kill -9 in a tool', { status: 'cut-off', reason: 'UNKNOWN' }))
    const { ended } = start(rig, agent, 'Make the file.')
    await until('the tool', () => existsSync(rig.project.file('started')))
    expect(await sessionsOf(rig)).toMatchObject([{ agent, status: 'live', reason: null }])
    await rig.killAll()
    await ended
    const found = await endedSessions(rig)
    seen.reader = found.map(inWords).join(', ')
    expect(found).toMatchObject([{ agent, status: 'cut-off' }])
    await expectHook(rig, seen, false)
  })
})
