import { UsageError } from '../../../errors.ts'
import type { FleetScreen } from './fleet-screen.ts'
import type { Flags, Maybe } from '../parse/option.ts'
import { fleetActions, type FleetAction } from './fleet-actions.ts'
import { showCardWriter } from './cards.ts'
import { initialise } from './init.ts'
import { join, leave } from './join.ts'
import { limit, showNodes, showStatus, setNodeState } from './nodes.ts'
import { manageTokens } from './tokens.ts'
import { up } from './up.ts'

export type FleetAsked = {
  readonly action: FleetAction
  readonly schema: string
  readonly label: readonly string[]
  readonly allow: readonly string[]
  readonly allowCommand: readonly string[]
} & Maybe<'subject' | 'amount' | 'name' | 'remote' | 'listen' | 'address' | 'cert' | 'key'> &
  Flags<'sql' | 'allowAny' | 'back' | 'take' | 'stop' | 'json'>

export async function runFleet(asked: FleetAsked, screen: FleetScreen): Promise<number> {
  refuseMore(asked)
  switch (asked.action) {
    case 'up':
      return up(asked, screen)
    case 'init':
      return initialise(asked, screen)
    case 'join':
      return join(asked, screen)
    case 'leave':
      return leave(screen)
    case 'status':
      return showStatus(screen)
    case 'nodes':
      return showNodes(screen)
    case 'drain':
    case 'lost':
      return setNodeState(asked.action, nodeIn(asked), asked.back, screen)
    case 'cards':
      return showCardWriter(asked.take, screen)
    case 'limit':
      return limit(asked, screen)
    case 'token':
      return manageTokens(asked, screen)
  }
}

function refuseMore({ action, subject, amount }: FleetAsked): void {
  const more = [subject, amount].flatMap((word) => word ?? []).slice(fleetActions[action])
  if (more.length > 0)
    throw new UsageError(
      `fleet ${action} takes no${fleetActions[action] === 0 ? '' : ' further'} argument, not '${more.join(' ')}'. See: mayday fleet --help`,
    )
}

function nodeIn({ action, subject }: FleetAsked): string {
  if (subject !== undefined) return subject
  throw new UsageError(`Missing node: mayday fleet ${action} NODE. See: mayday fleet nodes`)
}
