import { isGone, parseIdentity, type OwnerHouse } from './owners.ts'
import type { ProcessIdentity } from './processes/processes.ts'

export type Claimed =
  | { readonly kind: 'mine' }
  /** Null where somebody was faster and is not known yet. */
  | { readonly kind: 'held'; readonly by: ProcessIdentity | null }

/** One holder at a time; taken over only from one that is gone. */
export function claimLease(name: string, house: OwnerHouse): Claimed {
  const { store } = house
  const held = store.lease(name)
  if (!isGone(held, house)) return { kind: 'held', by: parseIdentity(held) }
  return store.claimLease(name, held, selfOf(house)) ? { kind: 'mine' } : { kind: 'held', by: null }
}

/** Who holds it; null where nobody does any more. */
export function holderOf(name: string, house: OwnerHouse): ProcessIdentity | null {
  const held = house.store.lease(name)
  return isGone(held, house) ? null : parseIdentity(held)
}

export const releaseLease = (name: string, house: OwnerHouse): boolean =>
  house.store.releaseLease(name, selfOf(house))

const selfOf = ({ processes }: OwnerHouse): string => JSON.stringify(processes.self())
