/**
 * Edits the text of a card.
 *
 * - E1 An edit changes the values, boxes and lines that it names, and no other byte.
 * - E2 The new text is parsed before it is returned. It contains the edit, and everything else is as in the old text.
 */
import { isDeepStrictEqual } from 'node:util'
import { inert } from '../memory/prompt-context.ts'
import { CardError } from './card-error.ts'
import type { Card, CardEdit } from './card.ts'
import { readBoxes } from './criteria.ts'
import { spliceKeys, type Values } from './edit-frontmatter.ts'
import { readFrontmatter } from './frontmatter.ts'
import { spliceHistory } from './history.ts'
import { parseCard } from './read-card.ts'
import { readBody, type Body } from './sections.ts'
import { applySplices, type Splice } from './splice.ts'

/** Returns the text of the card after the edit. */
export function editCard(card: Card, edit: CardEdit): string {
  const { path, text } = card
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n'
  const matter = readFrontmatter(text, path)
  const body = readBody(text, matter.bodyAt)
  const values = valuesOf(card, edit)
  const keys = spliceKeys(matter, values, eol)
  if (keys === null) throw refused(path)
  const after = applySplices(text, [
    ...keys,
    ...spliceBoxes(body, edit.check ?? []),
    ...spliceHistory(text, { body, eol }, edit.lines ?? []),
  ])
  requireMeant(card, after, { edit, values })
  return after
}

/** A value that is already correct keeps its notation. A flow of null is written as `null`. */
function valuesOf({ keys, agentFlow, agentStatus }: Card, { status, flow }: CardEdit): Values {
  const isFlowNew = flow !== undefined && (flow === null ? keys['agent_flow'] !== null : flow !== agentFlow)
  const isStatusNew = status !== undefined && status !== agentStatus
  return {
    ...(isFlowNew ? { agent_flow: flow === null ? null : inert(flow) } : {}),
    ...(isStatusNew ? { agent_status: status } : {}),
  }
}

const spliceBoxes = (body: Body, check: readonly number[]): readonly Splice[] =>
  readBoxes(body)
    .filter(({ index, isChecked }) => check.includes(index) && !isChecked)
    .map(({ at }) => ({ from: at, to: at + 1, text: 'x' }))

type Meant = { readonly edit: CardEdit; readonly values: Values }

/** E2. */
function requireMeant(card: Card, text: string, { edit, values }: Meant): void {
  const after = parsedOrNull(card.path, text)
  const { check = [], lines = [] } = edit
  const meant = {
    keys: { ...card.keys, ...values },
    criteria: card.criteria.map((one) => ({ ...one, isChecked: one.isChecked || check.includes(one.index) })),
    history: [...card.history, ...lines.map(inert)],
  }
  const { keys, criteria, history } = after ?? {}
  if (!isDeepStrictEqual({ keys, criteria, history }, meant)) throw refused(card.path)
}

function parsedOrNull(path: string, text: string): Card | null {
  try {
    return parseCard(path, text)
  } catch (error) {
    // A text that is no longer a card is refused like one with other content. The old text stays.
    if (error instanceof CardError) return null
    throw error
  }
}

const refused = (path: string): CardError =>
  new CardError(
    'CARD_NOT_EDITABLE',
    path,
    'it is written so that it cannot be changed safely; write agent_status and agent_flow as plain words and the History as a plain list.',
  )
