/** Finds the card that a person means. All commands use this resolver. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { CardError } from './card-error.ts'
import { boardFolders } from './read-board.ts'

const isPhase = (name: string): boolean => /^phase-\d/.test(name)

/** True if the folder contains phases. */
const hasPhases = (folder: string): boolean => namesIn(folder).some(isPhase)

/** The board of a project: `project/` or the root, if it contains phases. Null if the project has none. */
export const findBoard = (root: string): string | null =>
  [join(root, 'project'), root].find(hasPhases) ?? null

/**
 * The path of the card that `word` names, for a person in `cwd`: a path from there or from the root of the project,
 * else the name of a card on the board, with or without `.md`, or its number (`5.2`). A word that names no card is
 * returned as a path from `cwd`, so that reading it gives the error.
 */
export function findNamedCard(
  word: string,
  { root, cwd }: { readonly root: string; readonly cwd: string },
): string {
  const here = resolve(cwd, word)
  const found = [here, resolve(root, word)].find((path) => existsSync(path))
  if (found !== undefined) return found
  if (basename(word) !== word) return here
  const [named, ...more] = onBoard(word, root)
  if (named === undefined) return here
  if (more.length === 0) return named
  const paths = [named, ...more].map((path) => relative(root, path))
  throw new CardError(
    'CARD_AMBIGUOUS',
    word,
    `${paths.length} cards have this name (${paths.join(', ')}); name one by its path.`,
  )
}

/** Whole names first: a number is used only if no card has that name. */
function onBoard(word: string, root: string): readonly string[] {
  const cards = cardPaths(root)
  const whole = cards.filter((path) => [word, `${word}.md`].includes(basename(path)))
  if (whole.length > 0 || !/^\d{1,6}\.\d{1,6}$/.test(word)) return whole
  return cards.filter((path) => basename(path).startsWith(`${word}-`))
}

function cardPaths(root: string): readonly string[] {
  const board = findBoard(root)
  if (board === null) return []
  return namesIn(board)
    .filter(isPhase)
    .flatMap((phase) => boardFolders.map((column) => join(board, phase, column)))
    .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.md'))
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The folder is missing or not a folder, so it contains no card.
    return []
  }
}
