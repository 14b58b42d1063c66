import { writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { MaydayError } from '../errors.ts'
import type { AgentScript } from './agent-script.ts'

/** The variable that contains the script. */
const SCRIPT = 'MAYDAY_AGENT_SCRIPT'

/** The maximum length of one variable on Linux, including its name. */
const MAX_BYTES = 128 * 1024 - 64

/** A command for any runner. The prompt may follow as further arguments. */
export type AgentCommand = {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/**
 * The command that runs a scripted agent: a real Node program. With `file` the script is written there and its path
 * is in `argv`, so that no environment is needed.
 *
 * @example const { argv, env } = agentCommand(scriptedAgent({ kind: 'print', text: 'hello' }, { kind: 'exit', code: 3
 * }))
 */
export function agentCommand(script: AgentScript, { file }: { readonly file?: string } = {}): AgentCommand {
  const json = JSON.stringify(script)
  const program = join(import.meta.dirname, `agent-program${extname(import.meta.filename)}`)
  const argv = [process.execPath, program]
  if (file !== undefined) {
    writeFileSync(file, json)
    return { argv: [...argv, `--script=${file}`], env: {} }
  }
  if (Buffer.byteLength(json) > MAX_BYTES)
    throw new MaydayError(
      'BAD_SCRIPT',
      `The agent's script has ${Buffer.byteLength(json)} bytes, and a variable takes at most ${MAX_BYTES}. Give a file for it.`,
    )
  return { argv, env: { [SCRIPT]: json } }
}
