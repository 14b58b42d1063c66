/**
 * The board of cards, if the project has one. Files are read again only where one of them is another than before: to
 * look for that costs one question to the system for each card.
 */
import { lstatSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { cardKey } from '../../cards/card-place.ts'
import { findImpossible } from '../../cards/card-states.ts'
import { findBoard } from '../../cards/find-named-card.ts'
import { boardFolders, readBoard, type Board } from '../../cards/read-board.ts'
import type { LockRecord } from '../../record/card-state.ts'
import { isLive } from '../../record/run.ts'
import type { TaskHead } from '../../record/sqlite/task-heads.ts'
import type { CardBoard, CardRow } from './api.ts'

type BoardCard = Board['phases'][number]['columns'][number]['cards'][number]

const PHASE = /^phase-\d/

export class CardFiles {
  readonly #root: string
  #mark = ''
  #board: Board | null = null
  #keys: ReadonlyMap<string, string> = new Map()

  constructor(root: string) {
    this.#root = root
  }

  /** True where a card is another than before. */
  look(): boolean {
    const folder = findBoard(this.#root)
    const mark = folder === null ? '' : markOf(folder)
    if (mark === this.#mark) return false
    this.#mark = mark
    this.#board = folder === null ? null : readBoard(folder, this.#root)
    const cards =
      this.#board?.phases.flatMap(({ columns }) => columns.flatMap((column) => column.cards)) ?? []
    this.#keys = new Map(cards.flatMap(({ path }) => keyOf(path)))
    return true
  }

  /** What the cards say, against what is recorded. */
  view(heads: readonly TaskHead[], locks: readonly LockRecord[]): CardBoard | null {
    if (this.#board === null) return null
    const { folder, phases } = this.#board
    const known: Recorded = {
      root: this.#root,
      keys: this.#keys,
      heads: new Map(heads.map((head) => [head.task.cardKey, head])),
      locks: new Map(locks.filter(({ kind }) => kind === 'card').map((lock) => [lock.key, lock])),
    }
    return {
      folder: below(this.#root, folder),
      phases: phases.map(({ number, label, path, columns }) => ({
        number,
        label,
        path: below(this.#root, path),
        folders: columns.map(({ folder: name, cards, malformed }) => ({
          folder: name,
          cards: [
            ...cards.map((card) => rowOf(card, known)),
            ...malformed.map((one) => malformedRow(one, name, this.#root)),
          ],
        })),
      })),
    }
  }
}

const below = (root: string, path: string): string => relative(root, path) || '.'

/** A card that goes away while it is looked at has no key. */
function keyOf(path: string): readonly [string, string][] {
  try {
    return [[path, cardKey(path)]]
  } catch {
    // It was moved: the next look finds it where it is now.
    return []
  }
}

/** Another one whenever a card is added, changed, moved or removed. */
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
    // Not there, or no folder: it holds no card.
    return []
  }
}

type Recorded = {
  readonly root: string
  readonly keys: ReadonlyMap<string, string>
  readonly heads: ReadonlyMap<string | null, TaskHead>
  readonly locks: ReadonlyMap<string, LockRecord>
}

function rowOf(card: BoardCard, { root, keys, heads, locks }: Recorded): CardRow {
  const path = below(root, card.path)
  const key = keys.get(card.path) ?? ''
  const head = heads.get(key)
  const isBusy = head !== undefined && head.last !== null && isLive(head.last)
  return {
    path,
    title: card.title,
    status: card.agentStatus ?? 'idle',
    flow: card.agentFlow,
    phase: card.phase,
    folder: card.folder,
    problem: findImpossible(
      { ...card, path },
      {
        liveRun: isBusy ? (head.last?.run ?? null) : null,
        lock: locks.get(key) ?? null,
        isQueued: head !== undefined && head.task.nextRunId !== null,
      },
    ),
    isMalformed: false,
    task: head?.task.task ?? null,
    criteria: {
      checked: card.criteria.filter(({ isChecked }) => isChecked).length,
      all: card.criteria.length,
    },
  }
}

function malformedRow(
  { path, problem }: { readonly path: string; readonly problem: string },
  folder: string,
  root: string,
): CardRow {
  const shown = below(root, path)
  return {
    path: shown,
    title: shown.slice(shown.lastIndexOf('/') + 1),
    status: null,
    flow: null,
    phase: null,
    folder,
    problem: problem.replaceAll(path, shown),
    isMalformed: true,
    task: null,
    criteria: { checked: 0, all: 0 },
  }
}
