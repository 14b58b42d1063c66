/**
 * What Mayday knows of the sessions that an agent keeps on disk.
 *
 * P1 Everything in a session is untrusted. A path or a command in it is text: it is shown and compared, never opened
 * and never run. P2 Nothing is written into an agent's folders.
 */
import type { JsonObject } from '../signals/bytes/records.ts'
import type { Env } from '../record/state-home.ts'

/** What one record of a session tells besides how its turn goes. */
export type SessionNews = {
  /** A turn begins with this record. */
  readonly opensTurn?: boolean
  /** What the person asked. */
  readonly asked?: string
  readonly cwd?: string
  readonly branch?: string
  readonly model?: string
  /** The session that this one is a subagent of. */
  readonly parent?: string
}

/** How the records of a session are told apart. */
export type SessionFormat = {
  /** Only records with one of these texts near their beginning are parsed for news. */
  readonly cues: readonly string[]
  /** They are no news if one of these texts stands there too: most records are results of tools. */
  readonly butNot?: readonly string[]
  /** Records that begin so say nothing about when a turn ended. */
  readonly untimed?: readonly string[]
  /** The key of a record's time, where it is not `timestamp`. */
  readonly stamp?: string
  /** A new reader for each session, because it may have to remember the record before. */
  readonly open: () => (record: JsonObject) => SessionNews | null
  /** The record that opens a turn is made by Mayday from a database, and is none of the agent's. */
  readonly makesPrompts?: boolean
  /** A session of plain text: a line that begins so is what the person asked. */
  readonly prompt?: string
  /** Whether a turn's figure counts from the beginning of the session or of the turn. */
  readonly figures: { readonly costUsd: 'session' | 'turn'; readonly tokens: 'session' | 'turn' }
}

/** One session as the listing of its place knows it. Nothing has been read yet. */
export type FoundSession = {
  /** Tells it from all other sessions of the machine. */
  readonly key: string
  readonly id: string
  /** The file that it is in. */
  readonly path: string
  /** Size and time of its last change: if both are the same, it is not read again. */
  readonly size: number
  readonly changedMs: number
  /** The session that it is a subagent of, if its place tells that. */
  readonly parent?: string
  readonly cwd?: string
  readonly costUsd?: number
  readonly tokens?: number
  /** Where in its file it lies, if the file holds several sessions. */
  readonly range?: { readonly from: number; readonly to: number }
}

/** A listing can fail in part: what could not be read is named, and the rest is listed. */
export type Listed = FoundSession | { readonly unreadable: string; readonly why: string }

/** Where to look. */
export type Look = {
  readonly env: Env
  /** The folder in which the question is asked: some agents keep their sessions in the project. */
  readonly here: string
}

/** Which sessions have a process. */
export type Living = {
  /** The session has a live process. */
  readonly isAlive: (session: Pick<FoundSession, 'id' | 'path'>) => boolean
  /** A session that is not alive by this has surely ended. Otherwise recent writes decide. */
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
