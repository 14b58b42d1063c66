import { cardInside } from '../../../cards/card-place.ts'
import { findNamedCard } from '../../../cards/find-named-card.ts'
import type { Project } from '../../../record/project.ts'
import type { Store } from '../../../record/store.ts'
import type { TaskRecord } from '../../../record/task.ts'
import { taskOfCard } from '../../../scheduling/find-card.ts'

/** The path of a card relative to the working directory. */
export const typedCard = (word: string, { root }: Pick<Project, 'root'>): string =>
  findNamedCard(word, { root, cwd: process.cwd() })

/** Finds a card by its path or its name on the board, and its task if there is one. */
export function findCard(
  path: string,
  { project, store }: { readonly project: Project; readonly store: Store | null },
): { readonly card: ReturnType<typeof cardInside>; readonly task: TaskRecord | null } {
  const card = cardInside(project.root, typedCard(path, project))
  return { card, task: store === null ? null : taskOfCard(card.absolute, { project, store }) }
}
