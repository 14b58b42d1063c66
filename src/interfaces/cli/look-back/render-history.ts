import type { DialectName } from '../../../reasons/dialects/dialects.ts'
import { workedMs } from '../../../record/run-result.ts'
import { describeDuration } from '../../../record/duration.ts'
import { isLive, type RunRecord } from '../../../record/run.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { History } from '../../../views/history.ts'
import { cut, oneLine } from '../screen/columns.ts'
import { outcome, paintOutcome } from '../screen/run-words.ts'
import { styleFor, type Style } from '../screen/style.ts'
import { tableLines, type Column } from '../screen/table.ts'
import { shortTime } from '../screen/times.ts'
import type { Page } from '../screen/page.ts'

export type HistoryView = Page & {
  /** The filters that were given, by the names of their options. */
  readonly filters: Readonly<Record<string, string>>
}

/** One aligned line for each run, at most as wide as the terminal. */
export function renderHistory(history: History, view: HistoryView): string {
  const { runs, dialect } = history
  const style = styleFor(view.colour)
  if (runs.length === 0) return nothingFound(view.filters)
  const lines = tableLines(runs, columnsFor(dialect, view, style), {
    last: ({ title }) => oneLine(title),
    width: view.columns,
  })
  return `${[...lines, ...footer(history, style)].join('\n')}\n`
}

const columnsFor = (
  dialect: DialectName | null,
  { nowMs }: HistoryView,
  style: Style,
): readonly Column<RunRecord>[] => [
  { cell: ({ run }) => String(run), align: 'right', paint: (_run, text) => style.bold(text), giveUp: 0 },
  {
    cell: (run) => outcome(run, dialect),
    align: 'left',
    paint: (run, text) => paintOutcome(run, style, text),
    giveUp: 0,
  },
  {
    cell: ({ startedAt }) => shortTime(startedAt, nowMs),
    align: 'left',
    paint: (_run, text) => style.dim(text),
    giveUp: 1,
  },
  { cell: (run) => tookWords(run, nowMs), align: 'right', giveUp: 2 },
  { cell: ({ agent }) => (agent === null ? '' : oneLine(agent)), align: 'left', giveUp: 3 },
  { cell: turnsWords, align: 'right', paint: (_run, text) => style.dim(text), giveUp: 5 },
  { cell: costWords, align: 'right', paint: (_run, text) => style.dim(text), giveUp: 4 },
]

/** The duration of a live run is the time since its start. */
function tookWords(run: RunRecord, nowMs: number): string {
  const { startedAt } = run
  const durationMs = workedMs(run)
  if (durationMs !== null) return describeDuration(durationMs)
  return isLive(run) ? describeDuration(Math.max(0, nowMs - Date.parse(startedAt))) : ''
}

const turnsWords = ({ turns }: RunRecord): string => (turns === null ? '' : countOf(turns, 'turn'))

const costWords = ({ costUsd }: RunRecord): string => (costUsd === null ? '' : `$${costUsd.toFixed(2)}`)

function footer({ runs, next }: History, style: Style): readonly string[] {
  const failed = runs.find(({ statusThatCounts }) => statusThatCounts === 'failed')
  const notes = [
    runs.some(({ correction }) => correction !== null) ? '✎ corrected by a person' : null,
    next !== null ? `the newest ${runs.length}; more with --limit ${runs.length * 5}` : null,
    failed === undefined ? null : `why: ${whyWords(failed)}mayday show ${failed.run}`,
  ].filter((note) => note !== null)
  return notes.length === 0 ? [] : ['', style.dim(notes.join(' · '))]
}

const STATED_COLUMNS = 60

/** The reason that the agent itself reported. */
const whyWords = ({ diagnosis }: RunRecord): string =>
  diagnosis?.statedReason === undefined
    ? ''
    : `the agent says "${cut(oneLine(diagnosis.statedReason), STATED_COLUMNS)}" · `

function nothingFound({ sinceAt, ...filters }: HistoryView['filters']): string {
  const asked = Object.entries(filters).map(([name, value]) => `${name} ${value}`)
  if (asked.length === 0 && sinceAt === undefined)
    return 'No runs are recorded here yet.\nStart one: mayday run -- COMMAND\n'
  const those = asked.length === 0 ? '' : ` with ${asked.join(', ')}`
  return `No run${those}${sinceAt === undefined ? '' : ' in that time'}.\nSee all: mayday history\n`
}
