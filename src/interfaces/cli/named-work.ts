/** What a command line names where it may be a card or a run: digits or an id are a run, anything else is a path. */
import { cardInside } from '../../cards/card-place.ts'
import { findNamedCard } from '../../cards/find-named-card.ts'
import { UsageError } from '../../errors.ts'
import type { Project } from '../../record/project.ts'
import type { Store } from '../../record/store.ts'
import type { TaskRecord } from '../../record/task.ts'
import { taskOfCard } from '../../scheduling/find-card.ts'
import type { Arguments } from './command.ts'

export type Named = { readonly kind: 'run' | 'card'; readonly word: string }

const RUN = /^(?:\d+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

export function namedWork(args: Arguments, command: string): Named {
  const word = onlyWord(args, `${command} takes one card or the number of one run`, 'mayday queue')
  return { kind: RUN.test(word) ? 'run' : 'card', word }
}

/** The word for the one card that a command line names: a path, or a name on the board. */
export function cardArgument(args: Arguments, command: string): string {
  const word = onlyWord(args, `${command} takes the path of one card`, 'mayday cards')
  if (!/^\d+$/.test(word)) return word
  throw new UsageError(`${command} takes the path of one card, and got the number ${word}. See: mayday cards`)
}

function onlyWord({ positionals, behind }: Arguments, takes: string, see: string): string {
  const words = positionals.slice(0, positionals.length - behind.length)
  const [word, ...more] = words
  if (word !== undefined && word !== '' && more.length === 0) return word
  throw new UsageError(`${takes}, and got ${words.join(' ') || 'none'}. See: ${see}`)
}

/** The path of a card as a person in this folder types it. */
export const typedCard = (word: string, { root }: Pick<Project, 'root'>): string =>
  findNamedCard(word, { root, cwd: process.cwd() })

/** The card that a person in some folder names, by a path or as on the board, and the task that carries it, where there is one. */
export function findCard(
  path: string,
  { project, store }: { readonly project: Project; readonly store: Store | null },
): { readonly card: ReturnType<typeof cardInside>; readonly task: TaskRecord | null } {
  const card = cardInside(project.root, typedCard(path, project))
  return { card, task: store === null ? null : taskOfCard(card.absolute, { project, store }) }
}
