/** Which variables the commands in a sandbox get. */
import { toolchainVariables } from '../attempt-place.ts'
import type { Environment } from '../../supervision/run-folder.ts'
import type { StageSpec } from '../../supervision/run-spec.ts'
import type { BenchTask } from '../suite/task.ts'

/** Of the machine: they say where and how, and hold nothing that is worth stealing. A container has its own. */
const PLAIN = /^(?:PATH|HOME|TMPDIR|PWD|TERM|TZ|LANG|LANGUAGE|LC_[A-Z]+)$/

/** Mayday's own, unless somebody put a secret into one. The prompt's file has another path in a sandbox. */
const OWN = /^MAYDAY_(?!PROMPT_FILE$)(?!.*(?:KEY|TOKEN|SECRET|PASSWORD))\w+$/

/** Set when the run begins. */
const LATER = ['MAYDAY_DIR', 'MAYDAY_RUN_ID', 'MAYDAY_RUN_PATH', 'MAYDAY_TASK_ID', 'MAYDAY_ATTEMPT']

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
