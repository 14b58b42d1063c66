import type { SeriesProgress } from '../../../../bench/report/report-schema.ts'
import type { BenchEvent } from '../../../../bench/bench-context.ts'
import { countOf } from '../../../../signals/count-of.ts'
import { leftInWords, passedInWords, renderAttempt } from './bench-words.ts'
import { BenchScreen } from './bench-screen.ts'
import { oneLine } from '../../screen/columns.ts'
import type { Terminal } from '../../command.ts'
import { shownJson } from '../../../shown.ts'

export type SeriesEnd = { readonly series: string; readonly progress: SeriesProgress }

/** Reports a series while it runs. */
export type BenchReporter = {
  readonly report: (event: BenchEvent) => void
  readonly canceling: () => void
  readonly end: (end: SeriesEnd) => void
  /** Called at the end in every case. Nothing is drawn afterwards. */
  readonly close: () => void
}

/** A terminal gets a table, a pipe plain lines, `--json` the events. */
export function benchReporterFor(terminal: Terminal, json: boolean): BenchReporter {
  if (json) return jsonLines(terminal)
  return terminal.live === null ? plainLines(terminal) : screen(terminal)
}

const jsonLines = ({ out }: Terminal): BenchReporter => ({
  report: (event) => out(`${shownJson(event)}\n`),
  canceling: () => undefined,
  end: ({ series, progress }) => out(`${shownJson({ event: 'series:ended', series, ...progress })}\n`),
  close: () => undefined,
})

const plainLines = (terminal: Terminal): BenchReporter => {
  const { out } = terminal
  return {
    report: (event) => {
      const said = describeEvent(event)
      if (said !== null) out(`mayday: ${said}\n`)
    },
    canceling: () => out('mayday: canceling\n'),
    end: (end) => out(renderSeriesEnd(end)),
    close: () => undefined,
  }
}

function screen(terminal: Terminal): BenchReporter {
  const table = new BenchScreen(terminal)
  return {
    report: (event) => table.see(event),
    canceling: () => table.say('canceling; Ctrl+C again ends it at once'),
    end: (end) => {
      table.close()
      terminal.out(renderSeriesEnd(end))
    },
    close: () => table.close(),
  }
}

function renderSeriesEnd({ series, progress }: SeriesEnd): string {
  const said = [passedInWords(progress.passed, progress.attempts), leftInWords(progress, series)]
  const report = progress.attempts === 0 ? '' : `See: mayday bench report ${series}\n`
  return `${series}: ${said.filter((one) => one !== '').join('; ')}\n${report}`
}

/** An event as a line; null if it is not shown. */
function describeEvent(event: BenchEvent): string | null {
  switch (event.event) {
    case 'series:started': {
      const { series, suite, agent, total, done } = event
      const before = done === 0 ? '' : `, ${done} done before`
      return `series ${series}: ${countOf(total, 'attempt')} at ${suite} by ${oneLine(agent)}${before}`
    }
    case 'attempt:started':
      return `${event.task} #${event.attempt} started`
    case 'attempt:adopted':
      return `${event.task} #${event.attempt} was started before and still runs; waiting for it`
    case 'attempt:lost':
      return `${event.task} #${event.attempt} was lost when Mayday was killed; it is repeated`
    case 'stage:started':
      return `${event.task} #${event.attempt} ${event.stage}`
    case 'attempt:ended':
      return renderAttempt(event.record)
  }
}
