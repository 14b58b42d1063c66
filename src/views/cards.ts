/** The cards of a board, and their contradictions with the record. */
import { basename, relative } from 'node:path'
import * as v from 'valibot'
import { cardKey } from '../cards/card-place.ts'
import { findImpossible } from '../cards/card-states.ts'
import { boardFolders, type Board, type Column, type MalformedCard } from '../cards/read-board.ts'
import type { BoardCard } from '../cards/read-card.ts'
import type { LockRecord } from '../record/card-state.ts'
import { isLive } from '../record/run.ts'
import { count, type Shape } from '../record/schema.ts'
import type { Store } from '../record/store.ts'
import type { TaskRecord } from '../record/task.ts'
import { findTaskOfCard } from '../scheduling/find-card.ts'
import { formats } from './formats.ts'
import { described } from './view.ts'

/** A card as a row of a list. */
export const cardRowSchema = v.object({
  path: described(v.string(), 'relative to the project root; it names the card in every action'),
  title: v.string(),
  status: described(
    v.nullable(v.string()),
    'the word in the file (`agent_status`), `idle` if it has none; null if the file cannot be read as a card',
  ),
  flow: v.nullable(v.string()),
  phase: v.nullable(v.string()),
  folder: v.string(),
  owner: v.nullable(v.string()),
  branch: v.nullable(v.string()),
  risk: v.nullable(v.string()),
  review: v.nullable(v.string()),
  isParallel: v.boolean(),
  criteria: described(v.object({ checked: count, all: count }), 'acceptance criteria that are met, and all'),
  problem: described(
    v.nullable(v.string()),
    'why the file cannot be read as a card, or why its state is impossible, in a sentence',
  ),
  isMalformed: described(v.boolean(), 'the file cannot be read as a card'),
  task: described(v.nullable(count), 'the number of its task'),
})

const phaseSchema = v.object({
  number: count,
  label: v.string(),
  path: v.string(),
  columns: v.array(v.object({ folder: v.picklist(boardFolders), cards: v.array(cardRowSchema) })),
})

/** Without its format, for answers that contain it. */
export const cardBoardSchema = v.object({
  folder: described(v.string(), 'relative to the project root'),
  phases: described(
    v.array(phaseSchema),
    'by number; each has the columns `backlog`, `in-progress` and `done`',
  ),
})

export const cardsSchema = v.object({ format: v.literal(formats.cards), ...cardBoardSchema.entries })

export type CardRow = Shape<typeof cardRowSchema>
export type CardPhase = Shape<typeof phaseSchema>
export type CardBoard = Shape<typeof cardBoardSchema>
export type Cards = Shape<typeof cardsSchema>

/** The recorded facts about cards. A live run is given by the number of its task. */
export type CardFacts = {
  readonly root: string
  /** The key of a card's lock, by its absolute path. */
  readonly keyOf: (path: string) => string
  /** The task of a card, by its absolute path. `isTold` means that the card itself has a state. */
  readonly taskOf: (path: string, isTold: boolean) => TaskRecord | null
  readonly liveRunOf: (task: number) => number | null
  /** Card locks by their keys. */
  readonly locks: ReadonlyMap<string, LockRecord>
}

/** A null store means that nothing was ever recorded. */
export const cardFacts = (root: string, store: Store | null): CardFacts => ({
  root,
  keyOf: cardKeyOf,
  taskOf: (path, isTold) => {
    if (store === null) return null
    // A card with a state may have been moved. The thousands of cards without one are not searched elsewhere.
    return isTold ? findTaskOfCard(path, { store }) : store.taskOfCard(cardKeyOf(path))
  },
  liveRunOf: (task) => store?.runsOf(task).find(isLive)?.run ?? null,
  locks: cardLocks(store?.locks() ?? []),
})

export const cardLocks = (locks: readonly LockRecord[]): ReadonlyMap<string, LockRecord> =>
  new Map(locks.filter(({ kind }) => kind === 'card').map((lock) => [lock.key, lock]))

/** Only cards with this status. Unreadable cards have no status. */
export const readCards = (board: Board, facts: CardFacts, status: string | null = null): Cards => ({
  format: formats.cards,
  ...cardBoard(board, facts, (row) => status === null || row.status === status),
})

export const cardBoard = (
  { folder, phases }: Board,
  facts: CardFacts,
  isWanted: (row: CardRow) => boolean = () => true,
): CardBoard => ({
  folder: below(facts.root, folder),
  phases: phases.map(({ number, label, path, columns }) => ({
    number,
    label,
    path: below(facts.root, path),
    columns: columns.map((column) => ({
      folder: column.folder,
      cards: rowsOf(column, facts).filter(isWanted),
    })),
  })),
})

const below = (root: string, path: string): string => relative(root, path) || '.'

const rowsOf = ({ folder, cards, malformed }: Column, facts: CardFacts): readonly CardRow[] => [
  ...cards.map((card) => cardRow(card, facts)),
  ...malformed.map((one) => malformedRow(one, folder, facts.root)),
]

function cardRow(card: BoardCard, { root, keyOf, taskOf, liveRunOf, locks }: CardFacts): CardRow {
  const path = below(root, card.path)
  const status = card.agentStatus ?? 'idle'
  const task = taskOf(card.path, status !== 'idle')
  return {
    path,
    title: card.title,
    status,
    flow: card.agentFlow,
    phase: card.phase,
    folder: card.folder,
    owner: card.owner,
    branch: card.branch,
    risk: card.risk,
    review: card.review,
    isParallel: card.isParallel,
    criteria: {
      checked: card.criteria.filter(({ isChecked }) => isChecked).length,
      all: card.criteria.length,
    },
    problem: findImpossible(
      { ...card, path },
      {
        liveRun: task === null ? null : liveRunOf(task.task),
        lock: locks.get(keyOf(card.path)) ?? null,
        isQueued: task !== null && task.nextRunId !== null,
      },
    ),
    isMalformed: false,
    task: task?.task ?? null,
  }
}

/** A card that is moved during the read has no key. The next read finds it at its new path. */
export function cardKeyOf(path: string): string {
  try {
    return cardKey(path)
  } catch {
    return ''
  }
}

function malformedRow({ path, problem }: MalformedCard, folder: string, root: string): CardRow {
  const shown = below(root, path)
  return {
    path: shown,
    title: basename(shown),
    status: null,
    flow: null,
    phase: null,
    folder,
    owner: null,
    branch: null,
    risk: null,
    review: null,
    isParallel: false,
    criteria: { checked: 0, all: 0 },
    problem: problem.replaceAll(path, shown),
    isMalformed: true,
    task: null,
  }
}
