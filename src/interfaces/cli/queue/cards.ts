import { basename, dirname, relative, resolve } from 'node:path'
import { cardKey } from '../../../cards/card-place.ts'
import { findImpossible } from '../../../cards/card-states.ts'
import { findBoard } from '../../../cards/find-named-card.ts'
import { readBoard, type Board } from '../../../cards/read-board.ts'
import { UsageError } from '../../../errors.ts'
import type { CardStatus, LockRecord } from '../../../record/card-state.ts'
import type { Project } from '../../../record/project.ts'
import { isLive } from '../../../record/run.ts'
import { taskOfCard } from '../../../scheduling/find-card.ts'
import type { Store } from '../../../record/store.ts'
import type { Screen } from '../command.ts'
import { openRecorded } from '../record/open-store.ts'
import { renderBoard } from './render-board.ts'

type Phase = Board['phases'][number]
type Column = Phase['columns'][number]
type BoardCard = Column['cards'][number]

/** A card with what cannot be true about it. */
export type CardView = BoardCard & { readonly problem: string | null }

export type ColumnView = Omit<Column, 'cards'> & { readonly cards: readonly CardView[] }
export type PhaseView = Omit<Phase, 'columns'> & { readonly columns: readonly ColumnView[] }
/** Paths are relative to the project's root. */
export type BoardView = { readonly folder: string; readonly phases: readonly PhaseView[] }

export type CardsAsked = { readonly folder: string | undefined; readonly status: CardStatus | undefined }

export async function runCards(asked: CardsAsked, screen: Screen): Promise<number> {
  const { folder, status = null } = asked
  using opened = await openRecorded()
  const { store, project } = opened
  const board = viewBoard(boardAt(folderOf(folder, project), project), { store, project, status })
  return screen.answer(board, () => renderBoard(board, { ...screen, status }))
}

const isPhase = (path: string): boolean => /^phase-\d/.test(basename(path))

/** The folder that is named, else `project/`, else the root, wherever there are phases. */
function folderOf(named: string | undefined, { root }: Project): string {
  if (named !== undefined) return resolve(named)
  const found = findBoard(root)
  if (found !== null) return found
  throw new UsageError(
    `There is no board in ${root}: neither project/ nor the root has a folder like phase-1-start/backlog. Name one: mayday cards FOLDER`,
  )
}

/** Of a folder that is a phase itself only that phase. A board outside of the project is a project of its own. */
function boardAt(folder: string, { root }: Project): Board {
  const board = isPhase(folder) ? dirname(folder) : folder
  return ofPhase(folder, readBoard(board, relative(root, board).startsWith('..') ? board : root))
}

function ofPhase(folder: string, board: Board): Board {
  if (!isPhase(folder)) return board
  return { ...board, phases: board.phases.filter(({ path }) => basename(path) === basename(folder)) }
}

type Looked = { readonly store: Store | null; readonly project: Project; readonly status: string | null }
/** Card locks by their keys. */
type Locks = ReadonlyMap<string, LockRecord>

function viewBoard({ folder, phases }: Board, looked: Looked): BoardView {
  const { project, status, store } = looked
  const locks: Locks = new Map(
    store?.locks().flatMap((lock) => (lock.kind === 'card' ? [[lock.key, lock] as const] : [])),
  )
  const below = (path: string): string => relative(project.root, path) || '.'
  const viewColumn = ({ cards, malformed, ...column }: Column): ColumnView => ({
    ...column,
    cards: cards
      .filter(({ agentStatus }) => status === null || (agentStatus ?? 'idle') === status)
      .map((card) => ({ ...card, path: below(card.path), problem: problemOf(card, looked, locks) })),
    // One that cannot be read has no status.
    malformed: status === null ? malformed.map((one) => viewMalformed(one, below(one.path))) : [],
  })
  return {
    folder: below(folder),
    phases: phases.map((phase) => ({
      ...phase,
      path: below(phase.path),
      columns: phase.columns.map(viewColumn),
    })),
  }
}

const viewMalformed = (
  { path, problem }: Column['malformed'][number],
  below: string,
): Column['malformed'][number] => ({ path: below, problem: problem.replaceAll(path, below) })

/** What the card says against what is recorded. */
function problemOf(card: BoardCard, { store, project }: Looked, locks: Locks): string | null {
  const key = cardKey(card.path)
  // One that says something may have been moved; the thousands that say nothing are not looked for elsewhere.
  const isTold = (card.agentStatus ?? 'idle') !== 'idle'
  const found = isTold && store !== null ? taskOfCard(card.path, { store, project }) : store?.taskOfCard(key)
  const task = found ?? null
  const live = task === null ? undefined : store?.runsOf(task.task).find(isLive)
  return findImpossible(
    { ...card, path: relative(project.root, card.path) },
    {
      liveRun: live?.run ?? null,
      lock: locks.get(key) ?? null,
      isQueued: task !== null && task.nextRunId !== null,
    },
  )
}
