import { cardInside } from '../../../cards/card-place.ts'
import { findNamedCard } from '../../../cards/find-named-card.ts'
import type { Project } from '../../../record/project.ts'
import type { Store } from '../../../record/store.ts'
import type { TaskRecord } from '../../../record/task.ts'
import { taskOfCard } from '../../../scheduling/find-card.ts'

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
