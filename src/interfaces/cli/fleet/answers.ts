import * as v from 'valibot'
import { abilitiesSchema } from '../../../fleet/needs.ts'
import { count, names, described } from '../../../record/schema.ts'
import { nodesSchema } from '../../../views/nodes.ts'

const format = v.literal('mayday.fleet/1')
const { stranded, accounts } = nodesSchema.entries

const statusSchema = v.object({
  format,
  node: described(v.string(), '`status`: the name of this node'),
  nodes: described(count, '`status`: how many are here'),
  leaseMs: count,
  tasks: described(v.record(v.string(), count), '`status`: a count for each status'),
  stranded,
  gates: described(count, '`status`: closed gates'),
  accounts,
  late: described(count, '`status`: results that came after another node had taken over'),
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
  address: described(v.string(), '`init`, `join`: the database, without its password'),
})

/** One for each action. `nodes` answers with the view of nodes. */
export const fleetSchema = v.union([
  v.object({
    format,
    address: joinedSchema.entries.address,
    schema: described(v.string(), '`init`: of the tables'),
    applied: described(v.array(count), '`init`: the versions of the tables that were applied'),
  }),
  joinedSchema,
  statusSchema,
  v.object({
    format,
    node: v.string(),
    state: described(v.picklist(['draining', 'working', 'lost']), '`drain`, `lost`: of the node from now on'),
  }),
  v.object({
    format,
    left: described(v.string(), '`leave`: the name of this node'),
    isListed: described(
      v.boolean(),
      '`leave`: true if the database did not answer, so that the node is still in its list',
    ),
  }),
  v.object({
    format,
    account: described(v.string(), '`limit`'),
    most: described(v.nullable(count), '`limit`: runs at a time; null: no limit'),
  }),
  v.object({
    format,
    writer: described(v.nullable(v.string()), '`cards`: the node that writes them; null: none yet'),
    isHere: described(v.boolean(), '`cards`: true if that node is this one'),
    pending: described(count, '`cards`: lines that are still to be written'),
    problem: described(v.nullable(v.string()), '`cards`: why they could not be written'),
  }),
  v.object({
    format,
    tokens: described(
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
  v.object({ format, renewed: described(v.string(), '`token renew`: the name of this node') }),
  v.object({ format, revoked: described(v.string(), '`token revoke`: the owner') }),
  v.object({
    format,
    reader: described(v.string(), '`token make`: the owner'),
    token: described(v.string(), '`token make`: shown only once'),
  }),
  v.object({ format, folder: described(v.string(), '`up`: of the Postgres') }),
  v.object({
    format,
    stopped: described(
      v.nullable(v.string()),
      'the folder of a Postgres that `mayday fleet up --stop` deleted; null: there was none',
    ),
  }),
])
