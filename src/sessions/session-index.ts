/**
 * What was read of every session, in the user's cache folder.
 *
 * I1 It is a cache. If it is damaged, it is made again, and nothing is lost.
 * I2 A session whose size and time of change are the same is not read again. I3 Only redacted text is kept, and only
 * its owner can read it. I4 A new version of the reader or of the classifier reads everything again.
 */
import { rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { classifier } from '../diagnosis/diagnosis.ts'
import { MaydayError } from '../errors.ts'
import { clearWay } from '../record/plain-file.ts'
import { privateFolder } from '../record/private-folder.ts'
import { homeOf, type Env } from '../record/state-home.ts'
import { isCorrupt } from '../record/sqlite/sqlite-error.ts'
import type { FoundSession } from '../agents/session-place.ts'
import type { KeptSession } from './kept-session.ts'
import { SHORT_ID_CHARS } from './short-id.ts'

/** Must be increased when the reader of sessions finds or keeps other data (I4). */
const READER = 5

const VERSION = `${READER} ${classifier}`

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS about (version TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS sessions (
    key TEXT PRIMARY KEY, size INTEGER NOT NULL, changed_ms INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL, parent TEXT, id TEXT NOT NULL, agent TEXT NOT NULL, status TEXT NOT NULL,
    cwd TEXT NOT NULL, kept TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS by_end ON sessions (ended_ms DESC);
  CREATE INDEX IF NOT EXISTS by_parent ON sessions (parent) WHERE parent IS NOT NULL;
`

/** Several commands may read the index at once. Each waits this long for another one. */
const BUSY_MS = 2000

/** I2. Size and time of a session. */
export const stampOf = ({ size, changedMs }: Pick<FoundSession, 'size' | 'changedMs'>): string =>
  `${size} ${changedMs}`

export type IndexedSession = { readonly key: string; readonly kept: string }

/** An absent property does not restrict the answer. */
export type IndexQuestion = {
  readonly sinceMs?: number
  readonly agent?: string
  /** One of these. */
  readonly statuses?: readonly string[]
  /** In this folder or below. */
  readonly folder?: string
  /** The beginning or the end of an id, or the beginning of its short form. */
  readonly id?: string
}

/** The status of a session without a prompt. */
const EMPTY = 'empty'

type Conditions = { readonly sql: string; readonly values: readonly (string | number)[] }

function conditionsOf({ sinceMs, agent, statuses, folder, id }: IndexQuestion): Conditions {
  const all: readonly (readonly [string, readonly (string | number)[]] | null)[] = [
    ["parent IS NULL AND status <> 'empty'", []],
    sinceMs === undefined ? null : ['ended_ms >= ?', [sinceMs]],
    agent === undefined ? null : ['agent = ?', [agent]],
    statuses === undefined ? null : [`status IN (${statuses.map(() => '?').join()})`, statuses],
    // Everything that begins with the folder and a slash is between these two.
    folder === undefined
      ? null
      : ['(cwd = ? OR (cwd > ? AND cwd < ?))', [folder, `${folder}/`, `${folder}0`]],
    id === undefined
      ? null
      : [
          '(substr(id, 1, ?) = ? OR substr(id, -?) = ? OR substr(id, -?, ?) = ?)',
          [id.length, id, id.length, id, SHORT_ID_CHARS, id.length, id],
        ],
  ]
  const given = all.filter((one) => one !== null)
  return { sql: given.map(([sql]) => sql).join(' AND '), values: given.flatMap(([, values]) => values) }
}

export class SessionIndex implements Disposable {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** Size and time of every session that was read. */
  stamps(): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    // One text for each session. With ten thousand sessions, objects would take a third of the time of a look.
    const rows = this.#db.prepare("SELECT key, size || ' ' || changed_ms FROM sessions")
    rows.setReturnArrays(true)
    for (const row of rows.all()) found.set(String(row[0]), String(row[1]))
    return found
  }

  keep(sessions: readonly { readonly found: FoundSession; readonly kept: KeptSession }[]): void {
    const insert = this.#db.prepare('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    this.#inTransaction(() => {
      for (const { found, kept } of sessions)
        insert.run(
          found.key,
          found.size,
          found.changedMs,
          kept.endedMs,
          kept.parent,
          found.id,
          kept.row.agent,
          kept.row.turns === 0 && kept.row.status !== 'unreadable' ? EMPTY : kept.row.status,
          kept.row.cwd ?? '',
          JSON.stringify(kept),
        )
    })
  }

  forget(keys: readonly string[]): void {
    const remove = this.#db.prepare('DELETE FROM sessions WHERE key = ?')
    if (keys.length > 0) this.#inTransaction(() => keys.forEach((key) => remove.run(key)))
  }

  /** Sessions of people that fit the question, newest first, as text that `parseKept` reads. */
  *newest(question: IndexQuestion): Generator<IndexedSession> {
    const { sql, values } = conditionsOf(question)
    const query = `SELECT key, kept FROM sessions WHERE ${sql} ORDER BY ended_ms DESC, key`
    for (const row of this.#db.prepare(query).iterate(...values))
      yield { key: String(row['key']), kept: String(row['kept']) }
  }

  /** How many subagents each session had, by the session's id. */
  subagents(): ReadonlyMap<string, number> {
    const query = 'SELECT parent, count(*) AS n FROM sessions WHERE parent IS NOT NULL GROUP BY parent'
    return new Map(
      this.#db
        .prepare(query)
        .all()
        .map((row) => [String(row['parent']), Number(row['n'])]),
    )
  }

  [Symbol.dispose](): void {
    this.#db.close()
  }

  #inTransaction(work: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      work()
      this.#db.exec('COMMIT')
    } catch (error) {
      this.#db.exec('ROLLBACK')
      throw error
    }
  }
}

/** `$XDG_CACHE_HOME/mayday/sessions`, else `~/.cache/mayday/sessions`. */
function indexFolder(env: Env): string {
  const { XDG_CACHE_HOME: chosen } = env
  const home = chosen !== undefined && isAbsolute(chosen) ? chosen : join(homeOf(env), '.cache')
  return join(home, 'mayday', 'sessions')
}

/** Opens the index. If it cannot be kept on disk, it lives in memory for this one look, and `problem` says why. */
export function openIndex(env: Env): { readonly index: SessionIndex; readonly problem: string | null } {
  const folder = indexFolder(env)
  try {
    const path = join(privateFolder(folder), 'index.db')
    clearWay(path)
    return { index: new SessionIndex(openOnDisk(path)), problem: null }
  } catch (error) {
    if (!isExpected(error)) throw error
    return { index: new SessionIndex(prepared(new DatabaseSync(':memory:'))), problem: whyNot(folder, error) }
  }
}

/** I1. */
function openOnDisk(path: string): DatabaseSync {
  try {
    return prepared(new DatabaseSync(path, { timeout: BUSY_MS }))
  } catch (error) {
    if (!isCorrupt(error)) throw error
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
    return prepared(new DatabaseSync(path, { timeout: BUSY_MS }))
  }
}

function prepared(db: DatabaseSync): DatabaseSync {
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF')
    const isNew = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'about'").get() === undefined
    const known = isNew ? null : db.prepare('SELECT version FROM about').get()?.['version']
    if (known === VERSION) return db
    db.exec(`BEGIN IMMEDIATE; DROP TABLE IF EXISTS about; DROP TABLE IF EXISTS sessions; ${SCHEMA}`)
    db.prepare('INSERT INTO about VALUES (?)').run(VERSION)
    db.exec('COMMIT')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const isExpected = (error: unknown): boolean =>
  error instanceof MaydayError || (error instanceof Error && ('errcode' in error || 'code' in error))

const whyNot = (folder: string, error: unknown): string =>
  `Cannot keep the index of sessions in ${folder} (${error instanceof Error ? error.message : String(error)}). Every look reads all sessions again. Make the folder writable, or set XDG_CACHE_HOME to another one.`
