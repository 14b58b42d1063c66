import { isGone, parseIdentity, type OwnerContext } from './owners.ts'
import type { ProcessIdentity } from './processes/processes.ts'

export type Claimed =
  | { readonly kind: 'mine' }
  /** Null where somebody was faster and is not known yet. */
  | { readonly kind: 'held'; readonly by: ProcessIdentity | null }

/** One holder at a time; taken over only from one that is gone. */
export function claimLease(name: string, context: OwnerContext): Claimed {
  const { store } = context
  const held = store.lease(name)
  if (!isGone(held, context)) return { kind: 'held', by: parseIdentity(held) }
  return store.claimLease(name, held, selfOf(context)) ? { kind: 'mine' } : { kind: 'held', by: null }
}

/** Who holds it; null where nobody does any more. */
export function holderOf(name: string, context: OwnerContext): ProcessIdentity | null {
  const held = context.store.lease(name)
  return isGone(held, context) ? null : parseIdentity(held)
}

export const releaseLease = (name: string, context: OwnerContext): boolean =>
  context.store.releaseLease(name, selfOf(context))

const selfOf = ({ processes }: OwnerContext): string => JSON.stringify(processes.self())
