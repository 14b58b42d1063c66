/**
 * The cards of the project, if it has a board. Card files are read again only if one of them has changed. The check
 * costs one stat call for each card.
 */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findBoard } from '../../cards/find-named-card.ts'
import { boardFolders, readBoard, type Board } from '../../cards/read-board.ts'
import type { LockRecord } from '../../record/card-state.ts'
import { isLive } from '../../record/run.ts'
import type { TaskHead } from '../../record/sqlite/task-heads.ts'
import type { Store } from '../../record/store.ts'
import { findTaskOfCard } from '../../scheduling/find-card.ts'
import { cardBoard, cardKeyOf, cardLocks, type CardBoard } from '../../views/cards.ts'

const PHASE = /^phase-\d/

/** The rows of the store for all tasks. */
type Recorded = {
  readonly store: Store
  readonly heads: readonly TaskHead[]
  readonly locks: readonly LockRecord[]
}

export class CardFiles {
  readonly #root: string
  #mark = ''
  #board: Board | null = null
  #keys: ReadonlyMap<string, string> = new Map()

  constructor(root: string) {
    this.#root = root
  }

  /** Reads the cards again if one of them has changed. */
  look(): void {
    const folder = findBoard(this.#root)
    const mark = folder === null ? '' : markOf(folder)
    if (mark === this.#mark) return
    this.#mark = mark
    this.#board = folder === null ? null : readBoard(folder, this.#root)
    const cards =
      this.#board?.phases.flatMap(({ columns }) => columns.flatMap((column) => column.cards)) ?? []
    this.#keys = new Map(cards.map(({ path }) => [path, cardKeyOf(path)]))
  }

  /** The state of the cards, compared with the record. */
  view({ store, heads, locks }: Recorded): CardBoard | null {
    if (this.#board === null) return null
    const byKey = new Map(heads.map((head) => [head.task.cardKey, head]))
    const byTask = new Map(heads.map((head) => [head.task.task, head]))
    const keyOf = (path: string): string => this.#keys.get(path) ?? ''
    return cardBoard(this.#board, {
      root: this.#root,
      keyOf,
      taskOf: (path, isTold) =>
        byKey.get(keyOf(path))?.task ?? (isTold ? findTaskOfCard(path, { store }) : null),
      liveRunOf: (task) => {
        const last = byTask.get(task)?.last ?? null
        return last !== null && isLive(last) ? last.run : null
      },
      locks: cardLocks(locks),
    })
  }
}

/** Changes whenever a card is added, changed, moved or removed. */
function markOf(folder: string): string {
  const marks: string[] = [folder]
  for (const phase of namesIn(folder).filter((name) => PHASE.test(name)))
    for (const column of boardFolders)
      for (const name of namesIn(join(folder, phase, column))) {
        const found = lstatSync(join(folder, phase, column, name), { throwIfNoEntry: false })
        marks.push(`${phase}/${column}/${name}:${found?.mtimeMs}:${found?.size}:${found?.ino}`)
      }
  return marks.join('\n')
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    // The path is missing or not a folder, so it contains no card.
    return []
  }
}
