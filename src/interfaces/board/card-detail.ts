import { cardInside } from '../../cards/card-place.ts'
import { readCard } from '../../cards/read-card.ts'
import { RequestError } from './answer.ts'
import type { CardDetail, State } from './api.ts'
import type { BoardContext } from './context.ts'

/** One card of the board. Only what the board lists can be read: no address leads to any other file. */
export function cardDetail(
  path: string,
  { project, config }: BoardContext,
  { board, tasks }: State,
): CardDetail {
  const rows = board?.phases.flatMap(({ folders }) => folders.flatMap(({ cards }) => cards)) ?? []
  const row = rows.find((one) => one.path === path)
  if (row === undefined) throw new RequestError(404, 'CARD_MISSING', 'There is no such card on the board.')
  const task = tasks.find((one) => one.task === row.task) ?? null
  const needsAgent = row.task === null && config.agent === undefined
  const head = { format: 'mayday.card/2', card: row, task, needsAgent } as const
  const empty = { ...head, summary: '', criteria: [], history: [] } as const
  if (row.isMalformed) return empty
  const { summary, criteria, history } = readCard(cardInside(project.root, path).absolute)
  return {
    ...empty,
    summary,
    criteria: criteria.map(({ text, isChecked }) => ({ text, isChecked })),
    history,
  }
}
