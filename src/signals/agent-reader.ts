/**
 * The interface between the output readers and an agent's adapter. The list of agents is passed in: this room knows
 * no agent by name.
 */
import type { JsonObject } from './bytes/records.ts'
import type { Stage } from '../reasons/stages.ts'
import type { Notes } from './notes.ts'
import type { Detail, What } from './signal.ts'

/**
 * The role of a line of plain text:
 * `own`: the agent's own words.
 * `fenced`: quoted text (tool results, echoes, files). Nothing is ever matched in it.
 * `taken`: the adapter has already noted it.
 * `free`: its author is unknown, so tool readers may look at it.
 */
export type LineRole = 'own' | 'fenced' | 'taken' | 'free'

/** Reads one agent's output. `open` creates it. It receives the output in order. */
export type AgentReader = {
  /** Returns true if the record belongs to this agent. */
  readonly record?: (record: JsonObject) => boolean
  /**
   * Checks a long line of JSON before it is parsed. Returns true if the bytes alone are enough. Most of a transcript
   * is the output of tools, which needs no parsing.
   */
  readonly skims?: (line: Buffer) => boolean
  readonly line?: (text: string) => LineRole
  /** Set if the reader also needs the lines of code blocks and diffs, because they show the agent's actions. */
  readonly seesBlocks?: boolean
  /** Called once at the end, with the exit code if it is known. */
  readonly end?: (exitCode: number | null) => void
}

/** The meaning of one of the agent's exit codes. It counts only if the output names no cause. */
export type ExitMeaning = { readonly what: What; readonly message: string; readonly detail?: Detail }

/**
 * What every record of an agent contains: one of the types, or all keys of one of the groups. Most records of other
 * programs are ruled out by this cue, without a call to the adapter.
 */
export type RecordCue = {
  readonly types?: readonly string[]
  readonly keys?: readonly (readonly string[])[]
}

/** How an agent's output is recognised and read. */
export type AgentOutput = {
  /** Returns true for a record that only this agent writes. */
  readonly recognisesRecord?: (record: JsonObject) => boolean
  /** Required with `recognisesRecord`, which sees only records that have this cue. */
  readonly recordCue?: RecordCue
  /** Returns true for a line that only this agent prints. */
  readonly recognisesLine?: (text: string) => boolean
  readonly open: (notes: Notes) => AgentReader
  /** Set if this is not an agent but a tool that writes records: the stage of a run in which the tool is used. */
  readonly stage?: Stage
  /** Reads the line of plain text that announces a retry. Every such line contains `needle`. */
  readonly retryNotice?: { readonly needle: string; readonly read: (line: string) => Detail | null }
  /** The agent's exit codes that tell why it ended. */
  readonly exitCodes?: Readonly<Record<number, ExitMeaning>>
}

/** An agent by its name, with its reader. */
export type AgentAdapter = AgentOutput & { readonly name: string }

/** The known agents in order. The first one that recognises an output reads it. */
export type GivenAgents = { readonly agents: readonly AgentAdapter[] }
