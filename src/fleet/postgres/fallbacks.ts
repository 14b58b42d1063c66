/** A fallback is used only where no connected node could start an agent that the task prefers. */
import { fits } from '../../record/schema.ts'
import { abilitiesSchema, choicesFor, type Needs } from '../needs.ts'
import type { Parts } from './parts.ts'

/** True if some node may use an agent before this one, and no gate holds it. A full account is no reason to fall back. */
export async function isBetterThere(needs: Needs, rank: number, { db, leaseMs }: Parts): Promise<boolean> {
  const nodes = await db.query(
    `select abilities from nodes where left_at is null and stopped_at is null and not draining
       and seen_at > now() - $1 * interval '1 ms'`,
    [leaseMs],
  )
  const better = { ...needs, agents: needs.agents.slice(0, rank) }
  const choices = nodes.flatMap(({ abilities }) =>
    fits(abilitiesSchema, abilities) ? choicesFor(better, abilities) : [],
  )
  if (choices.length === 0) return false
  const closed = await db.query(
    'select key from gates where key = any($1) and (canary is not null or until is null or until > now())',
    [choices.flatMap(({ gates }) => gates)],
  )
  const isClosed = new Set(closed.map(({ key }) => key))
  return choices.some(({ gates }) => !gates.some((key) => isClosed.has(key)))
}
