/**
 * Which variables the commands in a sandbox get, and how.
 *
 * The program that starts the sandbox runs outside of it, in a folder that an agent fills. A PATH or LD_LIBRARY_PATH
 * with that folder would make it run programs of the agent. So the variables of a task apply only inside. For
 * bubblewrap they are passed under other names, and a shell inside renames them. Every user could read a value on a
 * command line.
 */
import { delimiter, isAbsolute } from 'node:path'
import { toolchainVariables } from '../attempt-place.ts'
import { MASKED_VARIABLE } from '../../secrets/secrets.ts'
import type { Environment } from '../../supervision/run-folder.ts'
import type { StageSpec } from '../../supervision/run-spec.ts'
import type { BenchTask } from '../suite/task.ts'

/** Variables of the machine without secrets: they describe places and formats. A container has its own values. */
const PLAIN = /^(?:PATH|HOME|TMPDIR|PWD|TERM|TZ|LANG|LANGUAGE|LC_[A-Z]+)$/

/**
 * Variables of Mayday, except those whose names suggest a secret. The file of the prompt has another path in a sandbox.
 */
const OWN = /^MAYDAY_(?!PROMPT_FILE$)(?!.*(?:KEY|TOKEN|SECRET|PASSWORD))\w+$/

/** Set when the run starts. */
const LATER: readonly string[] = [
  'MAYDAY_DIR',
  'MAYDAY_RUN_ID',
  'MAYDAY_RUN_PATH',
  'MAYDAY_TASK_ID',
  'MAYDAY_ATTEMPT',
]

export type Named = {
  readonly task: BenchTask
  readonly env: Environment
  /** Names that the profile of the agent sets. */
  readonly agents: readonly string[]
}

/** B3. */
export function variablesFor(stage: StageSpec['stage'], { task, env, agents }: Named): readonly string[] {
  const { engine = 'bwrap', variables = [], agentVariables = [] } = task.sandbox ?? {}
  const isContainer = engine !== 'bwrap'
  const names = Object.keys(env)
  const machines = isContainer
    ? []
    : [...names.filter((name) => PLAIN.test(name)), 'PWD', ...toolchainVariables]
  const own = [...names.filter((name) => OWN.test(name)), ...LATER]
  const forAll = [...machines, ...own, ...Object.keys(task.environment), ...variables]
  if (stage !== 'agent_run') return unique(forAll).filter((name) => !agentVariables.includes(name))
  // A path of this machine is meaningless in a container.
  const settings = isContainer ? agents.filter((name) => env[name]?.startsWith('/') !== true) : agents
  return unique([...forAll, ...settings, ...agentVariables])
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)]

const FOLDED = 'MAYDAY_INSIDE_'

/** True if the variable is also safe outside. All others belong to the task. */
const isSafe = (name: string): boolean => name !== 'PATH' && (PLAIN.test(name) || OWN.test(name))

/**
 * Variables that change what runs outside: the search paths of programs, libraries and settings. Their values are not
 * secret.
 */
const STEERS =
  /^(?:PATH|ENV|LD_\w+|DYLD_\w+|GLIBC_TUNABLES|GCONV_PATH|LOCPATH|BASH\w*|SHELLOPTS|PERL\w*|PYTHON\w*|NODE_\w+|GIT_\w+|DOCKER_\w+|CONTAINERS?_\w+|XDG_\w+)$/

/** The environment of a sandboxed run. `outside` is the environment of the machine, `inside` is for its commands. */
export function foldedEnvironment(
  outside: Environment,
  inside: Environment,
  { names, engine }: { readonly names: readonly string[]; readonly engine: string },
): Environment {
  const wanted = names.filter((name) => inside[name] !== undefined && !isSafe(name))
  const carried = engine === 'bwrap' ? wanted.map((name) => [name, `${FOLDED}${name}`]) : byOwnName(wanted)
  const masked = (outside[MASKED_VARIABLE] ?? '').split(',').filter((name) => name !== '')
  const isMasked = masked.length > 0 && engine === 'bwrap'
  return {
    ...outside,
    ...Object.fromEntries(names.filter(isSafe).flatMap((name) => valueOf(inside, name, name))),
    ...Object.fromEntries(carried.flatMap(([name = '', as = '']) => valueOf(inside, name, as))),
    PATH: safePath(outside),
    ...(isMasked
      ? { [MASKED_VARIABLE]: masked.flatMap((name) => [name, `${FOLDED}${name}`]).join(',') }
      : {}),
  }
}

const valueOf = (env: Environment, name: string, as: string): readonly (readonly [string, string])[] => {
  const value = env[name]
  return value === undefined ? [] : [[as, value]]
}

const byOwnName = (names: readonly string[]): readonly (readonly string[])[] =>
  names.filter((name) => !STEERS.test(name)).map((name) => [name, name])

/** Without folders that depend on the current folder. */
function safePath({ PATH = '' }: Environment): string {
  const folders = PATH.split(delimiter).filter(isAbsolute)
  return folders.length === 0 ? '/usr/bin:/bin' : folders.join(delimiter)
}

/** The names under which the variables of a bubblewrap command are passed. */
export const foldedNames = (names: readonly string[], env: Environment): readonly string[] => [
  'PATH',
  ...names.flatMap((name) => (isSafe(name) ? [name] : env[name] === undefined ? [] : [`${FOLDED}${name}`])),
]

/** The variables that scripts/unfold.sh renames inside. */
export const foldedVariables = (names: readonly string[], env: Environment): readonly string[] =>
  names.filter((name) => !isSafe(name) && env[name] !== undefined)

/** The arguments that pass variables to a container engine. */
export const engineWords = (names: readonly string[], env: Environment): readonly string[] =>
  names.flatMap((name) =>
    STEERS.test(name) ? valueOf(env, name, name).map((pair) => pair.join('=')) : [name],
  )
