/**
 * Which variables the commands in a sandbox get, and how they get there.
 *
 * What starts the sandbox runs outside of it, in a folder that an agent fills. A PATH or a LD_LIBRARY_PATH that names
 * that folder would make it run what the agent put there. So a task's variables apply inside only. Bubblewrap's travel
 * under other names, and a shell inside gives them their own; a value on a command line could be read by everybody.
 */
import { delimiter, isAbsolute } from 'node:path'
import { toolchainVariables } from '../attempt-place.ts'
import { MASKED_VARIABLE } from '../../secrets/secrets.ts'
import type { Environment } from '../../supervision/run-folder.ts'
import type { StageSpec } from '../../supervision/run-spec.ts'
import type { BenchTask } from '../suite/task.ts'

/** Of the machine: they say where and how, and hold nothing that is worth stealing. A container has its own. */
const PLAIN = /^(?:PATH|HOME|TMPDIR|PWD|TERM|TZ|LANG|LANGUAGE|LC_[A-Z]+)$/

/** Mayday's own, unless somebody put a secret into one. The prompt's file has another path in a sandbox. */
const OWN = /^MAYDAY_(?!PROMPT_FILE$)(?!.*(?:KEY|TOKEN|SECRET|PASSWORD))\w+$/

/** Set when the run begins. */
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
  /** Names that the agent's own profile sets. */
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
  // A path of this machine says nothing in a container.
  const settings = isContainer ? agents.filter((name) => env[name]?.startsWith('/') !== true) : agents
  return unique([...forAll, ...settings, ...agentVariables])
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)]

const FOLDED = 'MAYDAY_INSIDE_'

/** Safe outside as well: all but the machine's own are the task's. */
const isSafe = (name: string): boolean => name !== 'PATH' && (PLAIN.test(name) || OWN.test(name))

/** Change what runs outside: where it finds programs, libraries and settings. Their values are no secrets. */
const STEERS =
  /^(?:PATH|ENV|LD_\w+|DYLD_\w+|GLIBC_TUNABLES|GCONV_PATH|LOCPATH|BASH\w*|SHELLOPTS|PERL\w*|PYTHON\w*|NODE_\w+|GIT_\w+|DOCKER_\w+|CONTAINERS?_\w+|XDG_\w+)$/

/** The environment of a sandboxed run: `outside` is the machine's own, `inside` what its commands are to find. */
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

/** No folder that depends on where a program is started. */
function safePath({ PATH = '' }: Environment): string {
  const folders = PATH.split(delimiter).filter(isAbsolute)
  return folders.length === 0 ? '/usr/bin:/bin' : folders.join(delimiter)
}

/** The names by which a bubblewrap command's variables come to it. */
export const foldedNames = (names: readonly string[], env: Environment): readonly string[] => [
  'PATH',
  ...names.flatMap((name) => (isSafe(name) ? [name] : env[name] === undefined ? [] : [`${FOLDED}${name}`])),
]

/** The variables that scripts/unfold.sh gives their own names, inside. */
export const foldedVariables = (names: readonly string[], env: Environment): readonly string[] =>
  names.filter((name) => !isSafe(name) && env[name] !== undefined)

/** How a container's engine is told of them. */
export const engineWords = (names: readonly string[], env: Environment): readonly string[] =>
  names.flatMap((name) =>
    STEERS.test(name) ? valueOf(env, name, name).map((pair) => pair.join('=')) : [name],
  )
