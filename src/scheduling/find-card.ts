/** People move card files between the folders of a phase. The task follows its card. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { cardKey } from '../cards/card-place.ts'
import { boardFolders } from '../cards/read-board.ts'
import type { TaskRecord } from '../record/task.ts'
import type { ReconcileContext } from '../supervision/reconcile.ts'

type CardContext = Pick<ReconcileContext, 'store' | 'project'> & { readonly isShared?: boolean }

/** The task of the card at a real path, also where it lay elsewhere in its phase when it was queued. Changes nothing. */
export function findTaskOfCard(absolute: string, { store }: Pick<CardContext, 'store'>): TaskRecord | null {
  const known = store.taskOfCard(cardKey(absolute))
  if (known !== null) return known
  for (const before of placesOf(absolute)) {
    // A file at the old path is another card.
    const task = existsSync(before) ? null : store.taskOfCard(keyOf(before))
    if (task !== null) return task
  }
  return null
}

/** As `findTaskOfCard`; the task of a card that was moved takes the new place. */
export function taskOfCard(absolute: string, { store, project }: CardContext): TaskRecord | null {
  const task = findTaskOfCard(absolute, { store })
  const key = cardKey(absolute)
  if (task === null || task.cardKey === key) return task
  store.updateTask(task.task, { card: relative(project.root, absolute), cardKey: key })
  return store.task(task.task)
}

/** Where the card of a task is now, relative to the project. */
export function locateCard(number: number, { store, project, isShared }: CardContext): string | null {
  const task = store.task(number)
  if (task === null || task.card === null) return null
  if (isShared === true) return task.card
  const path = join(project.root, task.card)
  if (existsSync(path)) return task.card
  const [moved, ...more] = placesOf(path).filter((one) => existsSync(one))
  if (moved === undefined || more.length > 0 || store.taskOfCard(cardKey(moved)) !== null) return task.card
  const card = relative(project.root, moved)
  store.updateTask(number, { card, cardKey: cardKey(moved) })
  return card
}

/** The path must already be real up to its last existing folder. */
const keyOf = (path: string): string => createHash('sha256').update(path).digest('hex')

/** Git forgets folders that are empty: those of every board are looked into in any case. */
function placesOf(path: string): readonly string[] {
  const phase = dirname(dirname(path))
  const folders = new Set([...boardFolders, ...foldersIn(phase)])
  return [...folders].map((folder) => join(phase, folder, basename(path))).filter((one) => one !== path)
}

function foldersIn(path: string): readonly string[] {
  try {
    return readdirSync(path)
  } catch {
    // The whole phase folder is missing. The caller then reads the old path and reports the error.
    return []
  }
}
