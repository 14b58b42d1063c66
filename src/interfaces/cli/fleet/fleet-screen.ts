import type { Nodes } from '../../../views/nodes.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'

/** `mayday fleet nodes` has the format of its view. */
export type FleetScreen = Screen<Answer<'mayday.fleet/1'> | Nodes>
