/**
 * Reads one key of a task. The schema of the key checks the plain value of its node, and problems are reported at their
 * position.
 */
import * as v from 'valibot'
import { taskEntries, type TaskKey } from './task-keys.ts'
import { neededThere, plainOf, type Place, type YamlEntry, type YamlNode } from '../../record/yaml-node.ts'

export type ValueOf<Key extends TaskKey> = v.InferOutput<(typeof taskEntries)[Key]>

/** Reports a problem at its position. */
export type Complain = (place: Place, message: string) => void

/** Undefined if the key is missing or invalid. */
export function readKey<Key extends TaskKey>(
  key: Key,
  node: YamlNode | undefined,
  complain: Complain,
): ValueOf<Key> | undefined {
  if (node === undefined) return undefined
  const schema: v.GenericSchema = taskEntries[key]
  // `true` is a command too: a boolean counts as its text, except for a key that takes a flag.
  const found = plainOf(node, schema.type === 'boolean' ? 'value' : 'text')
  if (isValue(key, found)) return found
  const { issues = [] } = v.safeParse(schema, found, { abortPipeEarly: true })
  for (const issue of issues) complain(...problemOf(issue, { key, node, schema }))
  return undefined
}

const isValue = <Key extends TaskKey>(key: Key, value: unknown): value is ValueOf<Key> =>
  v.is(taskEntries[key], value)

type Wrong = { readonly key: TaskKey; readonly node: YamlNode; readonly schema: v.GenericSchema }

function problemOf(issue: v.BaseIssue<unknown>, { key, node, schema }: Wrong): Parameters<Complain> {
  const [step] = issue.path ?? []
  const entry = step === undefined ? undefined : entryIn(node, step.key)
  if (entry === undefined) return problemOfList(key, node, schema)
  const { place, value } = entry
  if (issue.type === 'strict_object') {
    const known = Object.keys(timeoutEntries).join(', ')
    return [place, `unknown key '${entry.key}' under ${key}. Known: ${known}.`]
  }
  if (step?.origin === 'key') return [place, issue.message]
  const takes = key === 'timeouts' ? takenBy(timeoutEntries.setup.wrapped) : 'text'
  return [value.place, neededThere(`${key}.${entry.key}`, takes, value)]
}

const timeoutEntries = taskEntries.timeouts.entries

const entryIn = (node: YamlNode, key: unknown): YamlEntry | undefined =>
  node.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined

/** The first invalid item of a list. */
function problemOfList(key: TaskKey, node: YamlNode, schema: v.GenericSchema): Parameters<Complain> {
  const items = node.kind === 'list' ? node.items : []
  const wrong = items.find((item) => !v.is(schema, [plainOf(item, 'text')])) ?? node
  return [wrong.place, neededThere(key, takenBy(schema), wrong)]
}

function takenBy(schema: v.GenericSchema): string {
  const { takes } = v.getMetadata(schema)
  return typeof takes === 'string' ? takes : ''
}
