import type { Member } from '../member.ts'
import type { NodeAbilities } from '../needs.ts'

/** What a node told the fleet when it joined. */
export const abilitiesOf = ({ accounts, commands, allowsAny, name, labels }: Member): NodeAbilities => ({
  accounts,
  commands,
  anyAccount: allowsAny ? name : null,
  labels,
})
