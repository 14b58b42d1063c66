/** The tokens with which logs are read. */
import { MaydayError, UsageError } from '../../../errors.ts'
import { writeMember, type Member } from '../../../fleet/member.ts'
import type { Fleet, TokenRecord } from '../../../fleet/port.ts'
import { findProject } from '../../../record/project.ts'
import { hashOf, newToken } from '../../node-logs/token.ts'
import type { FleetScreen } from './fleet-screen.ts'
import type { FleetAsked } from './fleet.ts'
import { TOKEN_VARIABLE } from './log-ways.ts'
import { openMembersFleet, requireMember } from './open-copy.ts'

/** The fleet keeps only the hash of the token that this node has. */
export async function giveToken({ node, token }: Member, fleet: Fleet): Promise<void> {
  if (token !== undefined) await fleet.putToken({ hash: hashOf(token), node, reader: null })
}

export async function manageTokens(
  { subject, amount: name }: FleetAsked,
  screen: FleetScreen,
): Promise<number> {
  const project = findProject(process.cwd(), process.env)
  const member = requireMember(project)
  await using fleet = await openMembersFleet(member)
  switch (subject) {
    case undefined:
    case 'list':
      return await list(fleet, screen)
    case 'renew': {
      const renewed = { ...member, token: newToken() }
      await giveToken(renewed, fleet)
      writeMember(project, renewed)
      return screen.answer({ renewed: member.name }, () => `Node ${member.name} has a new token.\n`)
    }
    case 'make':
      return await make(named(name, subject), fleet, screen)
    case 'revoke':
      return await revoke(named(name, subject), fleet, screen)
    default:
      throw new UsageError(`fleet token needs list, renew, make NAME or revoke NAME, not '${subject}'.`)
  }
}

function named(name: string | undefined, action: string): string {
  if (name !== undefined && /^[\w.:-]{1,100}$/.test(name)) return name
  throw new UsageError(`Missing name: mayday fleet token ${action} NAME`)
}

/** The token is shown once. The fleet keeps only its hash. */
async function make(reader: string, fleet: Fleet, screen: FleetScreen): Promise<number> {
  const isNode = (await fleet.nodes()).some(({ name }) => name === reader)
  if (isNode) throw new UsageError(`'${reader}' is a node, which made its token itself. Choose another name.`)
  const token = newToken()
  await fleet.putToken({ hash: hashOf(token), node: null, reader })
  return screen.answer(
    { reader, token },
    () =>
      `${token}\nIt reads the logs of all nodes. It is shown only once. For mayday: ${TOKEN_VARIABLE}=…    To revoke it: mayday fleet token revoke ${reader}\n`,
  )
}

async function revoke(name: string, fleet: Fleet, screen: FleetScreen): Promise<number> {
  if (!(await fleet.revokeToken(name)))
    throw new MaydayError(
      'NO_TOKEN',
      `No node or reader called '${name}' has a token. See: mayday fleet token list`,
    )
  return screen.answer(
    { revoked: name },
    () =>
      `The token of ${name} can no longer read logs. A node can get a new token: mayday fleet token renew. This needs only the address of the database.\n`,
  )
}

async function list(fleet: Fleet, screen: FleetScreen): Promise<number> {
  const tokens = await fleet.tokens()
  return screen.answer({ tokens }, () => tokens.map(tokenWords).join('') || 'There are no tokens.\n')
}

const tokenWords = ({ name, isNode, madeAt, revokedAt }: TokenRecord): string =>
  `${isNode ? 'node' : 'reader'} ${name}: made ${madeAt}${revokedAt === null ? '' : `, revoked ${revokedAt}`}\n`
