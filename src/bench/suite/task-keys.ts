/** The keys of a task file: the reader and the JSON Schema both come from these rows. */
import { readDuration } from '../../record/duration.ts'
import { engines, usualTimeouts, type BenchTask, type Sandbox, type TaskTimeouts } from './task.ts'
import { describeValue, type TaskNode } from './task-node.ts'

/** What a JSON Schema says of a value. */
type SchemaPart = Readonly<Record<string, unknown>>

export type TaskKey<T> = {
  readonly help: string
  /** What it takes, as the end of "commit takes …". */
  readonly takes: string
  readonly schema: SchemaPart
  /** Undefined where the node holds no such value. What is wrong inside of it may be told by itself. */
  readonly read: (node: TaskNode) => T | undefined
}

/** `true` is a command too. No command, argument or variable can hold a NUL. */
function textOf({ value }: TaskNode): string | undefined {
  if (value.kind === 'flag') return String(value.flag)
  return value.kind === 'text' && !value.text.includes('\0') ? value.text : undefined
}

const text = (takes: string, form: RegExp, help: string): TaskKey<string> => ({
  help,
  takes,
  schema: { type: 'string', pattern: form.source },
  read: (node) => {
    const found = textOf(node)
    return found !== undefined && form.test(found) ? found : undefined
  },
})

const list = (takes: string, form: RegExp, help: string): TaskKey<readonly string[]> => {
  const item = { type: 'string', pattern: form.source }
  return {
    help,
    takes,
    schema: { oneOf: [item, { type: 'array', items: item }] },
    read: (node) => {
      if (node.value.kind === 'empty') return []
      const items = node.value.kind === 'list' ? node.value.items : [node]
      const words = items.map(textOf)
      return words.every((word) => word !== undefined && form.test(word)) ? words.map(String) : undefined
    },
  }
}

const DURATION = 'a duration like 90s, 30m or 2h'

function readTimeouts({ value }: TaskNode): TaskTimeouts | undefined {
  if (value.kind !== 'map') return undefined
  const found: Record<string, number> = {}
  for (const { key, complain, node } of value.entries) {
    const ms = readDuration(textOf(node) ?? '')
    if (!Object.hasOwn(usualTimeouts, key))
      complain(`unknown key '${key}' under timeouts. Known: ${Object.keys(usualTimeouts).join(', ')}.`)
    else if (ms === null || ms === 0)
      node.complain(`timeouts.${key} takes ${DURATION}, and got ${describeValue(node.value)}.`)
    else found[key] = ms
  }
  return { ...usualTimeouts, ...found }
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

function readEnvironment({ value }: TaskNode): Readonly<Record<string, string>> | undefined {
  if (value.kind !== 'map') return undefined
  const found: Record<string, string> = {}
  for (const { key, complain, node } of value.entries) {
    const word = textOf(node)
    if (!NAME.test(key)) complain(`'${key}' cannot be the name of a variable under environment.`)
    else if (key === 'HOME' || key === 'TMPDIR')
      complain(`environment.${key} cannot be set: every attempt has its own.`)
    else if (word === undefined)
      node.complain(`environment.${key} takes text, and got ${describeValue(node.value)}.`)
    else found[key] = word
  }
  return found
}

const duration = { type: 'string', pattern: String.raw`^(\d+(\.\d+)?(ms|[smhdw]))+$` }

/** Absolute, or below the home. */
export const READABLE_FORM: RegExp = /^(?:~\/|\/)[^\n]+$/

const ID_FORM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

type TaskFields = Omit<BenchTask, 'sandbox' | 'file' | 'prompt'> & {
  readonly prompt: string
  readonly sandbox: Sandbox['engine']
  readonly image: string
  readonly network: boolean
  readonly variables: readonly string[]
  readonly agentVariables: readonly string[]
  readonly readable: readonly string[]
}

export const taskKeys: { readonly [Key in keyof TaskFields]: TaskKey<TaskFields[Key]> } = {
  id: text(
    'up to 100 letters, digits, dots, dashes and underscores',
    ID_FORM,
    'The name of the task, unique in its suite.',
  ),
  repo: text(
    'the URL or path of a git repository',
    /^(?!-)\S.*$/,
    'A URL, or a path. A relative path starts at the folder of the task file.',
  ),
  commit: text(
    'the id of a commit, a tag or a branch',
    /^(?!-)[A-Za-z0-9][\w./-]*$/,
    'The commit to check out. The agent does not see later history. A tag or branch is looked up again for each attempt.',
  ),
  setup: list(
    'a shell command or a list of them',
    /\S/,
    'Commands that run after the checkout and before the tests. The first one that fails ends the attempt.',
  ),
  run: text('a shell command', /\S/, 'The tests. They must fail before the agent and pass after it.'),
  prompt: text('what the agent is told', /\S/, 'What the agent is told. Default: to make the tests pass.'),
  timeouts: {
    help: 'Running time after which a stage is stopped. idle: time without progress of the agent. baseline: both runs together.',
    takes: `keys with values: ${Object.keys(usualTimeouts).join(', ')}`,
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(Object.keys(usualTimeouts).map((key) => [key, duration])),
    },
    read: readTimeouts,
  },
  environment: {
    help: 'Variables for setup, tests and agent.',
    takes: 'names with values',
    schema: {
      type: 'object',
      propertyNames: { pattern: NAME.source, not: { enum: ['HOME', 'TMPDIR'] } },
      additionalProperties: { type: ['string', 'number', 'boolean'] },
    },
    read: readEnvironment,
  },
  labels: list('a word or a list of words', /^\S+$/, 'Words that are kept with each attempt, for reports.'),
  sandbox: {
    help: 'What setup, tests and agent run in. Without it they run on the machine itself.',
    takes: `one of ${engines.join(', ')}`,
    schema: { enum: engines },
    read: (node) => engines.find((engine) => engine === textOf(node)),
  },
  image: text(
    'the name of an image',
    /^(?!-)\S+$/,
    'The image of the container. It must hold what the task needs, and the agent.',
  ),
  network: {
    help: 'Whether the sandbox has a network. Default: true.',
    takes: 'true or false',
    schema: { type: 'boolean' },
    read: ({ value }) => (value.kind === 'flag' ? value.flag : undefined),
  },
  variables: list(
    'the name of a variable or a list of them',
    NAME,
    'Variables of yours that setup, tests and agent get in the sandbox, by name. Without it they get only PATH and a few others.',
  ),
  agentVariables: list(
    'the name of a variable or a list of them',
    NAME,
    'Variables of yours that only the agent gets in the sandbox, by name, such as its key.',
  ),
  readable: list(
    'an absolute path, one below ~/, or a list of them',
    READABLE_FORM,
    'Files and folders that bwrap would hide, such as an agent in your home. The sandbox can read them but not write them.',
  ),
}

export const neededKeys: readonly (keyof TaskFields)[] = ['id', 'repo', 'commit', 'run']

const properties = Object.fromEntries(
  Object.entries(taskKeys).map(([key, { schema, help }]) => [key, { ...schema, description: help }]),
)

const task = {
  type: 'object',
  properties,
  required: neededKeys,
  additionalProperties: false,
  dependentRequired: Object.fromEntries(
    ['image', 'network', 'variables', 'agentVariables', 'readable'].map((key) => [key, ['sandbox']]),
  ),
}

/** A task file holds one task or a list of them. */
export const taskFileSchema: Readonly<Record<string, unknown>> = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  oneOf: [{ $ref: '#/$defs/task' }, { type: 'array', items: { $ref: '#/$defs/task' }, minItems: 1 }],
  $defs: { task },
}
