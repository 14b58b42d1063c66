/**
 * Reads a board: `phase-N-label/{backlog,in-progress,done}/<phase>.<task>-slug.md`. A markdown file with another name
 * is a card if it starts like one. All other files are ignored.
 */
import { lstatSync, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs'
import { join, sep } from 'node:path'
import { codeOf } from '../record/replace-file.ts'
import { CardError } from './card-error.ts'
import { cardInside } from './card-place.ts'
import { readBoardCard, type BoardCard } from './read-card.ts'
import { unreadable } from './unreadable.ts'

export const boardFolders = ['backlog', 'in-progress', 'done'] as const
export type BoardFolder = (typeof boardFolders)[number]

/** A card that cannot be used, and the reason in one sentence. */
export type MalformedCard = { readonly path: string; readonly problem: string }

export type Column = {
  readonly folder: BoardFolder
  readonly cards: readonly BoardCard[]
  readonly malformed: readonly MalformedCard[]
}

export type Phase = {
  readonly number: number
  /** `flows` in `phase-5-flows`. */
  readonly label: string
  readonly path: string
  readonly columns: readonly Column[]
}

export type Board = { readonly folder: string; readonly phases: readonly Phase[] }

const PHASE = /^phase-(\d{1,6})(?:-(.*))?$/
const CARD = /^(\d{1,6})\.(\d{1,6})(?:-.*)?\.md$/

/**
 * Reads a board of the project at `root`. The default of `root` is the folder of the board. A card behind a link that
 * leads out of the root is not read: its text would go into a prompt and onto the board.
 */
export function readBoard(folder: string, root: string = folder): Board {
  const phases = entriesOf(folder, 'required').flatMap((entry) => {
    const [, number, label = ''] = PHASE.exec(entry.name) ?? []
    const path = join(folder, entry.name)
    return number === undefined || !isFolder(entry, path) ? [] : [{ number: Number(number), label, path }]
  })
  return {
    folder,
    phases: phases
      .toSorted((a, b) => a.number - b.number || compareNames(a.label, b.label))
      .map((phase) => ({
        ...phase,
        columns: boardFolders.map((name) => readColumn(phase.path, name, root)),
      })),
  }
}

/** A missing folder is empty. Only the board itself must exist. */
function entriesOf(folder: string, how: 'required' | 'optional'): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (how === 'optional' && ['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return []
    if (codeOf(error) === 'ENOTDIR')
      throw new CardError('CARD_NO_BOARD', folder, 'a board is a folder of phases, but this is a file.', {
        cause: error,
      })
    throw unreadable(folder, error)
  }
}

/** A link to a folder counts as a folder. */
const isFolder = (entry: Dirent, path: string): boolean =>
  entry.isDirectory() ||
  (entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)

/** Infinity minus Infinity is NaN. */
const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a - b)

const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function readColumn(phase: string, folder: BoardFolder, root: string): Column {
  const cards: BoardCard[] = []
  const malformed: MalformedCard[] = []
  const isInside = isFolderInside(join(phase, folder), root)
  for (const { name, isLink, isUnnumbered } of cardEntries(join(phase, folder))) {
    const path = join(phase, folder, name)
    try {
      if (isLink || !isInside) cardInside(root, path)
      cards.push(readBoardCard(path))
    } catch (error) {
      if (!(error instanceof CardError)) throw error
      if (!isGone(path) && !(isUnnumbered && error.code === 'CARD_NO_FRONTMATTER'))
        malformed.push({ path, problem: error.message })
    }
  }
  return { folder, cards, malformed }
}

/** Checked once for each folder. Only links are checked one by one. */
function isFolderInside(folder: string, root: string): boolean {
  try {
    return `${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(root)}${sep}`)
  } catch {
    // The folder is missing and contains no card.
    return true
  }
}

type CardEntry = { readonly name: string; readonly isLink: boolean; readonly isUnnumbered: boolean }

/** Notes of people and tools, which are not cards. */
const isNote = (name: string): boolean => name.startsWith('.') || /^readme\.md$/i.test(name)

/** In the order of their numbers. Files without a number come last. */
function cardEntries(folder: string): readonly CardEntry[] {
  const found = entriesOf(folder, 'optional').flatMap((entry) => {
    const { name } = entry
    if (!name.endsWith('.md') || isNote(name)) return []
    const [, phase = Infinity, task] = CARD.exec(name) ?? []
    const isUnnumbered = task === undefined
    const order = { phase: Number(phase), task: Number(task ?? 0) }
    return [{ name, isLink: entry.isSymbolicLink(), isUnnumbered, ...order }]
  })
  return found.toSorted(
    (a, b) => compareNumbers(a.phase, b.phase) || a.task - b.task || compareNames(a.name, b.name),
  )
}

/** Moved or deleted while the board was read. A broken link still exists. */
const isGone = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) === undefined
