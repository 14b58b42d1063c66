/** What the readers of outputs ask of an agent. They are given the list of agents: this room knows none by name. */
import type { JsonObject } from './bytes/records.ts'
import type { Stage } from '../reasons/stages.ts'
import type { Notes } from './notes.ts'
import type { Detail, What } from './signal.ts'

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
  /**
   * Looks at a long line of JSON before it is parsed. True where its bytes told all there is to it: most of a
   * transcript is what tools printed, which nobody reads.
   */
  readonly skims?: (line: Buffer) => boolean
  readonly line?: (text: string) => LineRole
  /** It wants the lines of code blocks and diffs too: what it does stands in them. */
  readonly seesBlocks?: boolean
  /** Called once at the end, with the exit code where it is known. */
  readonly end?: (exitCode: number | null) => void
}

/** What one of an agent's own exit codes says. It counts where the output itself says nothing. */
export type ExitMeaning = { readonly what: What; readonly message: string; readonly detail?: Detail }

/**
 * What every record of an agent has, so that most other records are told apart without asking the agent: one of the
 * types, or all keys of one of the groups.
 */
export type RecordCue = {
  readonly types?: readonly string[]
  readonly keys?: readonly (readonly string[])[]
}

/** How an agent's output is recognised and read. */
export type AgentOutput = {
  /** A record that only this agent writes. */
  readonly recognisesRecord?: (record: JsonObject) => boolean
  /** Goes with `recognisesRecord`, which sees only records that have the cue. */
  readonly recordCue?: RecordCue
  /** A line that only this agent prints. */
  readonly recognisesLine?: (text: string) => boolean
  readonly open: (notes: Notes) => AgentReader
  /** Set where it is no agent but a tool that writes records: where in a run that tool is used. */
  readonly stage?: Stage
  /** A line of plain text by which it tells that it tries a failed request again, and what must stand in it. */
  readonly retryNotice?: { readonly needle: string; readonly read: (line: string) => Detail | null }
  /** The agent's own exit codes that say why it ended. */
  readonly exitCodes?: Readonly<Record<number, ExitMeaning>>
}

/** An agent by its name, with its reader. */
export type AgentAdapter = AgentOutput & { readonly name: string }

/** Agents in order: the first that recognises an output reads it. */
export type GivenAgents = { readonly agents: readonly AgentAdapter[] }
