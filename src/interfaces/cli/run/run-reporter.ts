import type { OpenedStore } from '../record/open-store.ts'
import { watchSignals, type AskedTwice } from '../screen/interrupt.ts'
import { describeDuration } from '../../../record/duration.ts'
import type { Project } from '../../../record/project.ts'
import type { RunResult } from '../../../record/run-result.ts'
import type { Retrying } from '../../../signals/activity.ts'
import type { Recorded } from '../../../supervision/run-event.ts'
import type { LiveView } from '../../../supervision/supervised-run.ts'
import { countOf } from '../../../signals/count-of.ts'
import { cut, oneLine } from '../screen/columns.ts'
import type { Terminal } from '../command.ts'
import { renderEnd } from './render-end.ts'
import { styleFor } from '../screen/style.ts'
import { shownJson } from '../../shown.ts'

/** Reports a run while it is live. */
export type RunReporter = {
  /** Null until the run has an id. */
  readonly runId: string | null
  readonly report: (event: Recorded) => void
  readonly show: (view: LiveView) => void
  readonly canceling: () => void
  readonly end: (result: RunResult) => void
}

/**
 * A terminal gets one live line, a pipe plain lines, `--json` the events. `waiting` names what a cancel stops if no
 * run is live.
 */
export function reporterFor(terminal: Terminal, json: boolean, waiting = 'the run'): RunReporter {
  const numbers = { run: 0, runId: null as string | null, going: waiting }
  const told = json
    ? jsonLines(terminal)
    : terminal.live === null
      ? plainLines(terminal, numbers)
      : screen(terminal, numbers)
  return {
    get runId() {
      return numbers.runId
    },
    ...told,
    report: (event) => {
      if (event.event === 'run:created')
        Object.assign(numbers, { run: event.run, runId: event.runId, going: `run ${event.run}` })
      if (event.event === 'run:ended') numbers.going = waiting
      told.report(event)
    },
  }
}

/** With `--follow`, also shows the agent's output. Its code is loaded only with the option. */
export async function following(
  reporter: RunReporter,
  project: Project,
  terminal: Terminal,
): Promise<RunReporter> {
  const { followed } = await import('./follow/follow-run.ts')
  return followed(reporter, project, terminal)
}

type Numbers = { readonly run: number; readonly runId: string | null; readonly going: string }
type Told = Omit<RunReporter, 'runId'>

const jsonLines = ({ out }: Terminal): Told => ({
  report: (event) => out(`${shownJson(event)}\n`),
  show: () => undefined,
  canceling: () => undefined,
  end: (result) => out(`${shownJson(result)}\n`),
})

const plainLines = (terminal: Terminal, numbers: Numbers): Told => ({
  report: (event) => {
    const said = describeEvent(event)
    if (said !== null) terminal.out(`mayday: run ${numbers.run} ${said}\n`)
  },
  show: () => undefined,
  canceling: () => terminal.out(`mayday: ${numbers.going} is being canceled\n`),
  end: (result) => terminal.out(renderEnd(result, terminal)),
})

/** The minimum interval between redraws, so that the screen does not flicker. */
const REDRAW_MS = 250

function screen(terminal: Terminal, numbers: Numbers): Told {
  const style = styleFor(terminal.colour)
  let drawnAt = -Infinity
  let isCanceling = false
  const line = (view: LiveView): string => {
    const facts = `run ${numbers.run} · ${liveFacts(view)}`
    return `${style.cyan('●')} ${isCanceling ? 'canceling ' : ''}${cut(facts, terminal.columns - 14)}`
  }
  return {
    report: (event) => {
      const said = isWorthALine(event) ? describeEvent(event) : null
      if (said !== null) terminal.live?.above(style.dim(`  run ${numbers.run} ${said}`))
    },
    show: (view) => {
      const now = performance.now()
      if (now - drawnAt < REDRAW_MS) return
      drawnAt = now
      terminal.live?.draw(line(view))
    },
    canceling: () => {
      isCanceling = true
      terminal.live?.above(style.yellow('  canceling; Ctrl+C again ends it at once'))
    },
    end: (result) => {
      terminal.live?.clear()
      terminal.out(renderEnd(result, terminal))
    },
  }
}

/** A shorter silence is not reported. */
const QUIET_MS = 15_000

/** "retrying 429, attempt 4 of 10, next in 34 s". */
function describeRetry({ status, code, attempt, of, nextMs }: Omit<Retrying, 'notice'>): string {
  const what = status ?? (code === null ? 'a request' : oneLine(code))
  const tries = `attempt ${attempt}${of === null ? '' : ` of ${of}`}`
  return `retrying ${what}, ${tries}${nextMs === null ? '' : `, next in ${describeDuration(nextMs)}`}`
}

export function liveFacts({ stage, elapsedMs, silentMs, activity }: LiveView): string {
  return [
    stage === 'agent_run' ? null : stage,
    describeDuration(Math.floor(elapsedMs / 1000) * 1000),
    activity.turns === null ? null : countOf(activity.turns, 'turn'),
    activity.costUsd === null ? null : `$${activity.costUsd.toFixed(2)}`,
    activity.retrying === null ? null : describeRetry(activity.retrying),
    silentMs < QUIET_MS ? null : `no progress for ${describeDuration(silentMs)}`,
    activity.doing === null ? null : oneLine(activity.doing),
  ]
    .filter((fact) => fact !== null)
    .join(' · ')
}

/** On a terminal the other events would only scroll the important lines away. */
export const isWorthALine = ({ event }: Recorded): boolean =>
  event === 'stage:stopping' ||
  event === 'stage:extended' ||
  event === 'start:testing' ||
  event === 'strays:stopped' ||
  event === 'strays:unsure' ||
  event === 'disk:full' ||
  event === 'state:rebuilt'

const extensionWords = { tool: 'waits for a tool', files: 'changes files', cpu: 'uses CPU' } as const

/** An event in words that follow "run 41"; null if it is not shown. */
export function describeEvent(event: Recorded): string | null {
  switch (event.event) {
    case 'run:created':
      return `created (${event.runId})`
    case 'run:rejected':
      return `was not started: ${event.rejection}`
    case 'run:adopted':
      return 'adopted: its supervisor is gone'
    case 'stage:starting':
      return `${event.stage} started`
    case 'stage:stopping':
      return `${event.stage} is being stopped (${event.why === 'retrying' ? 'it only retries' : event.by}) after ${describeDuration(event.afterMs)}`
    case 'stage:extended':
      return `${event.stage} is silent but ${extensionWords[event.why]}; it gets more time`
    case 'agent:retrying':
      return `is ${describeRetry(event)}`
    case 'stage:ended':
      return `${event.stage} ended after ${describeDuration(event.durationMs)}`
    case 'disk:full':
      return `found a full disk: ${event.says}`
    case 'start:testing':
      return `runs verify at the start of the task (${event.commit.slice(0, 12)}) to compare failing tests`
    case 'strays:stopped':
      return event.left > 0
        ? `left processes behind; ${event.count} were stopped, ${event.left} could not be`
        : `left ${countOf(event.count, 'process', 'processes')} behind; stopped`
    case 'strays:unsure':
      return `${event.stage} may have left processes behind: ${event.says}`
    case 'state:rebuilt':
      return `had its files rebuilt: ${event.why}`
    case 'stage:started':
    case 'tree:changed':
    case 'stage:ticked':
    case 'stage:compared':
    case 'run:ended':
      return null
  }
}

/** For commands with one run at a time. */
export const watchRunSignals = (opened: OpenedStore, reporter: RunReporter): AskedTwice => {
  const liveRuns = (): readonly string[] => (reporter.runId === null ? [] : [reporter.runId])
  return watchSignals({ ...opened, liveRuns }, () => reporter.canceling())
}
