/** Reports the progress of the queue: the events of each task, and on a terminal one summary line. */
import type { SchedulerEvent } from '../../../../scheduling/scheduler-context.ts'
import type { Recorded } from '../../../../supervision/run-event.ts'
import type { LiveView } from '../../../../supervision/supervised-run.ts'
import { cut } from '../../screen/columns.ts'
import type { Terminal } from '../../command.ts'
import { renderEnd, type EndView } from '../../run/render-end.ts'
import { describeEvent, isWorthALine, liveFacts } from '../../run/run-reporter.ts'
import { styleFor } from '../../screen/style.ts'
import { describeTaskEvent } from '../../run/task-reporter.ts'
import { paintStatus, statusWords } from '../../screen/status-look.ts'
import { shownJson } from '../../../shown.ts'

export type WorkReporter = {
  /** Ids of the live runs. */
  readonly liveRuns: () => readonly string[]
  readonly tell: (event: SchedulerEvent) => void
  readonly show: (task: number, view: LiveView) => void
  /** A line about the work as a whole; with `--json`, its event. */
  readonly say: (line: string, event: object) => void
  readonly end: (summary: string, event: object) => void
  readonly close: () => void
}

type Live = { readonly run: number; readonly runId: string; view: LiveView | null }

export type WorkView = {
  readonly isJson: boolean
  /** True if several tasks run in parallel. Then every line names its task. */
  readonly isShared: () => boolean
  readonly nameOf: (task: number) => string
  /** The remaining work, in words. */
  readonly sum: () => string
} & Pick<EndView, 'place'>

export function workReporter(terminal: Terminal, view: WorkView): WorkReporter {
  const live = new Map<number, Live>()
  const told = view.isJson ? jsonLines(terminal, live) : words(terminal, view, live)
  return {
    ...told,
    liveRuns: () => [...live.values()].map(({ runId }) => runId),
    tell: (event) => {
      if (event.event === 'run:event' && event.recorded.event === 'run:created')
        live.set(event.task, { run: event.recorded.run, runId: event.recorded.runId, view: null })
      if (event.event === 'attempt:ended') live.delete(event.task)
      told.tell(event)
    },
  }
}

type Told = Omit<WorkReporter, 'liveRuns'>
type LiveRuns = ReadonlyMap<number, Live>

const jsonLines = ({ out }: Terminal, live: LiveRuns): Told => {
  const print = (event: object): void => out(`${shownJson(event)}\n`)
  return {
    tell: (event) =>
      print(
        event.event === 'run:event'
          ? { task: event.task, run: live.get(event.task)?.run ?? null, ...event.recorded }
          : event,
      ),
    show: () => undefined,
    say: (_line, event) => print(event),
    end: (_summary, event) => print(event),
    close: () => undefined,
  }
}

/** The minimum interval between redraws, so that the screen does not flicker. */
const REDRAW_MS = 250
const DRAW_EVERY_MS = 1000

const IDLE = '… nothing to do: waits for new tasks\n  To end the wait: Ctrl+C'

type Lines = {
  readonly print: (text: string) => void
  /** If several tasks run, each line names its task. */
  readonly printFor: (task: number, text: string) => void
  readonly columnsFor: (task: number) => number
}

function linesOn(terminal: Terminal, { isShared, nameOf }: WorkView): Lines {
  const style = styleFor(terminal.colour)
  const print = (text: string): void =>
    terminal.live === null ? terminal.out(`${text}\n`) : terminal.live.above(text)
  return {
    print,
    printFor: (task, text) => {
      const name = isShared() ? style.dim(`${nameOf(task)} │ `) : ''
      const lines = text.split('\n').map((line) => name + line)
      print(lines.join('\n'))
    },
    columnsFor: (task) => terminal.columns - (isShared() ? nameOf(task).length + 3 : 0),
  }
}

function words(terminal: Terminal, view: WorkView, live: LiveRuns): Told {
  const style = styleFor(terminal.colour)
  const { print, printFor, columnsFor } = linesOn(terminal, view)
  let drawnAt = -Infinity
  const draw = (): void => terminal.live?.draw(cut(`● ${lineOf(live, view)}`, terminal.columns - 1))
  // The countdown of a pause needs a redraw without any event.
  const timer = terminal.live === null ? undefined : setInterval(draw, DRAW_EVERY_MS)
  return {
    tell: (event) => {
      if (event.event === 'queue:counted') return
      if (event.event === 'queue:idle') return print(IDLE)
      const { task } = event
      const size = { ...view, colour: terminal.colour, columns: columnsFor(task) }
      const said =
        event.event === 'run:event'
          ? describeRun(event.recorded, live.get(task)?.run, terminal)
          : describe(event, view.nameOf(task), size)
      if (said !== null) printFor(task, said)
      draw()
    },
    show: (task, shown) => {
      const one = live.get(task)
      if (one !== undefined) one.view = shown
      const now = performance.now()
      if (now - drawnAt < REDRAW_MS) return
      drawnAt = now
      draw()
    },
    say: (line) => print(style.yellow(line)),
    end: (summary) => print(style.bold(summary)),
    close: () => {
      clearInterval(timer)
      terminal.live?.clear()
    },
  }
}

/** A terminal gets only important lines. The summary line shows the rest. */
function describeRun(event: Recorded, run: number | undefined, { live, colour }: Terminal): string | null {
  const said = live === null || isWorthALine(event) ? describeEvent(event) : null
  return said === null ? null : styleFor(colour).dim(`run ${run ?? ''} ${said}`)
}

function describe(
  event: Exclude<SchedulerEvent, { event: 'run:event' | 'queue:counted' | 'queue:idle' }>,
  name: string,
  { colour, columns, place }: EndView,
): string | null {
  const style = styleFor(colour)
  switch (event.event) {
    case 'card:admitted':
      return `${name} was added to the queue`
    case 'attempt:ended':
      return renderEnd(event.result, { colour, columns, place, isPlanned: true }).trimEnd()
    case 'task:ended':
      // The wait and its reason were already printed.
      return event.status === 'waiting'
        ? null
        : paintStatus(event.status, style, `${statusWords(event.status)}: ${name}`)
    default:
      return describeTaskEvent(event, style, columns)
  }
}

/** For a single run its activity, for several runs their number. */
function lineOf(live: LiveRuns, { sum }: WorkView): string {
  const [only, ...more] = live.values()
  if (only === undefined || more.length > 0 || only.view === null) return sum()
  return `run ${only.run} · ${liveFacts(only.view)} · ${sum()}`
}
