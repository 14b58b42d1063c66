import { agentProfiles } from '../agents/profiles.ts'
import { existsSync, statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import * as v from 'valibot'
import { UsageError } from '../errors.ts'
import { markerInstructions } from '../memory/prompt.ts'
import { names, type Shape } from '../record/schema.ts'
import { findProgram } from '../supervision/launch.ts'
import { prepareAgent, profileFor, type PreparedAgent } from '../supervision/prepare-agent.ts'
import type { AgentProfile } from '../supervision/profiles/profile.ts'
import type { Environment } from '../supervision/run-folder.ts'
import { promptOf, type BenchTask } from './suite/task.ts'

/** The agent of a series. */
export const benchAgentSchema = v.object({
  /** Its name in reports. */
  name: v.string(),
  /** A known agent. Null: any other command. */
  agent: v.nullable(v.string()),
  /** Null: the default command line of the known agent. */
  argv: v.nullable(names),
})

export type BenchAgent = Shape<typeof benchAgentSchema>

const INTERPRETER = /^(?:node|deno|bun|tsx|python[\d.]*|bash|sh|dash|zsh|ruby|perl)$/

/**
 * The command of an agent, in a form that can be started in another folder. The program, and the script of an
 * interpreter, are resolved in the current folder.
 */
export function agentOf(
  agent: string | null,
  argv: readonly string[] | null,
  { cwd, name }: { readonly cwd: string; readonly name?: string },
): BenchAgent {
  if (argv === null || argv.length === 0) return { name: name ?? agent ?? 'agent', agent, argv: null }
  const [program = '', first, ...rest] = argv
  const base = program.split('/').at(-1) ?? ''
  const isScript =
    INTERPRETER.test(base) && first !== undefined && !first.startsWith('-') && existsSync(resolve(cwd, first))
  const script = first === undefined ? [] : [isScript ? resolve(cwd, first) : first]
  const known = agent ?? profileFor(null, argv, agentProfiles)?.name ?? null
  return {
    name: name ?? known ?? (isScript ? (first.split('/').at(-1) ?? base) : base),
    agent: known,
    argv: [program.includes('/') ? resolve(cwd, program) : program, ...script, ...rest],
  }
}

/** The script of an interpreter, by its full path. Null if there is none. */
export function scriptOf([program = '', first = '']: readonly string[]): string | null {
  const isScript = INTERPRETER.test(program.split('/').at(-1) ?? '') && isAbsolute(first)
  return isScript && statSync(first, { throwIfNoEntry: false })?.isFile() === true ? first : null
}

/** The command line for one task. */
export const prepareFor = (
  task: BenchTask,
  { agent, argv }: BenchAgent,
  agents: readonly AgentProfile[],
): PreparedAgent => prepareAgent({ agent, argv, prompt: promptFor(task), sessionId: null, agents })

export const promptFor = (task: BenchTask): string => `${promptOf(task)}\n\n${markerInstructions}\n`

/**
 * A series is not started if its agent is missing. In a sandbox, the image must contain the agent, so it is not
 * checked.
 */
export function checkAgent(
  agent: BenchAgent,
  tasks: readonly BenchTask[],
  { env, agents }: { readonly env: Environment; readonly agents: readonly AgentProfile[] },
): void {
  const task = tasks.find(({ sandbox }) => sandbox === null)
  if (task === undefined) return
  const [program = ''] = prepareFor(task, agent, agents).argv
  const found = findProgram(program, '/', env)
  if (found.kind === 'missing')
    throw new UsageError(`command not found: ${program}. Install the agent, or name its program by its path.`)
  if (found.kind === 'not-executable')
    throw new UsageError(`not executable: ${found.path}. Try: chmod +x ${found.path}`)
}
