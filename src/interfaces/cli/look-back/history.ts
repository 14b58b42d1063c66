import { reasonsIn, type DialectName } from '../../../reasons/dialects/dialects.ts'
import { reasonOfWord } from '../../../reasons/dialects/gza.ts'
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../../../record/run.ts'
import type { HistoryQuery } from '../../../record/sqlite/find-runs.ts'
import type { Screen } from '../command.ts'
import { nothingRecorded, openRecorded } from '../record/open-store.ts'
import { renderHistory } from './render-history.ts'
import { reasonWord } from '../screen/run-words.ts'
import type { Maybe } from '../parse/option.ts'

export type HistoryAsked = Maybe<'reason' | 'status' | 'agent' | 'flow' | 'phase' | 'since'> & {
  readonly limit: number
  readonly dialect: DialectName | undefined
}

export async function runHistory(asked: HistoryAsked, screen: Screen): Promise<number> {
  const { dialect = null } = asked
  const query = queryOf(asked)
  using opened = await openRecorded({ shared: 'reads' })
  const { store, project } = opened
  const runs = store === null ? [] : store.history(query)
  return screen.answer({ dialect, runs: runs.map((run) => runJson(run, dialect)) }, () =>
    store === null
      ? nothingRecorded(project)
      : renderHistory(runs, { query, dialect, nowMs: Date.now(), ...screen }),
  )
}

function queryOf(asked: HistoryAsked): HistoryQuery {
  const { reason, status, agent, flow, phase, since: sinceAt, limit, dialect = null } = asked
  return {
    ...given({ reason, status, agent, flow, phase, sinceAt }),
    ...(reason === undefined ? {} : { otherReasons: otherWords(reason, dialect) }),
    limit,
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

/** A run in JSON, with what counts after a correction. */
export const runJson = (run: RunRecord, dialect: DialectName | null = null): Record<string, unknown> => ({
  ...run,
  statusThatCounts: statusThatCounts(run),
  reasonThatCounts: reasonThatCounts(run),
  ...(dialect === null ? {} : { word: reasonWord(run, dialect) }),
})
