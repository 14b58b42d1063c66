import type { AgentAccount } from '../recovery/account.ts'
import type { AgentOutput } from '../signals/agent-reader.ts'
import type { AskerSpec } from '../supervision/opinion/askers.ts'
import type { AgentPlugin } from './agent-plugin.ts'
import type { SessionPlace } from './session-place.ts'
import type { StoryTeller } from './story-item.ts'
import type { AgentLaunch, Transcript } from '../supervision/profiles/profile.ts'

/**
 * Everything that Mayday knows about one agent CLI. Every folder here exports one. To add one, copy the smallest
 * folder.
 */
export type Agent = {
  /** The name of its folder, and of the agent in commands, settings and records. */
  readonly name: string
  /** The official spelling. */
  readonly title: string
  /** How its output is recognised and read. */
  readonly reader: AgentOutput
  /** How the course of a run is read from its output: prompt, words, tool calls, errors. */
  readonly story: () => StoryTeller
  /** How it is started, resumed and limited. */
  readonly launch: AgentLaunch
  /** Where it keeps the sessions that users start, and how they are read; missing if Mayday does not find them. */
  readonly sessions?: SessionPlace
  /** How Mayday's plugin is installed into it; missing if it takes none. */
  readonly plugin?: AgentPlugin
  /** Where the agent stores the transcript of a session; missing if it stores none as text. */
  readonly transcript?: Transcript
  /**
   * Whose account it uses, and how the user logs in again; missing if it works with any provider and has its own
   * login.
   */
  readonly account?: AgentAccount
  /** How it is asked for a second opinion; missing if Mayday knows no safe way. */
  readonly asker?: AskerSpec
  /** Its text in docs/agents.md; missing if it can only be started and read. */
  readonly docs?: AgentDocs
  /** The file with a project's instructions that it reads, if that is not AGENTS.md. */
  readonly instructions?: string
  /** Finds events after the end of a truncated session file, if another file of the agent contains them. */
  readonly afterSession?: (session: string) => AfterSession | null
}

/** Its row in the table of docs/agents.md, except for the columns that come from its launch. */
export type AgentDocs = {
  /** Who chooses the id of a session, and where the id is found. */
  readonly session: string
  /** Used if it has no option for one. */
  readonly turnLimit?: string
  /** How Mayday shortens its retries. */
  readonly retries: string
  readonly transcript: string
}

/** A record that continues a session file, and the line of the other file that proves it. */
export type AfterSession = {
  /** The record in the form of the agent's own stream. */
  readonly record: object
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly byteOffset: number
  readonly text: string
}
