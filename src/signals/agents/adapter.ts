import type { JsonObject } from '../bytes/records.ts'
import type { Notes } from '../notes.ts'

/**
 * How a line of plain text is to be taken:
 * `own` the agent's own words; `fenced` somebody else's words (tool results, echoes, files), in which
 * nothing is ever matched; `taken` already noted; `free` anybody's, so that tool readers may look at it.
 */
export type LineRole = 'own' | 'fenced' | 'taken' | 'free'

/** Reads one agent's output. Made by `open`, fed in the order of the output. */
export type AgentReader = {
  /** True where the record was this agent's. */
  readonly record?: (record: JsonObject) => boolean
  readonly line?: (text: string) => LineRole
  /** Called once at the end, with the exit code where it is known. */
  readonly end?: (exitCode: number | null) => void
}

/** One agent CLI. All adapters have this shape: copy the smallest to write the next. */
export type AgentAdapter = {
  readonly name: string
  readonly title: string
  /** A record that only this agent writes. */
  readonly recognisesRecord?: (record: JsonObject) => boolean
  /** A line that only this agent prints. */
  readonly recognisesLine?: (text: string) => boolean
  readonly open: (notes: Notes) => AgentReader
  /** The agent's own exit codes that say why it ended. */
  readonly exitCodes?: Readonly<Record<number, { readonly what: import('../signal.ts').What; readonly message: string }>>
}
