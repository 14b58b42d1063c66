/** The data of the board's first screen. */
import { basename } from 'node:path'
import * as v from 'valibot'
import { reasonClasses } from '../reasons/reason.ts'
import { reasons } from '../reasons/table.ts'
import { count, moment, type Shape } from '../record/schema.ts'
import type { TaskHead } from '../record/sqlite/task-heads.ts'
import { taskStatuses } from '../record/task-states.ts'
import { escalationSchema } from '../record/task-story.ts'
import { boardRows, boardRowSchema, type BoardFacts, type BoardRow } from './board-row.ts'
import { cardBoardSchema, type CardBoard, type CardRow } from './cards.ts'
import { formats } from './formats.ts'
import { needSchema, readNeeds } from './needs.ts'
import { readScheduler, schedulerEntries } from './queue.ts'
import { rowFacts } from './task-row.ts'
import { described, type ViewContext } from './view.ts'
import { gateRows, gateRowSchema } from './waits.ts'

export const filtersSchema = v.object({
  reasons: v.array(v.string()),
  classes: v.array(v.picklist(reasonClasses)),
  agents: v.array(v.string()),
  phases: v.array(v.string()),
  flows: v.array(v.string()),
})

const countsSchema = v.object(v.entriesFromList(taskStatuses, count))

export const stateSchema = v.object({
  format: v.literal(formats.state),
  project: v.object({ root: v.string(), name: v.string(), isDemo: v.boolean() }),
  now: described(moment, 'the clock of the server: compute countdowns from it'),
  ...schedulerEntries,
  counts: described(countsSchema, 'of all tasks, by status'),
  tasks: described(
    v.array(boardRowSchema),
    'all tasks that have not ended, those of cards, and those of the newest 500 runs; the highest number first',
  ),
  omitted: described(count, 'how many ended tasks are not in `tasks`; `/tasks/N` has each'),
  board: described(
    v.nullable(cardBoardSchema),
    'the cards, as in `mayday cards --json`; null if there is no board',
  ),
  gates: described(v.array(gateRowSchema), 'as in `mayday wait --json`'),
  escalations: described(v.array(escalationSchema), 'those that are not closed, oldest first'),
  needs: described(v.array(needSchema), 'what needs a person, the most urgent first'),
  filters: described(filtersSchema, 'the values that the tasks can be filtered by'),
})

export type State = Shape<typeof stateSchema>
export type Filters = Shape<typeof filtersSchema>
export type Counts = Shape<typeof countsSchema>

/** The parts that were read from the store and from files, each at a different interval. */
export type StateFacts = Pick<BoardFacts, 'live'> & {
  readonly counts: Counts
  readonly heads: readonly TaskHead[]
  readonly board: CardBoard | null
  readonly isDemo: boolean
}

export function readState(context: ViewContext, { counts, heads, board, live, isDemo }: StateFacts): State {
  const facts = rowFacts(context)
  const tasks = boardRows(heads, { ...facts, live, problems: problemsOf(board) })
  const { root } = context.project
  const gates = gateRows(facts.gates, heldIn(tasks))
  const { escalations } = facts
  return {
    format: formats.state,
    project: { root, name: basename(root), isDemo },
    now: context.clock.now().toISOString(),
    ...readScheduler(context),
    counts,
    tasks,
    omitted: Object.values(counts).reduce((sum, of) => sum + of, 0) - tasks.length,
    board,
    gates,
    escalations,
    needs: readNeeds({ tasks, escalations, gates, overrides: context.overrides }),
    filters: filtersOf(tasks),
  }
}

const heldIn = (tasks: readonly BoardRow[]): ReadonlyMap<string, readonly number[]> =>
  new Map(
    [...Map.groupBy(tasks, ({ waiting }) => waiting?.gate ?? '')].map(([key, held]) => [
      key,
      held.map(({ task }) => task),
    ]),
  )

export const cardsIn = (board: CardBoard | null): readonly CardRow[] =>
  board?.phases.flatMap(({ columns }) => columns.flatMap(({ cards }) => cards)) ?? []

const problemsOf = (board: CardBoard | null): ReadonlyMap<number, string> =>
  new Map(
    cardsIn(board).flatMap(({ task, problem }): [number, string][] =>
      task === null || problem === null ? [] : [[task, problem]],
    ),
  )

const wordsOf = (values: readonly (string | null)[]): readonly string[] =>
  [...new Set(values.filter((value) => value !== null))].toSorted()

const classes = [...new Set(Object.values(reasons).map((row) => row.class))]

const filtersOf = (tasks: readonly BoardRow[]): Filters => ({
  reasons: wordsOf(tasks.map(({ reason }) => reason)),
  classes: classes.filter((name) => tasks.some((row) => row.class === name)),
  agents: wordsOf(tasks.map(({ agent }) => agent)),
  phases: wordsOf(tasks.map(({ phase }) => phase)),
  flows: wordsOf(tasks.map(({ flow }) => flow)),
})
