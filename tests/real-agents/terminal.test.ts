/**
 * The real agents in their terminal interface: what the hook and the reader make of each way to end. Expected before it
 * was tried. Gemini CLI writes neither a failed request nor an interrupt into its session, so these are not tried.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import {
  callTool,
  fault,
  say,
  thenAlways,
  when,
  type FaultName,
  type Script,
} from '../../src/testing/index.ts'
import { until } from '../running-mayday.ts'
import { agentRig, type AgentRig } from './agent-rig.ts'
import {
  openAgentTerminal,
  prepareTerminal,
  terminalAgents,
  type SeatOptions,
  type AgentTerminal,
  type TerminalAgent,
} from './agent-terminal.ts'
import { story } from './turns.ts'

type Row = { readonly status: string; readonly reason: string | null }

const title = when({ hasTools: false }, say('A title'))
const good: Script = [title, callTool('Bash', { command: 'echo hi > made.txt' }), say('The file is made.')]
const stuck: Script = [title, callTool('Bash', { command: 'touch started; tail -f /dev/null' }), say('Done.')]
const asking: Script = [
  title,
  callTool('Bash', { command: 'curl -s http://127.0.0.1:9; touch asked.txt' }),
  say('Done.'),
]

const faults: readonly (readonly [FaultName, reason: string])[] = [
  ['rate-limit', 'RATE_LIMITED'],
  ['usage-limit', 'USAGE_LIMIT'],
  ['context-too-long', 'CONTEXT_EXHAUSTED'],
  ['unauthorized', 'AUTH_FAILED'],
]

type Tried = {
  readonly end: boolean
  readonly faults: readonly FaultName[]
  readonly cuts: readonly ('close' | 'kill')[]
  readonly prompt: boolean
}

/** Where the terminal of an agent can be driven to that end. */
const TRIED: Readonly<Record<TerminalAgent, Tried>> = {
  claude: {
    end: true,
    faults: ['rate-limit', 'context-too-long', 'unauthorized'],
    cuts: ['close', 'kill'],
    prompt: true,
  },
  codex: {
    end: false,
    faults: ['rate-limit', 'usage-limit', 'context-too-long', 'unauthorized'],
    cuts: ['close', 'kill'],
    prompt: false,
  },
  gemini: { end: true, faults: [], cuts: [], prompt: true },
}

const stateOf = ({ env }: AgentRig): string => join(env['HOME'] ?? '', '.local/state/mayday')

const envOf = (rig: AgentRig): Record<string, string> => ({ ...rig.env, MAYDAY_STATE: stateOf(rig) })

async function sit(rig: AgentRig, agent: TerminalAgent, options: SeatOptions = {}): Promise<AgentTerminal> {
  prepareTerminal(rig, agent)
  expect((await rig.project.mayday(['connect', agent], envOf(rig))).code).toBe(0)
  return openAgentTerminal(rig, agent, 'Make the file.', options)
}

async function sessionsOf(rig: AgentRig): Promise<readonly Row[]> {
  const { stdout } = await rig.project.mayday(['sessions', '--json', '--here'], envOf(rig))
  return JSON.parse(stdout).sessions
}

async function failed(rig: AgentRig): Promise<void> {
  while ((await sessionsOf(rig))[0]?.status !== 'failed');
}

/** How the reader sees the only session, once it is not live any more. */
async function readerSees(rig: AgentRig): Promise<Row | undefined> {
  for (;;) {
    const [first] = await sessionsOf(rig)
    if (first === undefined || first.status !== 'live') return first
  }
}

const heard = (rig: AgentRig): Row | null => {
  const [path] = globSync(join(stateOf(rig), 'heard/*/*.*'))
  return path === undefined ? null : JSON.parse(readFileSync(path, 'utf8'))
}

/** What is shown when the turn is over. */
const ENDED: Readonly<Record<TerminalAgent, RegExp>> = {
  claude: /file\s*is\s*made/,
  codex: /Worked\s*for/,
  gemini: /file\s*is\s*made/,
}

/** Waits until the agent has nothing more to ask the model. */
const answered = (rig: AgentRig, count: number): Promise<unknown> =>
  until('the requests', () => rig.server.requests.length >= count)

describe.each(terminalAgents)('%s in a terminal', (agent) => {
  const tellsFailures = agent !== 'gemini'
  const known = TRIED[agent]

  if (known.end)
    story('ends well', async () => {
      await using rig = await agentRig({ agents: [agent], script: good })
      const terminal = await sit(rig, agent)
      await until('the last answer', () => ENDED[agent].test(terminal.shown()))
      await terminal.quit()
      expect(await readerSees(rig)).toMatchObject({ status: 'succeeded', reason: null })
      expect(await until('the hook', () => heard(rig))).toMatchObject({ status: 'succeeded' })
    })

  for (const [name, reason] of faults.filter(([fault]) => known.faults.includes(fault)))
    story(`ends with ${name}`, async () => {
      await using rig = await agentRig({ agents: [agent], script: [title, thenAlways(fault(name))] })
      const terminal = await sit(rig, agent)
      await answered(rig, 1)
      const expected = { status: 'failed', reason }
      // It has failed and waits for the person: the reader sees it while the process lives.
      await failed(rig)
      await terminal.quit()
      expect(await readerSees(rig)).toMatchObject(expected)
      expect(await until('the hook', () => heard(rig))).toMatchObject(expected)
    })

  if (tellsFailures)
    story('is interrupted by Esc', async () => {
      await using rig = await agentRig({ agents: [agent], script: stuck })
      const terminal = await sit(rig, agent)
      await until('the tool', () => existsSync(rig.project.file('started')))
      terminal.type('\u001B')
      await until('the interrupt', () => /interrupted|cancel+ed/i.test(terminal.shown()))
      await terminal.quit()
      expect(await readerSees(rig)).toMatchObject({ status: 'interrupted' })
    })

  for (const how of known.cuts)
    story(`is cut off by ${how === 'close' ? 'a closed terminal' : 'kill -9'}`, async () => {
      await using rig = await agentRig({ agents: [agent], script: stuck })
      const terminal = await sit(rig, agent)
      await until('the tool', () => existsSync(rig.project.file('started')))
      expect(await sessionsOf(rig)).toMatchObject([{ status: 'live' }])
      if (how === 'close') await terminal.close()
      else rig.killAll()
      await terminal.ended
      const seen = await readerSees(rig)
      expect(['cut-off', 'interrupted']).toContain(seen?.status)
    })

  if (known.prompt)
    story('waits at a permission prompt', async () => {
      await using rig = await agentRig({ agents: [agent], script: asking, mayDoAll: false })
      const terminal = await sit(rig, agent, { mayDoAll: false })
      await until('the question', () => /Allow|Do\s*you\s*want|Would\s*you\s*like/i.test(terminal.shown()))
      expect(await sessionsOf(rig)).toMatchObject([{ status: 'live' }])
      expect(existsSync(rig.project.file('asked.txt'))).toBe(false)
      await terminal.close()
    })
})
