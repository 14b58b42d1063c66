import type { DialectName } from '../../../reasons/dialects/dialects.ts'
import { readHistory } from '../../../views/history.ts'
import type { Screen } from '../command.ts'
import type { Maybe } from '../parse/option.ts'
import { nothingRecorded, openRecorded } from '../record/open-store.ts'
import { renderHistory } from './render-history.ts'

export type HistoryAsked = Maybe<'reason' | 'status' | 'agent' | 'flow' | 'phase' | 'since'> & {
  readonly limit: number
  readonly dialect: DialectName | undefined
}

export async function runHistory(asked: HistoryAsked, screen: Screen): Promise<number> {
  const { reason, status, agent, flow, phase, since: sinceAt, limit, dialect = null } = asked
  const filters = given({ reason, status, agent, flow, phase, sinceAt })
  using opened = await openRecorded({ shared: 'reads' })
  const { store, project } = opened
  const history = readHistory({ ...filters, limit, dialect }, store)
  return screen.answer(history, () =>
    store === null
      ? nothingRecorded(project)
      : renderHistory(history, { filters, nowMs: Date.now(), ...screen }),
  )
}

const given = (options: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
