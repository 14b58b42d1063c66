import * as v from 'valibot'
import { instant, names, described } from '../../../record/schema.ts'

const format = v.literal('mayday.connect/1')
const scope = v.picklist(['user', 'project'])
const root = described(v.nullable(v.string()), 'of the project; null for the whole user')

const connectionStates = ['connected', 'missing', 'broken', 'not connected', 'not installed'] as const

export const listedSchema = v.object({
  agent: v.string(),
  state: described(
    v.picklist(connectionStates),
    "`missing`: the agent's settings no longer name the plugin. `broken`: the Mayday that the plugin starts is gone",
  ),
  connections: v.array(v.object({ scope, root, at: instant })),
  lastEventAt: described(
    v.nullable(instant),
    'when the hook last reported the end of a session; null if it never did',
  ),
  unheardAt: described(
    v.nullable(instant),
    'if no event came: when the newest session since the connection ended, which the hook did not report',
  ),
})

const changeFields = {
  agent: described(v.string(), 'with an agent'),
  scope,
  root,
  commands: described(v.array(names), "the agent's own commands, each a list of words"),
  settings: described(names, 'the files that they change'),
  connected: described(v.exactOptional(v.boolean()), 'without `--dry-run`'),
  restored: described(v.exactOptional(names), 'after `--undo`: files that were restored'),
  left: described(v.exactOptional(names), 'after `--undo`: files that something else had changed'),
}
export const changedSchema = v.object(changeFields)

export const failedSchema = v.object({ agent: v.string(), error: v.string() })

/** Without an agent, with one, and with `--all`. */
export const connectSchema = v.union([
  v.object({
    format,
    agents: described(
      v.array(v.union([listedSchema, changedSchema, failedSchema])),
      'without an agent: all, and how they are connected; with `--all`: what was done for each, or its `error`',
    ),
  }),
  v.object({ format, ...changeFields }),
])
