import { constants } from 'node:os'
import type { Ending } from '../reasons/ending.ts'
import type { Reason } from '../reasons/reason.ts'
import type { Stage } from '../reasons/stages.ts'
import type { Signal } from '../signals/signal.ts'
import type { DiagnoseInput } from './diagnosis.ts'
import type { NamedRule } from './named-rules.ts'

/** The verdict that an ending implies. */
export type EndingVerdict = { readonly reason: Reason; readonly rule: NamedRule }

/** The process or its node is gone, and the exit status is not known. */
export const LOST: EndingVerdict = { reason: 'WORKER_CRASHED', rule: 'ending.lost' }

/** Mayday checked the run before its start and refused it. */
export const REJECTED: EndingVerdict = { reason: 'LAUNCH_REJECTED', rule: 'mayday.rejected' }

const nameOfSignal = (number: number): string | null =>
  Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null

/** The signal and code of an ending, from any of the inputs. */
export function readEnding(input: Pick<DiagnoseInput, 'exitCode' | 'endSignal' | 'ending'>): Ending {
  if (input.ending !== undefined) return input.ending
  if (typeof input.endSignal === 'string' && input.endSignal !== '')
    return { kind: 'signal', signal: input.endSignal }
  const code = input.exitCode
  if (code === null || code === undefined) return { kind: 'unknown' }
  if (code < 0) return { kind: 'signal', signal: nameOfSignal(-code) ?? `signal ${-code}` }
  return { kind: 'exit', code }
}

/** The exit code that a shell would report. */
export const shellCode = (input: Pick<DiagnoseInput, 'exitCode' | 'endSignal'>): number | null => {
  const { exitCode, endSignal } = input
  if (typeof endSignal === 'string') {
    const number = Object.entries(constants.signals).find(([name]) => name === endSignal)?.[1]
    return number === undefined ? 128 : 128 + number
  }
  if (exitCode === null || exitCode === undefined) return null
  return exitCode < 0 ? 128 - exitCode : exitCode
}

const isAgentStage = (stage: Stage): boolean => stage === 'agent_run' || stage === 'launch'

/** Is this the output of an agent? An unknown one is recognised by an answer or a session. */
const isAgents = ({ agent, facts }: DiagnoseInput): boolean =>
  typeof agent === 'string' || facts?.answered === true || typeof facts?.sessionId === 'string'

/**
 * The verdict that the ending implies, if any. Exit code 143 implies one only for an agent: a test command may stop
 * its own helpers. A negative code is a wait status from a harness that may have sent the signal itself.
 */
export function verdictOfEnding(input: DiagnoseInput, stage: Stage): EndingVerdict | null {
  const code = shellCode(input)
  const watched = verdictOfWatching(input, stage, code)
  if (watched !== null) return watched
  // Mayday observed the wait status, or received the signal.
  const told = typeof input.endSignal === 'string' || input.ending !== undefined
  const agent = isAgentStage(stage) && isAgents(input)
  switch (code) {
    case null:
      return null
    case 124:
      return { reason: stage === 'setup' ? 'SETUP_TIMEOUT' : 'TIMEOUT', rule: 'ending.time-limit' }
    case 125:
      return agent && typeof input.agent === 'string'
        ? null
        : { reason: 'SANDBOX_ERROR', rule: 'ending.container' }
    case 130:
      return { reason: 'INTERRUPTED', rule: 'ending.interrupt' }
    case 137:
      if (agent || isSeenKill(input, stage)) return { reason: 'WORKER_CRASHED', rule: 'ending.agent-killed' }
      // A CI system reports its own time limit in words.
      if (input.failedStep !== undefined) return { reason: 'WORKER_CRASHED', rule: 'ending.step-killed' }
      return { reason: stage === 'setup' ? 'SETUP_TIMEOUT' : 'TIMEOUT', rule: 'ending.killed' }
    case 143:
      return told || agent || (isAgentStage(stage) && (input.bytes ?? 0) > 0)
        ? { reason: 'INTERRUPTED', rule: 'ending.terminated' }
        : null
    default:
      return isCrash(input, stage, code) ? { reason: 'WORKER_CRASHED', rule: 'ending.crash' } : null
  }
}

/** The exit codes of a shell for a child that ended by SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE or SIGSEGV. */
export const CRASH_CODES: ReadonlySet<number> = new Set([132, 133, 134, 135, 136, 139])

/** The stages before the worker starts. Any bad ending is a failure of the stage. */
const preparing: Readonly<Partial<Record<Stage, Reason>>> = {
  git_clone: 'GIT_CLONE_FAILED',
  git_checkout: 'GIT_CHECKOUT_FAILED',
  setup: 'SETUP_FAILED',
}

export const preparingFailure = (stage: Stage): Reason | null => preparing[stage] ?? null

/** Mayday observed a signal that ended the process. Without that, an exit code proves a crash only for an agent. */
const isCrash = (input: DiagnoseInput, stage: Stage, code: number): boolean =>
  preparingFailure(stage) === null &&
  (typeof input.endSignal === 'string' || (CRASH_CODES.has(code) && isAgentStage(stage) && isAgents(input)))

/**
 * The exit code suggests that an unknown agent crashed, and its output says nothing more. A test command may return
 * any code. For an empty output that Mayday did not run, the literal map of the bench dialect applies.
 */
export const isUnknownCrash = (input: DiagnoseInput, stage: Stage): boolean =>
  CRASH_CODES.has(shellCode(input) ?? 0) &&
  isAgentStage(stage) &&
  ((input.bytes ?? 0) > 0 || input.ending !== undefined)

/**
 * A signal ended the agent's own process. The time limit of a harness does not do this. A command is different:
 * `timeout -s KILL` also kills itself, and a shell turns that into an exit code.
 */
const isSeenKill = ({ endSignal }: DiagnoseInput, stage: Stage): boolean =>
  isAgentStage(stage) && typeof endSignal === 'string'

/** Verdicts that need a supervisor's observations. */
function verdictOfWatching(input: DiagnoseInput, stage: Stage, code: number | null): EndingVerdict | null {
  const { ending, memoryProof } = input
  if (ending?.kind === 'never-started') return { reason: 'LAUNCH_REJECTED', rule: 'mayday.not-started' }
  if (ending?.kind === 'lost') return LOST
  if (ending?.kind === 'stopped' && ending.by === 'timeout')
    return { reason: stage === 'setup' ? 'SETUP_TIMEOUT' : 'TIMEOUT', rule: 'mayday.time-limit' }
  if (ending?.kind === 'stopped' && ending.by === 'idle')
    return input.facts?.inLoop === true
      ? { reason: 'CIRCULAR_FIX', rule: 'mayday.loop' }
      : { reason: 'STALLED', rule: 'mayday.no-progress' }
  if (memoryProof !== undefined && code === 137)
    return { reason: 'OUT_OF_MEMORY', rule: 'ending.out-of-memory' }
  return null
}

/** The full disk that Mayday observed, as a signal. */
export const signalOfDisk = (message: string, stage: Stage): Signal => ({
  source: 'mayday',
  what: 'disk-full',
  stage,
  message,
  at: null,
  specific: true,
  resolved: false,
  detail: {},
})

/** The ending as a signal, so that it can be evidence. */
export const signalOfEnding = (ending: Ending, stage: Stage): Signal => ({
  source: ending.kind === 'stopped' ? 'mayday' : 'ending',
  what: 'exit',
  stage,
  message: describeEnding(ending),
  at: null,
  specific: false,
  resolved: false,
  detail: {},
})

export function describeEnding(ending: Ending): string {
  switch (ending.kind) {
    case 'never-started':
      return 'it never started'
    case 'stopped':
      if (ending.by === 'done') return 'ended by its last word'
      return ending.by === 'cancel' ? 'canceled' : `stopped by Mayday (${ending.by})`
    case 'signal':
      return `ended by ${ending.signal}`
    case 'lost':
      return 'gone without an exit status'
    case 'exit':
      return `exit code ${ending.code}`
    case 'unknown':
      return 'how it ended is not known'
  }
}
