/**
 * Commands of a task inside a container engine or bubblewrap.
 *
 * B1 What the engine itself could not do ends with 125, whatever the engine ends with: it is nobody else's fault.
 * B2 A container carries its attempt's name, so that none outlives it: whoever kills the engine's command does not
 * kill the container. B3 A command gets the variables of an allow-list and no others; what is named for the agent only
 * the agent's stage gets. B4 A sandbox that cannot be made as strict as it is described here is not made at all.
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
  /** What is to be found inside. */
  readonly env: Environment
  /** Where the engine itself is looked for. */
  readonly enginePath: string
  /** Variables that the command needs, by name; their values stand in the environment. */
  readonly variables: readonly string[]
  /** Mayday's own folders, which no sandbox may look into. */
  readonly hidden: readonly string[]
  /** Files and folders that the command needs, wherever they lie. */
  readonly needed: readonly string[]
  /** The prompt, for whoever reads it from a file. */
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
