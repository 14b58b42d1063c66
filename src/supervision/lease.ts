import { parseIdentity, type House } from './reconcile.ts'
import type { ProcessIdentity } from './processes/processes.ts'

export type Claimed =
  | { readonly kind: 'mine' }
  /** Null where somebody was faster and is not known yet. */
  | { readonly kind: 'held'; readonly by: ProcessIdentity | null }

/** One holder at a time; taken over only from one that is provably dead. */
export function claimLease(name: string, house: House): Claimed {
  const { store } = house
  const held = store.lease(name)
  const owner = parseIdentity(held)
  if (isHeld(owner, house)) return { kind: 'held', by: owner }
  return store.claimLease(name, held, selfOf(house)) ? { kind: 'mine' } : { kind: 'held', by: null }
}

/** Who holds it; null where nobody lives who does. */
export function holderOf(name: string, house: House): ProcessIdentity | null {
  const owner = parseIdentity(house.store.lease(name))
  return isHeld(owner, house) ? owner : null
}

export const releaseLease = (name: string, house: House): boolean =>
  house.store.releaseLease(name, selfOf(house))

const isHeld = (owner: ProcessIdentity | null, { processes }: House): boolean =>
  owner !== null && processes.state(owner) !== 'dead'

const selfOf = ({ processes }: House): string => JSON.stringify(processes.self())
