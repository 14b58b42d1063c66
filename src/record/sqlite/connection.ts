/**
 * C1 Every write is one BEGIN IMMEDIATE transaction: it happens whole or not at all.
 * C2 Before a write the open file is compared with the path: a file deleted under us swallows writes without a word.
 *    A new one is made, and the owner is told, because what the old one held is gone.
 * C3 A broken file is renamed, never emptied; the owner is told where it is.
 */
import type { DatabaseSync } from 'node:sqlite'
import { dirname } from 'node:path'
import { prepareRecordFolder } from '../record-folder.ts'
import type { StoreNotice } from '../store-notice.ts'
import { openDatabase } from './open-database.ts'
import { fileIdentity, setAside } from './set-aside.ts'
import { explainSqlite, isCorrupt } from './sqlite-error.ts'

export type ConnectionOptions = {
  /** How long a call waits for another process's lock. It blocks the event loop. Default 5000. */
  readonly busyTimeoutMs?: number
  readonly onNotice?: (notice: StoreNotice) => void
}

export class Connection {
  readonly path: string
  readonly #options: ConnectionOptions
  #db: DatabaseSync
  #identity: string | null

  constructor(path: string, options: ConnectionOptions) {
    this.path = path
    this.#options = options
    ;[this.#db, this.#identity] = this.#open()
  }

  /** The file was deleted or replaced under the open database. */
  isGone(): boolean {
    return fileIdentity(this.path) !== this.#identity
  }

  reopen(): void {
    this.close()
    ;[this.#db, this.#identity] = this.#open()
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close()
  }

  read<T>(use: (db: DatabaseSync) => T): T {
    return this.#guard(() => use(this.#db))
  }

  write<T>(use: (db: DatabaseSync) => T): T {
    if (this.isGone()) {
      this.reopen()
      this.#options.onNotice?.({ kind: 'gone', path: this.path })
    }
    return this.#guard(() => this.#transaction(use))
  }

  #transaction<T>(use: (db: DatabaseSync) => T): T {
    const db = this.#db
    db.exec('BEGIN IMMEDIATE')
    try {
      const result = use(db)
      db.exec('COMMIT')
      return result
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw error
    }
  }

  /** Damage is found where it is read, not always on opening: then the call is made again on a new file. */
  #guard<T>(attempt: () => T): T {
    try {
      return attempt()
    } catch (error) {
      if (!isCorrupt(error)) throw explainSqlite(error, this.path)
      this.close()
      this.#setAside(this.#identity)
      ;[this.#db, this.#identity] = this.#open()
      return attempt()
    }
  }

  #open(): [DatabaseSync, string | null] {
    const busyTimeoutMs = this.#options.busyTimeoutMs ?? 5000
    const before = fileIdentity(this.path)
    try {
      prepareRecordFolder(dirname(this.path))
      const db = openDatabase(this.path, busyTimeoutMs)
      return [db, fileIdentity(this.path)]
    } catch (error) {
      if (!isCorrupt(error)) throw explainSqlite(error, this.path)
      this.#setAside(before)
      return [openDatabase(this.path, busyTimeoutMs), fileIdentity(this.path)]
    }
  }

  #setAside(broken: string | null): void {
    const keptAs = setAside(this.path, broken, new Date())
    if (keptAs !== null) this.#options.onNotice?.({ kind: 'set-aside', path: this.path, keptAs })
  }
}
