/**
 * Runs commands of a task inside a container engine or bubblewrap.
 *
 * - B1 If the engine itself fails, the exit code is always 125, so the failure is not attributed to the command.
 * - B2 A container is labeled with its attempt, so that none outlives it: killing the engine's command does not kill
 *   the container.
 * - B3 A command gets only the variables of an allow-list. Variables for the agent are passed only to the agent stage.
 * - B4 If a sandbox cannot be as strict as described here, it is not created.
 */
import { homedir } from 'node:os'
import { readShipped } from '../../record/read-shipped.ts'
import { findProgram } from '../../supervision/launch.ts'
import type { Environment } from '../../supervision/run-folder.ts'
import type { AttemptPlace } from '../attempt-place.ts'
import type { Sandbox } from '../suite/task.ts'
import { bubbleScript, bubbleWords } from './bubble.ts'
import { containerWords } from './container.ts'
import { foldedVariables } from './sandbox-variables.ts'

export type Wrapping = {
  readonly sandbox: Sandbox
  readonly place: AttemptPlace
  /** The environment inside. */
  readonly env: Environment
  /** The PATH in which the engine is searched. */
  readonly enginePath: string
  /** Names of the variables that the command needs. Their values are in the environment. */
  readonly variables: readonly string[]
  /** The folders of Mayday, which no sandbox may read. */
  readonly hidden: readonly string[]
  /** Files and folders that the command needs, at any place. */
  readonly needed: readonly string[]
  /** The prompt, for agents that read it from a file. */
  readonly promptFile: string | null
}

/** The command line that runs `argv` in the sandbox. */
export function inSandbox(argv: readonly string[], wrapping: Wrapping): readonly string[] {
  const { engine } = wrapping.sandbox
  const program = engineOf(engine, wrapping.enginePath)
  if (engine === 'bwrap')
    return [...script(bubbleScript()), program, ...bubbleWords(wrapping), ...inside(wrapping), ...argv]
  return [
    ...script(readShipped('src/bench/sandbox/scripts/container.sh')),
    homedir(),
    program,
    ...containerWords(wrapping),
    ...argv,
  ]
}

const script = (text: string): readonly string[] => ['/bin/sh', '-c', text, 'sandbox']

function inside({ variables, env }: Wrapping): readonly string[] {
  const names = foldedVariables(variables, env)
  return [...script(readShipped('src/bench/sandbox/scripts/unfold.sh')), String(names.length), ...names]
}

/** By its full path: the command is started in a folder that an agent fills. */
function engineOf(engine: string, PATH: string): string {
  const found = findProgram(engine, '/', { PATH })
  return found.kind === 'found' ? found.path : engine
}
