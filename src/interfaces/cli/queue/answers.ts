/** The JSON of commands that change the queue. */
import * as v from 'valibot'
import { lockSchema } from '../../../record/card-state.ts'
import { count } from '../../../record/schema.ts'
import { taskRecordSchema } from '../../../record/task.ts'
import { placements } from '../../../supervision/prepare-agent.ts'
import { described } from '../../../views/view.ts'

const placement = described(
  v.picklist(placements),
  'where the prompt goes: `argument` (into a word with `{prompt}`), `profile` (in the way the agent takes it) or `stdin` (only standard input and `MAYDAY_PROMPT_FILE`, which the command may not read)',
)
const task = taskRecordSchema
const depth = described(count, 'how many cards hold a lock, this one included if it is queued')

export const addSchema = v.object({ format: v.literal('mayday.add/2'), task, placement })

const enqueued = { format: v.literal('mayday.enqueue/2'), task, depth, placement }

export const enqueueSchema = v.variant('kind', [
  v.object({
    ...enqueued,
    kind: v.literal('queued'),
    runId: described(v.string(), 'the id that its run will have'),
    isDelayed: described(v.boolean(), 'over the soft limit'),
  }),
  v.object({ ...enqueued, kind: v.literal('deferred'), limit: described(count, 'the hard limit') }),
])

export const resetSchema = v.object({
  format: v.literal('mayday.reset/1'),
  card: v.string(),
  before: described(
    v.object({ flow: v.nullable(v.string()), status: v.nullable(v.string()) }),
    'the status in the card before',
  ),
  released: described(v.array(lockSchema), 'the locks that were released, as they were'),
})

export const boardSchema = v.object({
  format: v.literal('mayday.board/1'),
  address: described(v.string(), 'contains the token'),
  port: count,
  token: v.string(),
  root: v.string(),
  pid: count,
})
