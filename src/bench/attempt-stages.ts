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
  const { setup, run, timeouts } = task
  const stage = (
    name: StageSpec['stage'],
    argv: readonly string[],
    { command, timeoutMs }: { readonly command: string; readonly timeoutMs: number },
  ): StageSpec => ({
    stage: name,
    argv: wrapped(argv, name, staged),
    // A container gets its variables by name from the engine. The engine itself needs more variables and
    // copies the output.
    ...(task.sandbox?.engine === 'bwrap'
      ? { variables: foldedNames(variablesIn(name, staged), staged.env), isPiped: true }
      : {}),
    command: redact(command, secrets),
    timeoutMs,
    idleMs: name === 'agent_run' ? timeouts.idle : null,
  })
  const sh = (script: string, ...args: readonly string[]): readonly string[] => [
    '/bin/sh',
    '-c',
    script,
    ...args,
  ]
  const before = [
    ...gitStages(task, staged.git),
    ...(setup.length === 0
      ? []
      : [
          stage('setup', sh(['set -e', ...setup].join('\n')), {
            command: setup.join('; '),
            timeoutMs: timeouts.setup,
          }),
        ]),
    stage('baseline_run', sh(readShipped('src/bench/scripts/twice.sh'), 'baseline_run', run, SEPARATOR), {
      command: run,
      timeoutMs: timeouts.baseline,
    }),
  ]
  if (agent === null) return before
  // Quoting may split a secret, so each word is masked before.
  const command = shellWords(agent.argv.map((word) => redact(word, secrets)))
  return [
    ...before,
    stage('agent_run', programOf(agent, staged), { command, timeoutMs: timeouts.agent }),
    stage('final_test', sh(run), { command: run, timeoutMs: timeouts.test }),
  ]
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
