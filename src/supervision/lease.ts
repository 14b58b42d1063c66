import { isGone, parseIdentity, selfOf, type OwnerContext } from './owners.ts'
import type { ProcessIdentity } from './processes/processes.ts'

export type Claimed =
  | { readonly kind: 'mine' }
  /** Null if another process took the lease and has not written its identity yet. */
  | { readonly kind: 'held'; readonly by: ProcessIdentity | null }

/** A lease has one holder at a time. It is taken over only if its holder is gone. */
export function claimLease(name: string, context: OwnerContext): Claimed {
  const { store } = context
  const held = store.lease(name)
  if (!isGone(held, context)) return { kind: 'held', by: parseIdentity(held) }
  return store.claimLease(name, held, selfOf(context)) ? { kind: 'mine' } : { kind: 'held', by: null }
}

/** The process that holds the lease; null if no live process does. */
export function holderOf(name: string, context: OwnerContext): ProcessIdentity | null {
  const held = context.store.lease(name)
  return isGone(held, context) ? null : parseIdentity(held)
}

export const releaseLease = (name: string, context: OwnerContext): boolean =>
  context.store.releaseLease(name, selfOf(context))
