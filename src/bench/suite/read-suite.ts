/**
 * Reads a suite: a folder of task files, or one of them.
 *
 * - T1 All problems in all files are found before anything is started.
 * - T2 Each id occurs once.
 * - T3 Only regular files are read: a pipe or a device would never end.
 */
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { UsageError } from '../../errors.ts'
import { codeOf, NotPlainFileError, readPlain, TooLargeError } from '../../record/plain-file.ts'
import { readDuration } from '../../record/duration.ts'
import { parseYaml } from '../../record/parse-yaml.ts'
import { neededThere, type YamlNode, type YamlProblem } from '../../record/yaml-node.ts'
import { readKey, type Complain, type ValueOf } from './read-key.ts'
import {
  defaultTimeouts,
  withNames,
  type BenchTask,
  type Sandbox,
  type SandboxNames,
  type TaskTimeouts,
} from './task.ts'
import { isTaskKey, neededKeys, taskEntries, type TaskKey } from './task-keys.ts'
import { SuiteError } from './suite-error.ts'

export type Suite = { readonly name: string; readonly tasks: readonly BenchTask[] }

const WHAT_A_SUITE_IS = 'A suite is a folder of task files (*.yaml, *.yml), or one such file.'

const FILE = /\.ya?ml$/

export function readSuite(path: string): Suite {
  const problems: YamlProblem[] = []
  const ids = new Map<string, string>()
  const tasks = filesOf(path).flatMap((file) => readFile(file, problems, ids))
  if (problems.length > 0) throw new SuiteError(problems.toSorted(byPlace))
  if (tasks.length === 0) throw new UsageError(`${path} contains no task. ${WHAT_A_SUITE_IS}`)
  return { name: basename(resolve(path)).replace(FILE, ''), tasks }
}

const byPlace = (a: YamlProblem, b: YamlProblem): number =>
  a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column

/** Hidden files are not tasks. */
function filesOf(path: string): readonly string[] {
  const names = namesIn(path)
  if (names === null) return [path]
  return names
    .filter((name) => FILE.test(name) && !name.startsWith('.'))
    .toSorted()
    .map((name) => join(path, name))
}

/** Null if the path is not a folder. */
function namesIn(path: string): readonly string[] | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found !== undefined) return found.isDirectory() ? readdirSync(path) : null
  } catch (error) {
    throw new UsageError(`The suite at ${path} cannot be read: ${codeOf(error)}.`)
  }
  throw new UsageError(`There is no suite at ${path}. ${WHAT_A_SUITE_IS}`)
}

/** No task file is larger. */
const MOST_BYTES = 4 * 1024 * 1024

/** T3. A link to a task file is allowed. */
function textOf(file: string): string {
  return readPlain(realpathSync(file), MOST_BYTES).toString('utf8')
}

/** Converts a system error about an unreadable file into a problem. */
function whyUnread(error: unknown): string {
  if (error instanceof NotPlainFileError) return `this is ${error.what}, and a task file is a regular file.`
  if (error instanceof TooLargeError)
    return `this is larger than ${MOST_BYTES} bytes, the maximum for a task file.`
  const code = codeOf(error)
  if (code === '') throw error
  return code === 'ENOENT' ? 'this is a link to a file that does not exist.' : `this cannot be read: ${code}.`
}

function readFile(file: string, problems: YamlProblem[], ids: Map<string, string>): readonly BenchTask[] {
  let text: string
  try {
    text = textOf(file)
  } catch (error) {
    problems.push({ file, line: 1, column: 1, message: whyUnread(error) })
    return []
  }
  const { node, problems: found } = parseYaml(text, file)
  problems.push(...found)
  if (node === null) return []
  const complain: Complain = (place, message) => problems.push({ ...place, message })
  const nodes = node.kind === 'list' ? node.items : [node]
  return nodes.flatMap((one) => {
    const before = problems.length
    const task = readTask(one, ids, complain)
    return task === null || problems.length > before ? [] : [task]
  })
}

function readTask(node: YamlNode, ids: Map<string, string>, complain: Complain): BenchTask | null {
  const { file } = node.place
  if (node.kind !== 'map') {
    complain(node.place, neededThere('a task', 'keys with values', node))
    return null
  }
  const entries = new Map(node.entries.map((entry) => [entry.key, entry.value]))
  for (const { key, place } of node.entries)
    if (!isTaskKey(key))
      complain(place, `unknown key '${key}'. Known: ${Object.keys(taskEntries).join(', ')}.`)
  for (const key of neededKeys) if (!entries.has(key)) complain(node.place, `a task needs the key ${key}.`)
  const read = <Key extends TaskKey>(key: Key): ValueOf<Key> | undefined =>
    readKey(key, entries.get(key), complain)
  const id = read('id') ?? ''
  if (id !== '') checkId(id, ids, entries.get('id') ?? node, complain)
  return {
    id,
    repo: placeOf(read('repo') ?? '', file),
    commit: read('commit') ?? '',
    setup: listOf(read('setup')),
    run: read('run') ?? '',
    prompt: read('prompt') ?? null,
    timeouts: { ...defaultTimeouts, ...inMs(read('timeouts')) },
    environment: textsOf(read('environment')),
    labels: listOf(read('labels')),
    sandbox: sandboxOf((message) => complain(node.place, message), read('sandbox'), {
      image: read('image'),
      network: read('network'),
      variables: entries.has('variables') ? listOf(read('variables')) : undefined,
      agentVariables: entries.has('agentVariables') ? listOf(read('agentVariables')) : undefined,
      readable: entries.has('readable') ? listOf(read('readable')) : undefined,
    }),
    file,
  }
}

const listOf = (found: string | readonly string[] | null | undefined): readonly string[] =>
  typeof found === 'string' ? [found] : (found ?? [])

const textsOf = (found: ValueOf<'environment'> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(found).map(([name, value]) => [name, String(value)]))

const inMs = (words: ValueOf<'timeouts'> = {}): Partial<TaskTimeouts> =>
  Object.fromEntries(Object.entries(words).map(([stage, word]) => [stage, readDuration(word) ?? 0]))

/** T2. Compares without case, because some file systems ignore it. */
function checkId(id: string, ids: Map<string, string>, { place }: YamlNode, complain: Complain): void {
  const other = ids.get(id.toLowerCase())
  if (other === undefined) ids.set(id.toLowerCase(), place.file)
  else complain(place, `the id '${id}' is already used in ${other}. Ids are unique in a suite.`)
}

/**
 * `https://…`, `git@host:…` and `file://…` are not paths.
 */
const URL_FORM = /^(?:[a-z][a-z0-9+.-]*:\/\/|[^/]+:(?!\/\/))/i

const placeOf = (repo: string, file: string): string =>
  URL_FORM.test(repo) ? repo : resolve(dirname(file), repo)

/** The settings of a sandbox that a file names. */
type Asked = { readonly [Key in 'image' | 'network' | keyof SandboxNames]: Asking[Key] | undefined }
type Asking = Required<SandboxNames> & { readonly image: string; readonly network: boolean }

function sandboxOf(
  complain: (message: string) => void,
  engine: Sandbox['engine'] | undefined,
  asked: Asked,
): Sandbox | null {
  const { image, network, variables, agentVariables, readable } = asked
  if (engine === undefined) {
    const [said] = Object.entries(asked).find(([, value]) => value !== undefined) ?? []
    if (said !== undefined)
      complain(
        `${said} is for a sandbox, and the task has none. Add: sandbox: ${said === 'image' ? 'docker' : 'bwrap'}`,
      )
    return null
  }
  if (engine === 'bwrap' && image !== undefined)
    complain('sandbox: bwrap uses no image. Leave out the key image.')
  if (engine !== 'bwrap' && image === undefined) complain(`sandbox: ${engine} needs the key image.`)
  if (engine !== 'bwrap' && readable !== undefined)
    complain(`readable is for sandbox: bwrap. With ${engine} the image must contain what the task needs.`)
  const sandbox = { engine, image: image ?? null, hasNetwork: network ?? true }
  return withNames(sandbox, { variables, agentVariables, readable })
}
