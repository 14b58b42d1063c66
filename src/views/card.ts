/** One card of the board, with or without a run. */
import * as v from 'valibot'
import { cardInside } from '../cards/card-place.ts'
import { readCard } from '../cards/read-card.ts'
import type { Shape } from '../record/schema.ts'
import { boardRowSchema, type BoardRow } from './board-row.ts'
import { cardRowSchema, type CardRow } from './cards.ts'
import { formats } from './formats.ts'
import { described } from './view.ts'

export const cardSchema = v.object({
  format: v.literal(formats.card),
  card: cardRowSchema,
  summary: v.string(),
  criteria: v.array(v.object({ text: v.string(), isChecked: v.boolean() })),
  history: described(v.array(v.string()), 'the lines of its History, oldest first'),
  task: v.nullable(boardRowSchema),
  needsAgent: described(
    v.boolean(),
    'neither the config nor an earlier enqueue names an agent: an enqueue must',
  ),
})

export type ShownCard = Shape<typeof cardSchema>

type CardPlace = {
  readonly root: string
  readonly task: BoardRow | null
  /** The default agent of the config. */
  readonly agent: string | null
}

export function showCard(card: CardRow, { root, task, agent }: CardPlace): ShownCard {
  const read = card.isMalformed ? null : readCard(cardInside(root, card.path).absolute)
  return {
    format: formats.card,
    card,
    summary: read?.summary ?? '',
    criteria: read?.criteria.map(({ text, isChecked }) => ({ text, isChecked })) ?? [],
    history: read?.history ?? [],
    task,
    needsAgent: card.task === null && agent === null,
  }
}
