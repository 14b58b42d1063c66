/** Whose files are in a work tree that several tasks share: cards, and files that other tasks changed. */
import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { MaydayError } from '../errors.ts'
import { cardInside } from '../cards/card-place.ts'
import { readCard } from '../cards/read-card.ts'
import { gitTopLevel } from '../record/git.ts'
import { rawPath, showPath } from '../record/path-name.ts'
import type { Project } from '../record/project.ts'
import type { RunRecord } from '../record/run.ts'
import { filesLeftBy } from '../record/run-result.ts'
import type { Store } from '../record/store.ts'
import type { TaskRecord } from '../record/task.ts'
import type { Keeps } from '../recovery/snapshots/keep-paths.ts'
import { workFolder } from './work-folder.ts'
import { DAY_MS } from '../record/duration.ts'

type RecordContext = { readonly store: Store; readonly project: Project }

/** Longer than any run takes: a run that started before a time may have worked after it. */
const LONGEST_RUN_MS = 7 * DAY_MS

const MOST_RUNS = 100_000

/** The flow of Mayday's test runs, which change no files. */
const PROBE = 'probe'

/** The tasks whose runs changed a file of this task's tree since a time, by the shown path of the file. */
export function othersWork(
  task: TaskRecord,
  sinceAt: string,
  context: RecordContext,
): ReadonlyMap<string, readonly number[]> {
  const top = gitTopLevel(workFolder(task, context))
  const from = new Date(Date.parse(sinceAt) - LONGEST_RUN_MS).toISOString()
  const found = new Map<string, readonly number[]>()
  for (const run of context.store.history({ sinceAt: from, limit: MOST_RUNS }).toReversed()) {
    if (run.task === task.task || run.flow === PROBE || !hasWorkedSince(run, sinceAt)) continue
    if (top === null || gitTopLevel(run.cwd) !== top) continue
    for (const path of filesLeftBy(run)) found.set(path, [...new Set([...(found.get(path) ?? []), run.task])])
  }
  return found
}

/** Times of snapshots that are read from git have whole seconds. */
const hasWorkedSince = ({ endedAt }: RunRecord, sinceAt: string): boolean =>
  endedAt === null || Date.parse(endedAt) >= Math.floor(Date.parse(sinceAt) / 1000) * 1000

/** `work of tasks 12 and 22`. */
export const workWords = (tasks: readonly number[]): string =>
  tasks.length === 1
    ? `work of task ${tasks[0]}`
    : `work of tasks ${tasks.slice(0, -1).join(', ')} and ${tasks.at(-1)}`

/** Which files of the task's tree are cards: those of tasks, and files with an agent's state. */
export function cardsIn(task: TaskRecord, context: RecordContext): Keeps {
  const top = gitTopLevel(workFolder(task, context))
  if (top === null || task.hasOwnTree) return () => false
  const { root } = context.project
  const place = relative(realpathSync(top), realpathSync(root))
  const known = new Set(
    context.store
      .tasks({ isImplicit: false })
      .flatMap(({ card }) => (card === null ? [] : [rawPath(join(place, card))])),
  )
  return (path) => known.has(path) || (path.endsWith('.md') && hasAgentState(root, join(top, showPath(path))))
}

/** A link that leads out of the project is not followed. */
function hasAgentState(root: string, path: string): boolean {
  try {
    return readCard(cardInside(root, path).absolute).agentStatus !== null
  } catch (error) {
    if (error instanceof MaydayError) return false
    throw error
  }
}
