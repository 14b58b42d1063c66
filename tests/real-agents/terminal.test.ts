/**
 * The real agents in their terminal interface: what the hook and the reader make of each way to end. Expected before it
 * was tried.
 */
import { existsSync } from 'node:fs'
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
import { inWords, type Ending, type Verdict } from './endings.ts'
import { envOf, heard, plugIn } from './plugged.ts'
import { printOnce, toldWith } from './print-mode.ts'
import { story } from './turns.ts'

/** Gemini CLI repeats a request without end when it is told to slow down, whatever its settings say. */
const neverEnds = (agent: TerminalAgent, name: FaultName): boolean =>
  agent === 'gemini' && name === 'rate-limit'

/** Gemini CLI removes a session without an answer when the person leaves it. So the second request fails there. */
const forgetsFirst = (agent: TerminalAgent): boolean => agent === 'gemini'

/** The prompt of the next session. */
const NEXT = 'Say hello.'

const title = when({ hasTools: false }, say('A title'))
const hello = when({ prompt: NEXT }, thenAlways(say('Hello.')))
const good: Script = [title, callTool('Bash', { command: 'echo hi > made.txt' }), say('The file is made.')]
const stuck: Script = [title, callTool('Bash', { command: 'touch started; tail -f /dev/null' }), say('Done.')]

/** Codex asks a person only if the model wants it to. */
const WANTS_A_PERSON = { sandbox_permissions: 'require_escalated', justification: 'May it ask the network?' }

const asking = (agent: TerminalAgent): Script => [
  title,
  callTool('Bash', {
    command: 'curl -s http://127.0.0.1:9; touch asked.txt',
    ...(agent === 'codex' ? WANTS_A_PERSON : {}),
  }),
  say('Done.'),
]

const faults: readonly (readonly [FaultName, reason: string])[] = [
  ['rate-limit', 'RATE_LIMITED'],
  ['usage-limit', 'USAGE_LIMIT'],
  ['context-too-long', 'CONTEXT_EXHAUSTED'],
  ['unauthorized', 'AUTH_FAILED'],
]

async function sit(rig: AgentRig, agent: TerminalAgent, options: SeatOptions = {}): Promise<AgentTerminal> {
  prepareTerminal(rig, agent)
  await plugIn(rig, agent)
  return openAgentTerminal(rig, agent, 'Make the file.', options)
}

async function sessionsOf(rig: AgentRig): Promise<readonly Verdict[]> {
  const { stdout } = await rig.project.mayday(['sessions', '--json', '--here'], envOf(rig))
  return JSON.parse(stdout).sessions
}

async function failed(rig: AgentRig): Promise<void> {
  while ((await sessionsOf(rig))[0]?.status !== 'failed');
}

/** How the reader sees the only session, once it is not live any more. */
async function readerSees(rig: AgentRig): Promise<Verdict | undefined> {
  for (;;) {
    const [first] = await sessionsOf(rig)
    if (first === undefined || first.status !== 'live') return first
  }
}

/** Waits until the agent has nothing more to ask the model. */
const answered = (rig: AgentRig, count: number): Promise<unknown> =>
  until('the requests', () => rig.server.requests.length >= count)

const INTERRUPTED: Verdict = { status: 'interrupted', reason: null }
const CUT_OFF: Verdict = { status: 'cut-off', reason: 'UNKNOWN' }
const SUCCEEDED: Verdict = { status: 'succeeded', reason: null }

const words = (seen: Verdict | null | undefined): string => (seen ? inWords(seen) : 'nothing')

/** The reader is right. A hook that runs is not wrong, if there is one. */
async function expectRead(rig: AgentRig, seen: Ending): Promise<void> {
  seen.reader = words(await readerSees(rig))
  const hook = heard(rig)
  seen.hook = hook === null ? null : words(hook)
  expect([seen.reader, seen.hook ?? seen.expected]).toEqual([seen.expected, seen.expected])
}

describe.each(terminalAgents)('%s in a terminal', (agent) => {
  const ending = (how: string, expected: Verdict): Ending => ({
    agent,
    isInTerminal: true,
    how,
    expected: inWords(expected),
  })

  story('ends well', async ({ task }) => {
    await using rig = await agentRig({ agents: [agent], script: good })
    const seen = (task.meta.ending = ending('a good end', SUCCEEDED))
    const terminal = await sit(rig, agent)
    await until('the last answer', () => /file\s*is\s*made/.test(terminal.shown()))
    // The words are shown before the turn is over, and leaving would interrupt it.
    await terminal.rests()
    await terminal.quit()
    seen.reader = words(await readerSees(rig))
    seen.hook = words(await until('the hook', () => heard(rig)))
    expect(seen).toMatchObject({ reader: 'succeeded', hook: 'succeeded' })
  })

  for (const [name, reason] of faults.filter(([name]) => !neverEnds(agent, name)))
    story(`ends with ${name}`, async ({ task }) => {
      const first = forgetsFirst(agent) ? [say('A first answer.')] : []
      const script = [hello, title, ...first, thenAlways(fault(name))]
      await using rig = await agentRig({ agents: [agent], script })
      const seen = (task.meta.ending = ending(name, { status: 'failed', reason }))
      const terminal = await sit(rig, agent, { hasPlan: name === 'usage-limit' })
      await answered(rig, 1)
      if (forgetsFirst(agent)) {
        await until('the first answer', () => /A\s*first\s*answer/.test(terminal.shown()))
        await terminal.ask('Go on.')
      }
      // It has failed and waits for the person: the reader sees it while the process lives.
      await failed(rig)
      await terminal.quit()
      seen.reader = words(await readerSees(rig))
      seen.hook = words(await until('the hook', () => heard(rig)))
      await printOnce(rig, agent, NEXT)
      const told = toldWith(rig, NEXT)
      seen.told = told === null ? null : `failed: ${told}`
      const { expected } = seen
      expect(seen).toMatchObject({ reader: expected, hook: expected, told: expected })
    })

  story('is interrupted by Esc', async ({ task }) => {
    await using rig = await agentRig({ agents: [agent], script: stuck })
    const seen = (task.meta.ending = ending('Esc in the middle', INTERRUPTED))
    const terminal = await sit(rig, agent)
    await until('the tool', () => existsSync(rig.project.file('started')))
    terminal.type('\u001B')
    await until('the interrupt', () => /interrupted|cancel+ed/i.test(terminal.shown()))
    await terminal.quit()
    await expectRead(rig, seen)
  })

  if (neverEnds(agent, 'rate-limit'))
    story('is live while it repeats a request', async ({ task }) => {
      await using rig = await agentRig({ agents: [agent], script: [title, thenAlways(fault('rate-limit'))] })
      const seen = (task.meta.ending = ending('rate-limit, then closed', CUT_OFF))
      const terminal = await sit(rig, agent)
      await answered(rig, 5)
      expect(await sessionsOf(rig)).toMatchObject([{ status: 'live' }])
      await terminal.close()
      await expectRead(rig, seen)
    })

  for (const [how, name] of [
    ['close', 'a closed terminal'],
    ['kill', 'kill -9'],
  ] as const)
    story(`is cut off by ${name}`, async ({ task }) => {
      await using rig = await agentRig({ agents: [agent], script: stuck })
      const seen = (task.meta.ending = ending(name, CUT_OFF))
      const terminal = await sit(rig, agent)
      await until('the tool', () => existsSync(rig.project.file('started')))
      expect(await sessionsOf(rig)).toMatchObject([{ status: 'live' }])
      if (how === 'close') await terminal.close()
      else await rig.killAll()
      await terminal.ended
      await expectRead(rig, seen)
    })

  story('waits at a permission prompt', async ({ task }) => {
    await using rig = await agentRig({ agents: [agent], script: asking(agent), mayDoAll: false })
    const seen = (task.meta.ending = ending('a permission prompt left alone', {
      status: 'live',
      reason: null,
    }))
    const terminal = await sit(rig, agent, { mayDoAll: false })
    await until('the question', () => /Allow|Do\s*you\s*want|Would\s*you\s*like/i.test(terminal.shown()))
    seen.reader = (await sessionsOf(rig)).map(inWords).join(', ')
    seen.hook = heard(rig) === null ? null : words(heard(rig))
    expect(seen.reader).toBe('live')
    expect(existsSync(rig.project.file('asked.txt'))).toBe(false)
    await terminal.close()
  })
})
