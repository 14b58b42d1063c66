/** The keys of a task file. Each has one schema, from which the reader, its types and the JSON Schema are derived. */
import * as v from 'valibot'
import { DURATION_FORM, readDuration } from '../../record/duration.ts'
import { engines, defaultTimeouts } from './task.ts'

/** No command, argument or variable can contain a NUL. */
const line = (form: RegExp) =>
  v.pipe(
    v.string(),
    v.regex(form),
    v.check((text) => !text.includes('\0')),
  )

const text = (takes: string, form: RegExp, help: string) =>
  v.pipe(line(form), v.description(help), v.metadata({ takes }))

const list = (takes: string, form: RegExp, help: string) =>
  v.pipe(v.nullable(v.union([line(form), v.array(line(form))])), v.description(help), v.metadata({ takes }))

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Absolute, or below the home folder. */
export const READABLE_FORM: RegExp = /^(?:~\/|\/)[^\n]+$/

/** Ids of tasks and names of series: both are names of folders. */
export const ID_FORM: RegExp = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

const duration = v.exactOptional(
  v.pipe(
    v.string(),
    v.regex(DURATION_FORM),
    v.check((word) => (readDuration(word) ?? 0) > 0),
    v.metadata({ takes: 'a duration like 90s, 30m or 2h' }),
  ),
)

const timeouts = v.strictObject({
  clone: duration,
  checkout: duration,
  setup: duration,
  baseline: duration,
  agent: duration,
  idle: duration,
  test: duration,
})

const variable = v.pipe(
  v.string(),
  v.regex(NAME, ({ input }) => `'${input}' cannot be the name of a variable under environment.`),
  v.check(
    (name) => name !== 'HOME' && name !== 'TMPDIR',
    ({ input }) => `environment.${input} cannot be set: every attempt has its own.`,
  ),
)

/** A number or a boolean in YAML is converted to its text. */
const value = v.union([
  v.pipe(
    v.string(),
    v.check((word) => !word.includes('\0')),
  ),
  v.number(),
  v.boolean(),
])

export const taskEntries = {
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
  prompt: text('the prompt of the agent', /\S/, 'The prompt of the agent. Default: to make the tests pass.'),
  timeouts: v.pipe(
    timeouts,
    v.description(
      'Running time after which a stage is stopped. idle: time without progress of the agent. baseline: both runs together.',
    ),
    v.metadata({ takes: `keys with values: ${Object.keys(defaultTimeouts).join(', ')}` }),
  ),
  environment: v.pipe(
    v.record(variable, value),
    v.description('Variables for setup, tests and agent.'),
    v.metadata({ takes: 'names with values' }),
  ),
  labels: list('a word or a list of words', /^\S+$/, 'Words that are kept with each attempt, for reports.'),
  sandbox: v.pipe(
    v.picklist(engines),
    v.description('What setup, tests and agent run in. Without it they run on the machine itself.'),
    v.metadata({ takes: `one of ${engines.join(', ')}` }),
  ),
  image: text(
    'the name of an image',
    /^(?!-)\S+$/,
    'The image of the container. It must contain what the task needs, and the agent.',
  ),
  network: v.pipe(
    v.boolean(),
    v.description('Whether the sandbox has a network. Default: true.'),
    v.metadata({ takes: 'true or false' }),
  ),
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

export type TaskKey = keyof typeof taskEntries

export const isTaskKey = (word: string): word is TaskKey => Object.hasOwn(taskEntries, word)

export const neededKeys: readonly TaskKey[] = ['id', 'repo', 'commit', 'run']

/** Keys that only a sandbox has. */
export const sandboxKeys: readonly TaskKey[] = ['image', 'network', 'variables', 'agentVariables', 'readable']
