/**
 * What the board shows, kept as it was last read.
 *
 * B1 Everything is read again only where the store's version is another one, or this process wrote. B2 Live runs and
 * cards are looked at in files, at a pace of their own. B3 One state for all pages: who connects gets what is there.
 */
import { existsSync } from 'node:fs'
import type { TaskHead } from '../../record/sqlite/task-heads.ts'
import { boardRow, type BoardRow } from '../../views/board-row.ts'
import { LiveRuns } from '../../views/live-runs.ts'
import { readState, type State } from '../../views/state.ts'
import { headOf } from '../../views/task-row.ts'
import { CardFiles } from './card-files.ts'
import type { BoardContext } from './context.ts'

/** The tasks of so many runs are shown, besides all that are not over. */
const NEWEST_RUNS = 500

/** How often files are looked at. */
const FILES_EVERY_MS = 1500

/** What the store was asked for all tasks together. */
type Seen = { readonly counts: State['counts']; readonly heads: readonly TaskHead[] }

export class BoardState {
  readonly #context: BoardContext
  readonly #live: LiveRuns
  readonly #cards: CardFiles
  #version: number | null = null
  #seen: Seen | null = null
  #lookedAtMs = Number.NEGATIVE_INFINITY
  #state: State | null = null

  constructor(context: BoardContext) {
    this.#context = context
    this.#live = new LiveRuns(context.project.record)
    this.#cards = new CardFiles(context.project.root)
  }

  /** This process wrote, which the store's version does not tell it; cards too, maybe. */
  forget(): void {
    this.#version = null
    this.#lookedAtMs = Number.NEGATIVE_INFINITY
  }

  /** The state by now; the same object where nothing is another. */
  read(): State {
    const { store } = this.#context
    if (store.isGone() && existsSync(store.path)) {
      store.reopen()
      this.#version = null
    }
    const version = store.version()
    const isWritten = this.#state === null || version !== this.#version
    const nowMs = performance.now()
    const isDue = nowMs - this.#lookedAtMs >= FILES_EVERY_MS
    if (!isWritten && !isDue && this.#state !== null) return this.#state
    // In this order: a count never tells of an end that its row does not show yet.
    if (isWritten || this.#seen === null)
      this.#seen = { counts: store.statusCounts(), heads: store.heads(NEWEST_RUNS) }
    if (isDue || this.#state === null) {
      this.#cards.look()
      this.#lookedAtMs = nowMs
    }
    this.#version = version
    this.#state = this.#make(this.#seen)
    return this.#state
  }

  /** A row of /state; of a task that is long over it is made for the one who asks. Null where there is none. */
  row(number: number): BoardRow | null {
    const shown = this.read().tasks.find(({ task }) => task === number)
    return shown ?? endedRow(number, this.#context)
  }

  #make({ counts, heads }: Seen): State {
    const context = this.#context
    const { store, clock, isDemo } = context
    const board = this.#cards.view({ store, heads, locks: store.locks() })
    const live = this.#live.look(heads, clock.now().getTime())
    return readState(context, { counts, heads, board, live, isDemo })
  }
}

/** Nothing waits, runs or is asked for a task that is long over: its runs say everything. */
function endedRow(number: number, { store, overrides, ...context }: BoardContext): BoardRow | null {
  const task = store.task(number)
  if (task === null) return null
  const nothing = { locks: [], gates: [], escalations: [], live: new Map(), problems: new Map() }
  return boardRow(headOf(task, store), { context: { ...context, store }, overrides, ...nothing })
}
