import type { Member } from '../member.ts'
import type { NodeAbilities } from '../needs.ts'

/** The abilities that a node reported when it joined the fleet. */
export const abilitiesOf = ({ accounts, commands, allowsAny, name, labels }: Member): NodeAbilities => ({
  accounts,
  commands,
  anyAccount: allowsAny ? name : null,
  labels,
})
