import { UnknownWordError, UsageError } from '../../errors.ts'
import { parseDialect, reasonsIn, type DialectName } from '../../reasons/dialects/dialects.ts'
import { reasonOfWord } from '../../reasons/dialects/gza.ts'
import { parseSince } from '../../record/duration.ts'
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../../record/run.ts'
import { runStatuses } from '../../record/run-result.ts'
import type { HistoryQuery } from '../../record/sqlite/find-runs.ts'
import type { Arguments, RunCommand } from './command.ts'
import { nothingRecorded, openRecorded } from './open-store.ts'
import { renderHistory } from './render-history.ts'
import { reasonWord } from './run-words.ts'
import { shownJson } from '../shown.ts'

const DEFAULT_LIMIT = 20

export const runHistory: RunCommand = async (args, terminal) => {
  if (args.positionals.length > 0)
    throw new UsageError(`history takes options only, and got '${args.positionals[0]}'. Try: mayday show 41`)
  const named = args.text('dialect')
  const dialect = named === undefined ? null : parseDialect(named)
  const query = queryOf(args, dialect, Date.now())
  const { colour, columns } = terminal
  const { store, project } = await openRecorded(terminal)
  const runs = store === null ? [] : store.history(query)
  store?.close()
  if (args.flag('json')) terminal.out(historyJson(runs, dialect))
  else if (store === null) terminal.out(nothingRecorded(project))
  else terminal.out(renderHistory(runs, { query, dialect, nowMs: Date.now(), colour, columns }))
  return 0
}

function queryOf(args: Arguments, dialect: DialectName | null, nowMs: number): HistoryQuery {
  const status = statusOf(args.text('status'))
  const since = args.text('since')
  const filters = { reason: args.text('reason')?.toUpperCase(), status, agent: args.text('agent') }
  const places = { flow: args.text('flow'), phase: args.text('phase') }
  return {
    ...given({ ...filters, ...places }),
    ...(filters.reason === undefined ? {} : { otherReasons: otherWords(filters.reason, dialect) }),
    ...(since === undefined ? {} : { sinceAt: parseSince(since, nowMs) }),
    limit: limitOf(args.text('limit')),
  }
}

/** A word of another program, or of the dialect that is asked for, stands for our reasons too. */
function otherWords(word: string, dialect: DialectName | null): readonly string[] {
  const ours = reasonOfWord(word)
  const inDialect = dialect === null ? [] : reasonsIn(dialect, word)
  return [...new Set([...(ours === null ? [] : [ours]), ...inDialect])].filter((one) => one !== word)
}

const given = (options: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

function statusOf(word: string | undefined): string | undefined {
  if (word === undefined || runStatuses.some((one) => one === word)) return word
  throw new UnknownWordError('status', word, runStatuses)
}

function limitOf(word: string | undefined): number {
  if (word === undefined) return DEFAULT_LIMIT
  if (/^[1-9]\d{0,8}$/.test(word)) return Number(word)
  throw new UsageError(`--limit takes a number from 1, and got '${word}'.`)
}

const historyJson = (runs: readonly RunRecord[], dialect: DialectName | null): string =>
  `${shownJson({ format: 'mayday.history/1', dialect, runs: runs.map((run) => runJson(run, dialect)) }, 2)}\n`

/** A run in JSON, with what counts after a correction. */
export const runJson = (run: RunRecord, dialect: DialectName | null = null): Record<string, unknown> => ({
  ...run,
  statusThatCounts: statusThatCounts(run),
  reasonThatCounts: reasonThatCounts(run),
  ...(dialect === null ? {} : { word: reasonWord(run, dialect) }),
})
