import type { AgentAccount } from '../recovery/account.ts'
import type { AgentOutput } from '../signals/agent-reader.ts'
import type { AskerSpec } from '../supervision/opinion/askers.ts'
import type { AgentLaunch, Transcript } from '../supervision/profiles/profile.ts'

/** All that Mayday knows about one agent CLI. Every folder here exports one: copy the smallest to write the next. */
export type Agent = {
  /** The name of its folder, and of the agent in commands, settings and records. */
  readonly name: string
  /** As its makers write it. */
  readonly title: string
  /** How its output is recognised and read. */
  readonly reader: AgentOutput
  /** How it is started, resumed and limited. */
  readonly launch: AgentLaunch
  /** Where it keeps its own story of a session; none: nowhere, or not as text. */
  readonly transcript?: Transcript
  /** Whose account it uses, and how a person logs in again; none: any provider's, and its own way. */
  readonly account?: AgentAccount
  /** How it is asked for a second opinion; none: Mayday knows no safe way. */
  readonly asker?: AskerSpec
  /** What docs/agents.md tells about it; none: only that it can be started and read. */
  readonly docs?: AgentDocs
  /** The file with a project's instructions that it reads, where that is not AGENTS.md. */
  readonly instructions?: string
  /** What happened after the end of a session file that breaks off, where another file of the agent tells it. */
  readonly afterSession?: (session: string) => AfterSession | null
}

/** Its row in the table of docs/agents.md, besides what its launch tells. */
export type AgentDocs = {
  /** Who chooses the id of a session, and where it is found. */
  readonly session: string
  /** Where it has no option for one. */
  readonly turnLimit?: string
  /** How Mayday shortens its retries. */
  readonly retries: string
  readonly transcript: string
}

/** A record that continues a session file, and the line of the other file that proves it. */
export type AfterSession = {
  /** As the agent's own stream would have told it. */
  readonly record: object
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly byteOffset: number
  readonly text: string
}
