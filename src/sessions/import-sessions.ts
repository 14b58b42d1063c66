/**
 * Sessions as runs of a project's record.
 *
 * M1 Every finished turn becomes a task with one run: the next prompt is not another attempt at the same task. M2 An
 * undetermined turn is left out, and so is the last turn of a live session. M3 A turn has the same key at every
 * import.
 */
import { orUnknown } from '../reasons/reason.ts'
import { fingerprint } from '../diagnosis/fingerprint.ts'
import { foreignTaskId, unmeasured, type ImportedRun } from '../record/importers/imported-run.ts'
import { titleOf } from '../record/title-of.ts'
import type { SessionDetail, SessionTurn, TurnStatus } from './session-schema.ts'

const ORIGIN = 'sessions'

/** M2: undetermined turns have none. An interrupt by the person is a cancel. */
const STATUSES: Readonly<Record<TurnStatus, ImportedRun['status'] | null>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  interrupted: 'canceled',
  'cut-off': 'failed',
  undetermined: null,
}

export function importedRuns(session: SessionDetail): readonly ImportedRun[] {
  const finished = session.status === 'live' ? session.turnList.slice(0, -1) : session.turnList
  return finished.flatMap((turn) => runOf(session, turn))
}

function runOf(session: SessionDetail, turn: SessionTurn): readonly ImportedRun[] {
  const status = STATUSES[turn.status]
  const startedAt = turn.startedAt ?? session.startedAt ?? session.endedAt
  if (status === null || startedAt === null) return []
  const { agent, id, branch, model, path } = session
  const key = `${agent}/${id}#${turn.number}`
  const reason = status === 'failed' ? orUnknown(turn.reason) : null
  return [
    {
      ...unmeasured,
      key,
      taskId: foreignTaskId(ORIGIN, key),
      title: titleOf(turn.asked || session.asked),
      prompt: turn.asked,
      status,
      reason,
      flow: 'implement',
      agent,
      branch,
      model,
      sessionId: id,
      logPath: path,
      startedAt,
      endedAt: turn.endedAt,
      durationMs: lastedMs(startedAt, turn.endedAt),
      costUsd: turn.costUsd,
      tokens: turn.tokens,
      ...(turn.status === 'cut-off'
        ? { summary: 'The session was cut off in the middle of this turn.' }
        : {}),
      ...(turn.said === null ? {} : { word: turn.said }),
      ...(reason === null || turn.said === null ? {} : { lesson: lessonOf(turn, reason, turn.said) }),
    },
  ]
}

const lastedMs = (startedAt: string, endedAt: string | null): number | null =>
  endedAt === null ? null : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt))

const lessonOf = (turn: SessionTurn, reason: string, error: string): NonNullable<ImportedRun['lesson']> => ({
  error,
  attempted: turn.asked,
  files: [],
  context: '',
  fingerprint: fingerprint(`${reason}\n${error}`),
})
