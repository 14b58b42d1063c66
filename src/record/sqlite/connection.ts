/**
 * C1 Every write is one BEGIN IMMEDIATE transaction: it happens completely or not at all.
 * C2 Before a write the open file is compared with the path: a deleted file accepts writes and loses them. Then a new
 * file is made, and the caller is notified, because the old content is gone.
 * C3 A damaged file is never emptied. It is refused, unless the caller requested a repair or supervises a run that
 * must continue. Then the file is renamed, the caller is notified of the new name, and the new file remembers it
 * until it is rebuilt.
 * C4 A file that cannot be written is opened for reading if the caller requested that.
 * C5 If the writer owns something, each write first checks in the same transaction that no other process took it over.
 * C6 Each opened file has a generation. A caller that decides based on earlier reads can check whether another file
 * was opened since.
 */
import type { DatabaseSync } from 'node:sqlite'
import { dirname } from 'node:path'
import { prepareRecordFolder } from '../record-folder.ts'
import { StoreDamagedError, StoreError, TakenOverError } from '../store-errors.ts'
import type { StoreNotice } from '../store-notice.ts'
import { findBroken } from './find-broken.ts'
import { heartbeatOf } from './heartbeats.ts'
import { openDatabase, replaceDamaged } from './open-database.ts'
import { openReadOnly } from './open-read-only.ts'
import { onBadRows } from './read-rows.ts'
import { fileIdentity } from './set-aside.ts'
import { rememberSetAside } from './settings.ts'
import { damageIn, explainSqlite, isUnwritable } from './sqlite-error.ts'

export type ConnectionOptions = {
  /** How long a call waits for another process's lock. It blocks the event loop. Default 5000. */
  readonly busyTimeoutMs?: number
  readonly onNotice?: (notice: StoreNotice) => void
  /**
   * C3. `repair` checks every page of the file and sets a damaged one aside. By default a damaged file is refused.
   */
  readonly damaged?: 'refuse' | 'repair'
  /** The project's folder. Folders of tasks are relative to it. The default is the parent folder of the record. */
  readonly root?: string
  /** C4. By default a file that cannot be written is an error. */
  readonly readsOnly?: boolean
}

type Opened = { readonly db: DatabaseSync; readonly identity: string | null; readonly isReadOnly: boolean }

export class Connection {
  readonly path: string
  readonly #options: ConnectionOptions
  #opened: Opened
  /** C5. */
  #owner: string | null = null
  #mustGoOn = false
  #generation = 0

  /** C6. How many files were opened after the first one. */
  get generation(): number {
    return this.#generation
  }

  /** The project's folder. */
  get root(): string {
    return this.#options.root ?? dirname(dirname(this.path))
  }

  constructor(path: string, options: ConnectionOptions) {
    this.path = path
    this.#options = options
    this.#opened = this.#open(options.damaged === 'repair')
  }

  get isReadOnly(): boolean {
    return this.#opened.isReadOnly
  }

  /** C3: from now on a damaged file is set aside, because a run must continue. */
  continueAfterDamage(): void {
    this.#mustGoOn = true
  }

  /** C5. */
  writeAs(owner: string): void {
    this.#owner = owner
  }

  /** C5. Throws if another process took over. */
  requireOwn(): void {
    this.read((db) => this.#refuseTaken(db))
  }

  #refuseTaken(db: DatabaseSync): void {
    const takenAt = this.#owner === null ? null : (heartbeatOf(db, this.#owner)?.takenAt ?? null)
    if (takenAt !== null) throw new TakenOverError(takenAt)
  }

  /** Whether the file was deleted or replaced while the database is open. */
  isGone(): boolean {
    return fileIdentity(this.path) !== this.#opened.identity
  }

  reopen(): void {
    this.close()
    this.#opened = this.#open(false)
    this.#generation += 1
  }

  close(): void {
    if (this.#opened.db.isOpen) this.#opened.db.close()
  }

  read<T>(use: (db: DatabaseSync) => T): T {
    return this.#guard(() => use(this.#opened.db))
  }

  write<T>(use: (db: DatabaseSync) => T): T {
    if (this.isReadOnly)
      throw new StoreError(
        'STORE_READ_ONLY',
        `The store at ${this.path} cannot be written. Check who owns it and its folder.`,
      )
    if (this.isGone()) {
      this.reopen()
      this.#options.onNotice?.({ kind: 'gone', path: this.path })
    }
    return this.#guard(() => this.#transaction(use))
  }

  #transaction<T>(use: (db: DatabaseSync) => T): T {
    const { db } = this.#opened
    db.exec('BEGIN IMMEDIATE')
    try {
      this.#refuseTaken(db)
      const result = use(db)
      db.exec('COMMIT')
      return result
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw error
    }
  }

  /** Damage is found where it is read, not always on opening. */
  #guard<T>(attempt: () => T): T {
    try {
      return attempt()
    } catch (error) {
      const why = damageIn(error)
      if (why === null || !this.#mustGoOn) throw explainSqlite(error, this.path)
      this.close()
      this.#opened = this.#replace(this.#opened.identity, why)
      this.#generation += 1
      return attempt()
    }
  }

  #open(isRepair: boolean): Opened {
    prepareRecordFolder(dirname(this.path))
    const before = fileIdentity(this.path)
    try {
      return this.#openWritable(isRepair)
    } catch (error) {
      const why = damageIn(error)
      if (why !== null && (isRepair || this.#mustGoOn)) return this.#replace(before, why)
      const told = explainSqlite(error, this.path)
      if (this.#options.readsOnly !== true || !isUnwritable(told)) throw told
      return this.#openReadable(told)
    }
  }

  #openWritable(isChecked: boolean): Opened {
    const db = openDatabase(this.path, this.#options.busyTimeoutMs ?? 5000)
    try {
      const damage = isChecked ? findBroken(db, this.path) : null
      if (damage !== null) throw new StoreDamagedError(this.path, damage)
    } catch (error) {
      db.close()
      throw error
    }
    return this.#use(db, false)
  }

  #openReadable(cause: unknown): Opened {
    try {
      const opened = this.#use(openReadOnly(this.path), true)
      this.#options.onNotice?.({ kind: 'read-only', path: this.path })
      return opened
    } catch (error) {
      throw error instanceof StoreError ? error : cause
    }
  }

  #use(db: DatabaseSync, isReadOnly: boolean): Opened {
    onBadRows(db, ({ row, why }) => this.#options.onNotice?.({ kind: 'bad-row', path: this.path, row, why }))
    return { db, identity: fileIdentity(this.path), isReadOnly }
  }

  /** C3. */
  #replace(broken: string | null, why: string): Opened {
    const replaced = replaceDamaged(this.path, broken)
    const opened = this.#use(openDatabase(this.path, this.#options.busyTimeoutMs ?? 5000), false)
    if (replaced !== null) {
      rememberSetAside(opened.db, replaced.keptAs)
      this.#options.onNotice?.({ kind: 'set-aside', path: this.path, why, ...replaced })
    }
    return opened
  }
}
