import * as v from 'valibot'
import { instant, names, told } from '../../../record/schema.ts'

const format = v.literal('mayday.connect/1')
const scope = v.picklist(['user', 'project'])
const root = told(v.nullable(v.string()), 'of the project; null for the whole user')

const connectionStates = ['connected', 'missing', 'broken', 'not connected', 'not installed'] as const

export const listedSchema = v.object({
  agent: v.string(),
  state: told(
    v.picklist(connectionStates),
    "`missing`: the agent's settings no longer name the plugin. `broken`: the Mayday that the plugin starts is gone",
  ),
  connections: v.array(v.object({ scope, root, at: instant })),
  lastEventAt: told(
    v.nullable(instant),
    'when the hook last reported the end of a session; null if it never did',
  ),
  unheardAt: told(
    v.nullable(instant),
    'without an event: when the newest session since the connection ended, whose end the hook did not report',
  ),
})

const changeFields = {
  agent: told(v.string(), 'with an agent'),
  scope,
  root,
  commands: told(v.array(names), "the agent's own commands, each a list of words"),
  settings: told(names, 'the files that they change'),
  connected: told(v.exactOptional(v.boolean()), 'without `--dry-run`'),
  restored: told(v.exactOptional(names), 'after `--undo`: files that were restored'),
  left: told(v.exactOptional(names), 'after `--undo`: files that something else had changed'),
}
export const changedSchema = v.object(changeFields)

export const failedSchema = v.object({ agent: v.string(), error: v.string() })

/** Without an agent, with one, and with `--all`. */
export const connectSchema = v.union([
  v.object({
    format,
    agents: told(
      v.array(v.union([listedSchema, changedSchema, failedSchema])),
      'without an agent: all, and how they are connected; with `--all`: what was done for each, or its `error`',
    ),
  }),
  v.object({ format, ...changeFields }),
])
