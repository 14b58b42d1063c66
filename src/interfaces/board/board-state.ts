/**
 * Caches the state that the board shows.
 *
 * B1 The database is read again only if its version changed or this process wrote. B2 Files of live runs and cards
 * are checked at a separate interval. B3 All pages share one cached state.
 */
import { existsSync } from 'node:fs'
import type { TaskHead } from '../../record/sqlite/task-heads.ts'
import { boardRow, type BoardRow } from '../../views/board-row.ts'
import { LiveRuns } from '../../views/live-runs.ts'
import { readState, type State } from '../../views/state.ts'
import { headOf } from '../../views/task-row.ts'
import { CardFiles } from './card-files.ts'
import type { BoardContext } from './context.ts'

/** The state contains the tasks of the newest runs, and all tasks that are not over. */
const NEWEST_RUNS = 500

/** The interval at which files are checked. */
const FILES_EVERY_MS = 1500

/** The result of the queries about all tasks. */
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

  /**
   * Call this after a write of this process: the store's version does not change for own writes. Cards may have
   * changed too.
   */
  forget(): void {
    this.#version = null
    this.#lookedAtMs = Number.NEGATIVE_INFINITY
  }

  /** The current state. Returns the same object if nothing changed. */
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
    // The counts are read first, so no count includes an end that its row does not show yet.
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

  /** A row of /state. For an older task that is not in /state it is built on request. Null if there is no such task. */
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

/** An ended task has no locks, gates, escalations or live run. */
function endedRow(number: number, { store, overrides, ...context }: BoardContext): BoardRow | null {
  const task = store.task(number)
  if (task === null) return null
  const nothing = { locks: [], gates: [], escalations: [], live: new Map(), problems: new Map() }
  return boardRow(headOf(task, store), { context: { ...context, store }, overrides, ...nothing })
}
