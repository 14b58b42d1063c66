import * as v from 'valibot'
import { abilitiesSchema } from '../../../fleet/needs.ts'
import { count, names, told } from '../../../record/schema.ts'
import { nodesSchema } from '../../../views/nodes.ts'

const format = v.literal('mayday.fleet/1')
const { stranded, accounts } = nodesSchema.entries

const statusSchema = v.object({
  format,
  node: told(v.string(), '`status`: the name of this node'),
  nodes: told(count, '`status`: how many are here'),
  leaseMs: count,
  tasks: told(v.record(v.string(), count), '`status`: a count for each status'),
  stranded,
  gates: told(count, '`status`: closed gates'),
  accounts,
  late: told(count, '`status`: results that came after another node had taken over'),
})

const joinedSchema = v.object({
  format,
  node: v.object({
    id: v.string(),
    name: v.string(),
    machine: v.string(),
    labels: names,
    abilities: abilitiesSchema,
  }),
  address: told(v.string(), '`init`, `join`: the database, without its password'),
})

/** One for each action. `nodes` answers with the view of nodes. */
export const fleetSchema = v.union([
  v.object({
    format,
    address: joinedSchema.entries.address,
    schema: told(v.string(), '`init`: of the tables'),
    applied: told(v.array(count), '`init`: the versions of the tables that were applied'),
  }),
  joinedSchema,
  statusSchema,
  v.object({
    format,
    node: v.string(),
    state: told(v.picklist(['draining', 'working', 'lost']), '`drain`, `lost`: of the node from now on'),
  }),
  v.object({
    format,
    left: told(v.string(), '`leave`: the name of this node'),
    isListed: told(
      v.boolean(),
      '`leave`: true if the database did not answer, so that the node is still in its list',
    ),
  }),
  v.object({
    format,
    account: told(v.string(), '`limit`'),
    most: told(v.nullable(count), '`limit`: runs at a time; null: no limit'),
  }),
  v.object({
    format,
    writer: told(v.nullable(v.string()), '`cards`: the node that writes them; null: none yet'),
    isHere: told(v.boolean(), '`cards`: it is this node'),
    pending: told(count, '`cards`: lines that are still to be written'),
    problem: told(v.nullable(v.string()), '`cards`: why they could not be written'),
  }),
  v.object({
    format,
    tokens: told(
      v.array(
        v.object({
          name: v.string(),
          isNode: v.boolean(),
          madeAt: v.string(),
          revokedAt: v.nullable(v.string()),
        }),
      ),
      '`token`',
    ),
  }),
  v.object({ format, renewed: told(v.string(), '`token renew`: the name of this node') }),
  v.object({ format, revoked: told(v.string(), '`token revoke`: the owner') }),
  v.object({
    format,
    reader: told(v.string(), '`token make`: the owner'),
    token: told(v.string(), '`token make`: shown only once'),
  }),
  v.object({ format, folder: told(v.string(), '`up`: of the Postgres') }),
  v.object({
    format,
    stopped: told(
      v.nullable(v.string()),
      'the folder of a Postgres that `mayday fleet up --stop` deleted; null: there was none',
    ),
  }),
])
