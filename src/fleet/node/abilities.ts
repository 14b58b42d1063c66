import type { Member } from '../member.ts'
import type { NodeAbilities } from '../needs.ts'

/** What a node can do: what its owner allowed when it joined, without what is not installed. */
export const abilitiesOf = (
  { accounts, commands, allowsAny, name, labels }: Member,
  missing: readonly string[],
): NodeAbilities => ({
  accounts,
  commands,
  anyAccount: allowsAny ? name : null,
  labels,
  missing,
})
