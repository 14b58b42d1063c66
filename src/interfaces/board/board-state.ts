/**
 * What the board shows, kept as it was last read.
 *
 * B1 Everything is read again only where the store's version is another one, or this process wrote. B2 Live runs and
 * cards are looked at in files, at a pace of their own. B3 One state for all pages: who connects gets what is there.
 */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { reasons } from '../../reasons/table.ts'
import type { TaskHead } from '../../record/sqlite/task-heads.ts'
import { hardLimit, limitsNow, softLimit } from '../../scheduling/limits.ts'
import { waitingAt } from '../../scheduling/why-waiting.ts'
import { schedulerHolder } from '../../scheduling/scheduler.ts'
import type { CardBoard, EscalationRow, Filters, GateRow, State, TaskRow } from './api.ts'
import { CardFiles } from './card-board.ts'
import type { BoardContext } from './context.ts'
import { LiveRuns } from './live-runs.ts'
import { endedRow, rowsOf } from './task-rows.ts'

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
  row(number: number): TaskRow | null {
    const shown = this.read().tasks.find(({ task }) => task === number)
    return shown ?? endedRow(number, this.#context)
  }

  #make({ counts, heads }: Seen): State {
    const context = this.#context
    const { store, project, clock } = context
    const now = clock.now()
    const locks = store.locks()
    const gates = store.gates()
    const escalations = store.escalations().filter(({ state }) => state !== 'closed')
    const board = this.#cards.view(heads, locks)
    const live = this.#live.look(heads, now.getTime())
    const tasks = rowsOf(heads, { context, locks, gates, escalations, live, problems: problemsOf(board) })
    const { concurrency } = limitsNow(context)
    const holder = schedulerHolder(context)
    return {
      format: 'mayday.state/2',
      project: { root: project.root, name: basename(project.root), isDemo: context.isDemo },
      now: now.toISOString(),
      holder: holder === null ? null : { pid: holder.pid, host: holder.host },
      limits: { concurrency, soft: softLimit(concurrency), hard: hardLimit(concurrency) },
      counts,
      tasks,
      omitted: Object.values(counts).reduce((sum, count) => sum + count, 0) - tasks.length,
      board,
      gates: gates.map((gate): GateRow => gateRow(gate, tasks)),
      escalations: escalations.map((one): EscalationRow => one),
      filters: filtersOf(tasks),
    }
  }
}

const gateRow = (gate: Omit<GateRow, 'words' | 'tasks'>, tasks: readonly TaskRow[]): GateRow => ({
  ...gate,
  words: waitingAt(gate),
  tasks: tasks.filter(({ next }) => next?.gate === gate.key).map(({ task }) => task),
})

function problemsOf(board: CardBoard | null): ReadonlyMap<number, string> {
  const cards = board?.phases.flatMap(({ folders }) => folders.flatMap((folder) => folder.cards)) ?? []
  return new Map(
    cards.flatMap(({ task, problem }): [number, string][] =>
      task === null || problem === null ? [] : [[task, problem]],
    ),
  )
}

const words = (values: readonly (string | null)[]): readonly string[] =>
  [...new Set(values.filter((value) => value !== null))].toSorted()

const classes = [...new Set(Object.values(reasons).map((row) => row.class))]

const filtersOf = (tasks: readonly TaskRow[]): Filters => ({
  reasons: words(tasks.map(({ reason }) => reason)),
  classes: classes.filter((name) => tasks.some((row) => row.class === name)),
  agents: words(tasks.map(({ agent }) => agent)),
  phases: words(tasks.map(({ phase }) => phase)),
  flows: words(tasks.map(({ flow }) => flow)),
})
