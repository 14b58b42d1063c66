/**
 * The sessions that an agent keeps on disk.
 *
 * P1 Everything in a session is untrusted. A path or a command in it is text: it is shown and compared, never opened
 * and never executed.
 * P2 Mayday writes nothing into an agent's folders.
 */
import type { JsonObject } from '../signals/bytes/records.ts'
import type { Env } from '../record/state-home.ts'

/** Facts in one record of a session, apart from the result of its turn. */
export type SessionNews = {
  /** A turn begins with this record. */
  readonly opensTurn?: boolean
  /** The prompt of the person. */
  readonly asked?: string
  readonly cwd?: string
  readonly branch?: string
  readonly model?: string
  /** The session to which this one belongs as a subagent. */
  readonly parent?: string
}

/** How the records of a session are distinguished. */
export type SessionFormat = {
  /** Only records with one of these texts near their start are parsed. */
  readonly cues: readonly string[]
  /** Records that also have one of these texts there are not parsed. Most records are results of tools. */
  readonly butNot?: readonly string[]
  /** Records that start with this do not show when a turn ended. */
  readonly untimed?: readonly string[]
  /** The key of a record's time, if it is not `timestamp`. */
  readonly stamp?: string
  /** A new reader for each session, because it may have to remember the record before. */
  readonly open: () => (record: JsonObject) => SessionNews | null
  /** Mayday makes the record that opens a turn from a database. The agent did not write it. */
  readonly makesPrompts?: boolean
  /** For a session of plain text: a line that starts with this is a prompt of the person. */
  readonly prompt?: string
  /** Whether the numbers of a turn count from the start of the session or of the turn. */
  readonly figures: { readonly costUsd: 'session' | 'turn'; readonly tokens: 'session' | 'turn' }
}

/** One session in the list of a place. Its content has not been read yet. */
export type FoundSession = {
  /** Unique among all sessions of the machine. */
  readonly key: string
  readonly id: string
  /** The file that it is in. */
  readonly path: string
  /** Size and time of its last change. If both are unchanged, it is not read again. */
  readonly size: number
  readonly changedMs: number
  /** The session to which it belongs as a subagent, if its path shows that. */
  readonly parent?: string
  readonly cwd?: string
  readonly costUsd?: number
  readonly tokens?: number
  /** Its position in the file, if the file contains several sessions. */
  readonly range?: { readonly from: number; readonly to: number }
}

export type Unreadable = { readonly unreadable: string; readonly why: string }

/** A listing can fail in part. It names what could not be read, and lists the rest. */
export type Listed = FoundSession | Unreadable

/** Where to look. */
export type Look = {
  readonly env: Env
  /** The current folder. Some agents keep their sessions in the project. */
  readonly here: string
}

/** Which sessions have a process. */
export type Living = {
  /** The session has a live process. */
  readonly isAlive: (session: Pick<FoundSession, 'id' | 'path'>) => boolean
  /** If true, a session without a process has ended. Otherwise recent writes decide. */
  readonly isComplete: boolean
}

/** One agent's sessions. All places have this shape. */
export type SessionPlace = {
  readonly agent: string
  readonly title: string
  /** Variables that move the folder. */
  readonly variables: readonly string[]
  readonly folder: (env: Env) => string
  readonly list: (look: Look) => Iterable<Listed>
  readonly format: SessionFormat
  /** The records of a session that is in a database, one JSON object each. Without it the file itself is read. */
  readonly records?: (session: FoundSession) => readonly string[]
  readonly living: (look: Look) => Living
}
