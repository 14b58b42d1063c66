import { homedir } from 'node:os'
import { readShipped } from '../record/read-shipped.ts'
import { redact } from '../secrets/secrets.ts'
import type { PreparedAgent } from '../supervision/prepare-agent.ts'
import { findProgram } from '../supervision/launch.ts'
import type { Environment } from '../supervision/run-folder.ts'
import type { StageSpec } from '../supervision/run-spec.ts'
import { shellWords } from '../supervision/shell-words.ts'
import type { AttemptPlace } from './attempt-place.ts'
import { scriptOf } from './bench-agent.ts'
import { gitStages, type GitPlaces } from './git-stages.ts'
import { inSandbox } from './sandbox/sandbox.ts'
import { foldedNames, variablesFor } from './sandbox/sandbox-variables.ts'
import type { BenchTask } from './suite/task.ts'

/** A separate line between the two runs of a baseline, and before the exit code of the second run. */
export const SEPARATOR = '--- mayday: the baseline once more ---'

export type StagedTask = {
  readonly task: BenchTask
  readonly place: AttemptPlace
  readonly git: GitPlaces
  readonly env: Environment
  /** Null: the attempt ends with the baseline. */
  readonly agent: PreparedAgent | null
  readonly secrets: readonly string[]
  /** Names of variables that the profile of the agent sets. */
  readonly agentNames: readonly string[]
  /** The PATH in which programs are found outside of a sandbox. */
  readonly enginePath: string
  /** The folders of Mayday. */
  readonly hidden: readonly string[]
  /** The file with the prompt for a sandboxed agent. Null if there is none. */
  readonly promptFile: string | null
}

/** All stages of an attempt, in order. */
export function attemptStages(staged: StagedTask): readonly StageSpec[] {
  const { task, agent, secrets } = staged
  const { setup, run } = task
  const twice = shell(readShipped('src/bench/scripts/twice.sh'), 'baseline_run', run, SEPARATOR)
  const before = [
    ...gitStages(task, staged.git),
    ...(setup.length === 0
      ? []
      : [stageOf('setup', shell(['set -e', ...setup].join('\n')), setup.join('; '), staged)]),
    stageOf('baseline_run', twice, run, staged),
  ]
  if (agent === null) return before
  // Quoting may split a secret, so each word is masked before.
  const command = shellWords(agent.argv.map((word) => redact(word, secrets)))
  return [
    ...before,
    stageOf('agent_run', programOf(agent, staged), command, staged),
    stageOf('final_test', shell(run), run, staged),
  ]
}

const shell = (script: string, ...args: readonly string[]): readonly string[] => [
  '/bin/sh',
  '-c',
  script,
  ...args,
]

/** The limit of each stage, by its name in a task file. */
const timeoutOf = {
  setup: 'setup',
  baseline_run: 'baseline',
  agent_run: 'agent',
  final_test: 'test',
} as const

/** `command` is what a person sees. */
function stageOf(
  stage: keyof typeof timeoutOf,
  argv: readonly string[],
  command: string,
  staged: StagedTask,
): StageSpec {
  const { task, secrets, env } = staged
  // A container gets its variables by name from the engine. The engine itself needs more variables and copies
  // the output.
  const piped = { variables: foldedNames(variablesIn(stage, staged), env), isPiped: true }
  return {
    stage,
    argv: wrapped(argv, stage, staged),
    ...(task.sandbox?.engine === 'bwrap' ? piped : {}),
    command: redact(command, secrets),
    timeoutMs: task.timeouts[timeoutOf[stage]],
    idleMs: stage === 'agent_run' ? task.timeouts.idle : null,
  }
}

/** In a sandbox, the program is searched inside of it. */
function programOf({ argv }: PreparedAgent, { task, place, env }: StagedTask): readonly string[] {
  const [program = '', ...args] = argv
  const found = task.sandbox === null ? findProgram(program, place.tree, env) : null
  return [found?.kind === 'found' ? found.path : program, ...args]
}

function wrapped(argv: readonly string[], stage: StageSpec['stage'], staged: StagedTask): readonly string[] {
  const { task, place, env, agent } = staged
  const { sandbox } = task
  if (sandbox === null) return argv
  const isAgent = stage === 'agent_run'
  return inSandbox(argv, {
    sandbox,
    place,
    env,
    enginePath: staged.enginePath,
    variables: variablesIn(stage, staged),
    hidden: staged.hidden,
    needed: [
      ...(sandbox.readable ?? []).map(atHome),
      ...(isAgent && agent !== null ? neededBy(agent, staged) : []),
    ],
    promptFile: isAgent ? staged.promptFile : null,
  })
}

const variablesIn = (stage: StageSpec['stage'], { task, env, agentNames }: StagedTask): readonly string[] =>
  variablesFor(stage, { task, env, agents: agentNames })

const atHome = (path: string): string => path.replace(/^~(?=\/|$)/, homedir())

/** The program of the agent, the script of an interpreter, and the settings that its profile names. */
function neededBy({ argv }: PreparedAgent, { env, agentNames }: StagedTask): readonly string[] {
  const [program = ''] = argv
  const found = findProgram(program, '/', env)
  return [
    found.kind === 'found' ? found.path : program,
    scriptOf(argv) ?? '',
    ...agentNames.map((name) => env[name] ?? ''),
  ]
}
