/** What the documentation takes from the views and the other answers: JSON Schemas, and the tables of fields in cli-json.md. */
import type { GenericSchema } from 'valibot'
import type { JsonSchema } from '@valibot/to-json-schema'
import { resultFields } from '../src/record/run-result.ts'
import { escalationSchema, lessonSchema } from '../src/record/task-story.ts'
import { taskRecordSchema } from '../src/record/task.ts'
import { agentRowSchema } from '../src/views/agents.ts'
import { attemptRowSchema } from '../src/views/attempt-row.ts'
import { boardRowSchema } from '../src/views/board-row.ts'
import { cardRowSchema } from '../src/views/cards.ts'
import { liveRunSchema } from '../src/views/live-run.ts'
import { lockRowSchema } from '../src/views/locks.ts'
import { listedReasonSchema } from '../src/views/reasons.ts'
import { runRowSchema } from '../src/views/run-row.ts'
import { sessionRowSchema, turnSchema } from '../src/sessions/session-schema.ts'
import { taskRowSchema } from '../src/views/task-row.ts'
import { taskWaitSchema } from '../src/views/task-wait.ts'
import { listedTaskSchema } from '../src/views/tasks.ts'
import { answers } from '../src/interfaces/cli/answers.ts'
import { views } from '../src/views/views.ts'
import { gateRowSchema } from '../src/views/waits.ts'
import { fieldTable } from './field-table.ts'

/** Everything that a command or the board answers. */
const formats: Readonly<Record<string, GenericSchema>> = { ...views, ...answers }

/** Shapes that answers contain. A table in cli-json.md links to each. */
const shapes: Readonly<Record<string, GenericSchema>> = {
  agent: agentRowSchema,
  attempt: attemptRowSchema,
  'board-row': boardRowSchema,
  'card-row': cardRowSchema,
  escalation: escalationSchema,
  gate: gateRowSchema,
  lesson: lessonSchema,
  'listed-task': listedTaskSchema,
  live: liveRunSchema,
  lock: lockRowSchema,
  reason: listedReasonSchema,
  run: runRowSchema,
  'session-row': sessionRowSchema,
  'session-turn': turnSchema,
  task: taskRecordSchema,
  'task-row': taskRowSchema,
  wait: taskWaitSchema,
}

/** Their fields stand in another table already. */
const base: Readonly<Record<string, object>> = {
  'board-row': taskRowSchema.entries,
  'listed-task': taskRecordSchema.entries,
  run: { ...resultFields.entries, status: undefined, reason: undefined },
}

/** Of `run` these mean something else than in a result. */
const ANEW: ReadonlySet<string> = new Set(['status', 'reason'])

type ToJsonSchema = (schema: GenericSchema, definitions?: Record<string, GenericSchema>) => JsonSchema

const fileOf = (format: string): string =>
  `schemas/${format.replace('mayday.', '').replace('/', '-')}.schema.json`

export const viewSchemas = (toJson: ToJsonSchema): readonly (readonly [string, string])[] =>
  Object.entries(formats).map(([format, schema]) => [
    fileOf(format),
    `${JSON.stringify({ title: format, ...pruned(toJson(schema, shapes)) }, null, 2)}\n`,
  ])

/** Without definitions that nothing refers to. */
function pruned({ $defs = {}, ...schema }: JsonSchema): JsonSchema {
  const used = new Set(refsIn(schema))
  for (const name of used) for (const further of refsIn($defs[name])) used.add(further)
  return { ...schema, $defs: Object.fromEntries(Object.entries($defs).filter(([name]) => used.has(name))) }
}

const refsIn = (node: unknown): readonly string[] =>
  [...JSON.stringify(node).matchAll(/"#\/\$defs\/([\w-]+)"/g)].map(([, name]) => name ?? '')

const BLOCK = /<!-- fields (\S+) -->\n[^]*?<!-- end -->/g

/** The page with every table of fields as the schemas say. */
export const withTables = (page: string, toJson: ToJsonSchema): string =>
  page.replaceAll(BLOCK, (_block, name: string) => {
    const schema = formats[name]
    const body = schema === undefined ? shapeBlock(name, page, toJson) : formatBlock(name, schema, toJson)
    return `<!-- fields ${name} -->\n\n${body}\n\n<!-- end -->`
  })

const formatBlock = (format: string, schema: GenericSchema, toJson: ToJsonSchema): string =>
  `[JSON Schema](${fileOf(format)})\n\n${fieldTable(toJson(schema, shapes), new Set(['format']))}`

function shapeBlock(name: string, page: string, toJson: ToJsonSchema): string {
  const schema = shapes[name]
  if (schema === undefined)
    throw new Error(`docs/cli-json.md names '${name}', which is neither a format nor a shape.`)
  const { [name]: _self, ...others } = shapes
  const known = Object.keys(base[name] ?? {}).filter((field) => !ANEW.has(field))
  const anchor = page.includes(`### ${name}\n`) ? '' : `<a id="${name}"></a>\n\n`
  return `${anchor}${fieldTable(toJson(schema, others), new Set(known))}`
}
