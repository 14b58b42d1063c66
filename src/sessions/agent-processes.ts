/** Which folders the processes of agents work in, as far as the system shows it. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

export type AgentProcesses = {
  /** Null: the system does not say. */
  readonly worksIn: (agent: string, folder: string) => boolean | null
}

type Found = { readonly program: string; readonly cwd: string }

/** Looks at the processes once, when it is first asked. */
export function agentProcesses(): AgentProcesses {
  let found: readonly Found[] | null | undefined
  return {
    worksIn: (agent, folder) => {
      found ??= processesHere()
      if (found === null) return null
      return found.some(({ program, cwd }) => cwd === folder && program.includes(agent))
    },
  }
}

/** Null on systems without /proc. */
function processesHere(): readonly Found[] | null {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? processAt(name) : []))
  } catch {
    // No /proc: other systems do not show the folder of a process without a helper program.
    return null
  }
}

function processAt(pid: string): readonly Found[] {
  try {
    const cwd = readlinkSync(`/proc/${pid}/cwd`)
    return [{ program: programIn(readFileSync(`/proc/${pid}/cmdline`, 'latin1')), cwd }]
  } catch {
    // It has ended, or belongs to another user.
    return []
  }
}

/** Programs whose first argument is the program that counts. */
const INTERPRETER = /^(?:node|bun|deno|python[\d.]*)$/

/** The name of the program, not its arguments: the tools that an agent leaves behind name it there. */
function programIn(cmdline: string): string {
  const [program = '', script = ''] = cmdline.split('\0')
  return INTERPRETER.test(basename(program)) ? script : basename(program)
}
