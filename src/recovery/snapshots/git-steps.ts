import type { ChildProcess } from 'node:child_process'
import { findObstacle } from '../../record/git-obstacle.ts'
import { findGit, outputOf, type GitPlace } from '../../record/git.ts'
import { startGit } from '../../record/run-git.ts'
import { refused, SnapshotError } from './snapshot.ts'

/** Packing a file of 2 GiB takes a minute on a slow disk. If git needs longer than this, it hangs. */
const TIMEOUT_MS = 10 * 60_000

/**
 * These settings keep git isolated: it writes no file except the temporary index, does no maintenance, and trusts no
 * file whose times have changed. Objects are on the disk before their ids are used.
 */
const SETTINGS = [
  'core.splitIndex=false',
  'core.safecrlf=false',
  'core.trustctime=true',
  'core.checkStat=default',
  'core.fsync=committed,loose-object',
  'core.fsyncMethod=batch',
  'i18n.commitEncoding=UTF-8',
  'gc.auto=0',
]

/** The author of every snapshot. Commits need one, and a person may have none configured. */
const AUTHOR = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'Mayday'],
    [`GIT_${role}_EMAIL`, 'mayday@localhost'],
  ]),
)

export type StepOptions = {
  /** An index other than the real one. */
  readonly index?: string
  readonly input?: string | Buffer
  /** Settings for this step only: `name=value`. */
  readonly settings?: readonly string[]
  /** A folder that is used as the work tree. */
  readonly workTree?: string
}

export type WorkTree = GitPlace & { readonly top: string }

/** Git in one work tree. The error of a failed step contains the message of git. */
export type Git = {
  readonly place: WorkTree
  readonly run: (args: readonly string[], options?: StepOptions) => Promise<Buffer>
  /** Returns one line of output. */
  readonly word: (args: readonly string[], options?: StepOptions) => Promise<string>
  /** For an output that is too large for memory. */
  readonly start: (args: readonly string[], options?: StepOptions) => Promise<ChildProcess>
  /** Null if git fails. */
  readonly ask: (args: readonly string[], options?: StepOptions) => Promise<Buffer | null>
}

export type OpenGit = {
  readonly cwd: string
  /** Environment variables for git, in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>
}

/** Opens the work tree that contains a folder. */
export function openGit({ cwd, env = {} }: OpenGit): Git {
  const place = findGit(cwd)
  if (place === null) throw refused(`${cwd} is in no git repository. Make one: git init`)
  const { top } = place
  if (top === null) throw refused(`${cwd} is in a bare repository, which has no work tree.`)
  const obstacle = findObstacle({ ...place, top })
  if (obstacle !== null) throw refused(`${obstacle}.`)
  const step = (options: StepOptions = {}): Step => ({ ...options, place: { ...place, top }, env })
  const run: Git['run'] = (args, options) => runStep(args, step(options))
  return {
    place: { ...place, top },
    run,
    start: (args, options) => startStep(args, step(options)),
    word: async (args, options) => (await run(args, options)).toString('utf8').trim(),
    ask: async (args, options) => run(args, options).catch(nullIfGit),
  }
}

function nullIfGit(error: unknown): null {
  if (error instanceof SnapshotError) return null
  throw error
}

type Step = StepOptions & { readonly place: WorkTree; readonly env: Readonly<Record<string, string>> }

async function startStep(args: readonly string[], step: Step): Promise<ChildProcess> {
  const { place, input, workTree, settings = [] } = step
  const options = [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting])
  const words = [...options, '--literal-pathspecs', ...args]
  const child = await startGit(words, workTree ?? place.top, {
    place,
    input: input === undefined ? 'ignore' : 'pipe',
    errors: 'pipe',
    timeoutMs: TIMEOUT_MS,
    env: environmentOf(step),
  })
  if (child === null) throw refused(`git cannot read the settings in ${place.common}. See: git config --list`)
  // If git ends before it has read all input, its exit status reports it.
  child.stdin?.on('error', () => undefined).end(input)
  return child
}

async function runStep(args: readonly string[], step: Step): Promise<Buffer> {
  const child = await startStep(args, step)
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString('utf8')).slice(-4000)))
  const output = await outputOf(child, Number.POSITIVE_INFINITY)
  if (output !== null) return output
  throw new SnapshotError('GIT_FAILED', `git ${args[0] ?? ''} failed: ${lastWords(said)}`)
}

/** The work tree is always set: an agent can set another one in the settings of the repository. */
const environmentOf = ({ env, index, place, workTree }: Step): Readonly<Record<string, string>> => ({
  ...AUTHOR,
  ...env,
  ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
  ...(workTree === undefined
    ? { GIT_WORK_TREE: place.top }
    : { GIT_DIR: place.dir, GIT_WORK_TREE: workTree }),
})

/** The error message of git, on one line, without its hints. */
const lastWords = (said: string): string => {
  const lines = said.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('hint:'))
  const fatal = lines.find((line) => /^(?:fatal|error):/.test(line)) ?? lines.at(-1)
  return fatal?.trim() ?? 'it said nothing'
}
