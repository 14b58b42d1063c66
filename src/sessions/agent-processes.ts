/** Which folders the processes of agents work in, as far as the system shows it. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, parse } from 'node:path'
import { agents } from '../agents/agents.ts'

export type AgentProcesses = {
  /** Null: the system does not say. */
  readonly worksIn: (agent: string, folder: string) => boolean | null
}

type Found = { readonly program: string; readonly cwd: string }

/** Reads the list of processes once, at the first question. */
export function agentProcesses(): AgentProcesses {
  let found: readonly Found[] | null | undefined
  return {
    worksIn: (agent, folder) => {
      found ??= processesHere()
      if (found === null) return null
      return found.some(({ program, cwd }) => cwd === folder && isProgramOf(agent, program))
    },
  }
}

/**
 * Whether a program belongs to an agent. The programs of an agent are command names and packages. Its processes may
 * add a suffix to the name (`codex-linux-x64`). A name inside a longer word is another program: `pi` in `pip` and
 * `api`.
 */
export function isProgramOf(agent: string, program: string): boolean {
  const names = agents.find(({ name }) => name === agent)?.launch.line.programs ?? [agent]
  const { name: typed } = parse(program)
  return names.some(
    (name) => typed === name || typed.startsWith(`${name}-`) || program.includes(`/node_modules/${name}/`),
  )
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
    // The process has ended, or belongs to another user.
    return []
  }
}

/** Interpreters. The program that counts is their first argument that is not an option. */
const INTERPRETER = /^(?:node|bun|deno|python[\d.]*)$/

/** The name of the program. Arguments do not count: the tools that an agent leaves behind may name the agent there. */
export function programIn(cmdline: string): string {
  const [program = '', ...words] = cmdline.split('\0')
  const script = words.find((word) => !word.startsWith('-')) ?? ''
  return INTERPRETER.test(basename(program)) ? script : basename(program)
}
