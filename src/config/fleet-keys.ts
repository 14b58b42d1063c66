import type { Config } from './config.ts'
import type { SectionEntry } from './schema.ts'
import { countFrom, flag, oneOf } from './value-types.ts'
import { defaultTreePolicy, uncommittedPolicies } from '../fleet/trees/tree-policy.ts'

export const fleetKeys: SectionEntry<Config['fleet']> = {
  kind: 'section',
  key: 'fleet',
  help: 'Work trees on the nodes of a fleet.',
  entries: {
    uncommitted: {
      kind: 'value',
      key: 'uncommitted',
      type: oneOf(uncommittedPolicies),
      default: defaultTreePolicy.uncommitted,
      help: "work that an agent did not commit: Mayday commits it on the task's branch, or saves it as a snapshot",
      example: 'snapshot',
    },
    pushesSnapshots: {
      kind: 'value',
      key: 'pushSnapshots',
      type: flag,
      default: defaultTreePolicy.pushesSnapshots,
      help: 'whether Mayday may push snapshots to the git remote, as refs below refs/mayday/',
    },
    mostTrees: {
      kind: 'value',
      key: 'trees',
      type: countFrom(1),
      default: defaultTreePolicy.mostTrees,
      help: 'work trees that a node keeps for later attempts; older ones are removed if their work is pushed',
    },
  },
}
