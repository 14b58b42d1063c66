/**
 * Reads one key of a task. The schema of the key checks the plain value of its node, and problems are reported at their
 * position.
 */
import * as v from 'valibot'
import { taskEntries, type TaskKey } from './task-keys.ts'
import { describeValue, type TaskEntry, type TaskNode } from './task-node.ts'

export type ValueOf<Key extends TaskKey> = v.InferOutput<(typeof taskEntries)[Key]>

/** Undefined if the key is missing or invalid. */
export function readKey<Key extends TaskKey>(key: Key, node: TaskNode | undefined): ValueOf<Key> | undefined {
  if (node === undefined) return undefined
  const schema: v.GenericSchema = taskEntries[key]
  const found = plainOf(node, schema.type === 'boolean')
  if (isValue(key, found)) return found
  const { issues = [] } = v.safeParse(schema, found, { abortPipeEarly: true })
  for (const issue of issues) complainOf(issue, { key, node, schema })
  return undefined
}

const isValue = <Key extends TaskKey>(key: Key, value: unknown): value is ValueOf<Key> =>
  v.is(taskEntries[key], value)

/** `true` is a command too: a boolean counts as its text, except for a key that takes a flag. */
function plainOf({ value }: TaskNode, asFlag: boolean): unknown {
  switch (value.kind) {
    case 'empty':
      return null
    case 'text':
      return value.text
    case 'flag':
      return asFlag ? value.flag : String(value.flag)
    case 'list':
      return value.items.map((item) => plainOf(item, asFlag))
    case 'map':
      return Object.fromEntries(value.entries.map(({ key, node }) => [key, plainOf(node, asFlag)]))
  }
}

type Wrong = { readonly key: TaskKey; readonly node: TaskNode; readonly schema: v.GenericSchema }

function complainOf(issue: v.BaseIssue<unknown>, { key, node, schema }: Wrong): void {
  const [step] = issue.path ?? []
  const entry = step === undefined ? undefined : entryIn(node, step.key)
  if (entry === undefined) return complainOfList(key, node, schema)
  if (issue.type === 'strict_object')
    return entry.complain(
      `unknown key '${entry.key}' under ${key}. Known: ${Object.keys(timeoutEntries).join(', ')}.`,
    )
  if (step?.origin === 'key') return entry.complain(issue.message)
  const takes = key === 'timeouts' ? takenBy(timeoutEntries.setup.wrapped) : 'text'
  entry.node.complain(`${key}.${entry.key} takes ${takes}, and got ${describeValue(entry.node.value)}.`)
}

const timeoutEntries = taskEntries.timeouts.entries

const entryIn = ({ value }: TaskNode, key: unknown): TaskEntry | undefined =>
  value.kind === 'map' ? value.entries.find((entry) => entry.key === key) : undefined

/** Reports the first invalid item of a list. */
function complainOfList(key: TaskKey, node: TaskNode, schema: v.GenericSchema): void {
  const items = node.value.kind === 'list' ? node.value.items : []
  const wrong = items.find((item) => !v.is(schema, [plainOf(item, false)])) ?? node
  wrong.complain(`${key} takes ${takenBy(schema)}, and got ${describeValue(wrong.value)}.`)
}

function takenBy(schema: v.GenericSchema): string {
  const { takes } = v.getMetadata(schema)
  return typeof takes === 'string' ? takes : ''
}
