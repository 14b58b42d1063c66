import { basename, dirname, relative, resolve } from 'node:path'
import { findBoard } from '../../../cards/find-named-card.ts'
import { readBoard, type Board } from '../../../cards/read-board.ts'
import { UsageError } from '../../../errors.ts'
import type { CardStatus } from '../../../record/card-state.ts'
import type { Project } from '../../../record/project.ts'
import { cardFacts, readCards } from '../../../views/cards.ts'
import type { Screen } from '../command.ts'
import { openRecorded } from '../record/open-store.ts'
import { renderBoard } from './render-board.ts'

export type CardsAsked = { readonly folder: string | undefined; readonly status: CardStatus | undefined }

export async function runCards(asked: CardsAsked, screen: Screen): Promise<number> {
  const { folder, status = null } = asked
  using opened = await openRecorded()
  const { store, project } = opened
  const board = boardAt(folderOf(folder, project), project)
  const cards = readCards(board, cardFacts(project.root, store), status)
  return screen.answer(cards, () => renderBoard(cards, { ...screen, status }))
}

const isPhase = (path: string): boolean => /^phase-\d/.test(basename(path))

/** The named folder, else `project/`, else the root: the first one that contains phases. */
function folderOf(named: string | undefined, { root }: Project): string {
  if (named !== undefined) return resolve(named)
  const found = findBoard(root)
  if (found !== null) return found
  throw new UsageError(
    `There is no board in ${root}: neither project/ nor the root has a folder like phase-1-start/backlog. Name one: mayday cards FOLDER`,
  )
}

/** If the folder is a phase, only that phase is read. A board outside of the project is a separate project. */
function boardAt(folder: string, { root }: Project): Board {
  const board = isPhase(folder) ? dirname(folder) : folder
  return ofPhase(folder, readBoard(board, relative(root, board).startsWith('..') ? board : root))
}

function ofPhase(folder: string, board: Board): Board {
  if (!isPhase(folder)) return board
  return { ...board, phases: board.phases.filter(({ path }) => basename(path) === basename(folder)) }
}
