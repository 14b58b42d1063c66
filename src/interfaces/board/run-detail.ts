/** Everything about one run, and what stands around it. */
import { readCard } from '../../cards/read-card.ts'
import { cardInside } from '../../cards/card-place.ts'
import { toldMeaning } from '../../diagnosis/told-meaning.ts'
import { classOf, meaningOf } from '../../recovery/policy.ts'
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../../record/run.ts'
import type { LessonRecord } from '../../record/task-story.ts'
import type { AttemptRow, RunDetail, RunRow, TaskRow } from './api.ts'
import type { BoardContext } from './context.ts'
import { folderOf, logSize, noLogWords } from './run-files.ts'

export const runRow = (run: RunRecord): RunRow => ({
  ...run,
  statusThatCounts: statusThatCounts(run),
  reasonThatCounts: reasonThatCounts(run),
})

export function runDetail(run: RunRecord, context: BoardContext, task: TaskRow | null): RunDetail {
  const { store, overrides } = context
  const folder = folderOf(run, context)
  const size = logSize(folder)
  const lessons = store.lessons({ task: run.task })
  const reason = statusThatCounts(run) === 'failed' ? (reasonThatCounts(run) ?? 'UNKNOWN') : null
  return {
    format: 'mayday.show/2',
    run: runRow(run),
    verdicts: store.verdictsOf(run.run),
    corrections: store.correctionsOf(run.run),
    task,
    class: reason === null ? null : classOf(reason, overrides),
    meaning: reason === null ? null : toldMeaning(meaningOf(reason, overrides), { ...run.diagnosis, reason }),
    events: folder?.events() ?? [],
    attempts: store.runsOf(run.task).map((one) => attemptRow(one, lessons)),
    lessons,
    plans: store.plansOf(run.task),
    snapshots: store.snapshotsOf(run.task),
    card: cardOf(run, context),
    live: task?.live?.run === run.run ? task.live : null,
    files: {
      log: size === null || folder === null ? null : { path: folder.log, size },
      noLog: size === null ? noLogWords(run) : null,
      result: folder === null || folder.result() === null ? null : { path: folder.file('result.json') },
    },
  }
}

function attemptRow(run: RunRecord, lessons: readonly LessonRecord[]): AttemptRow {
  const lesson = lessons.find(({ runId }) => runId === run.runId)
  return {
    run: run.run,
    attempt: run.attempt,
    status: statusThatCounts(run),
    reason: reasonThatCounts(run),
    circular: run.circular,
    approach: lesson?.attempted ?? (run.summary === '' ? null : run.summary),
    files: run.changedFiles,
    fingerprint: lesson?.fingerprint ?? null,
    startedAt: run.startedAt,
    durationMs: run.durationMs,
    turns: run.turns,
    costUsd: run.costUsd,
    tokens: run.tokens,
  }
}

function cardOf(run: RunRecord, context: BoardContext): RunDetail['card'] {
  const path = context.store.task(run.task)?.card ?? run.card
  if (path === null) return null
  return {
    path,
    historyLine: lastLine(path, context),
    events: context.store.cardEventsOf(run.task).map(({ event, line, at }) => ({ event, line, at })),
  }
}

function lastLine(path: string, { project }: BoardContext): string | null {
  try {
    return readCard(cardInside(project.root, path).absolute).history.at(-1) ?? null
  } catch {
    // The file was moved or spoiled: the board says so at the card itself.
    return null
  }
}
