/**
 * Persistent files of a node: the claims that it works on, and the outcomes that the database has not accepted yet.
 *
 * O1 A file is either complete or absent. O2 An unreadable file is moved aside and reported, never deleted.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type * as v from 'valibot'
import { readPlainText } from '../../record/plain-file.ts'
import { parseJson, type Shape } from '../../record/schema.ts'
import { writeWhole } from '../../record/write-whole.ts'

/** The folders of claims and of unsent outcomes, below the record of the node. */
export const CLAIMS = 'claims'
export const OUTBOX = 'outbox'

/** True if the node works on a run, or has an outcome that the database has not accepted. */
export const isOwing = (record: string): boolean =>
  [CLAIMS, OUTBOX].some((name) => {
    const folder = join(record, name)
    return existsSync(folder) && readdirSync(folder).some((file) => file.endsWith('.json'))
  })

export class KeptFiles<S extends v.GenericSchema> {
  readonly #folder: string
  readonly #schema: S

  constructor(folder: string, schema: S) {
    this.#folder = folder
    this.#schema = schema
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  #path(runId: string): string {
    return join(this.#folder, `${runId}.json`)
  }

  put(runId: string, value: Shape<S>): void {
    writeWhole(this.#path(runId), JSON.stringify(value))
  }

  has(runId: string): boolean {
    return readPlainText(this.#path(runId)) !== null
  }

  drop(runId: string): void {
    rmSync(this.#path(runId), { force: true })
  }

  /** O2. */
  all(onBroken: (path: string) => void): readonly Shape<S>[] {
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => {
        const value = this.#read(join(this.#folder, name))
        if (value !== null) return [value]
        const aside = join(this.#folder, `${name}.broken`)
        renameSync(join(this.#folder, name), aside)
        onBroken(aside)
        return []
      })
  }

  #read(path: string): Shape<S> | null {
    try {
      return parseJson(this.#schema, readPlainText(path) ?? '')
    } catch {
      // It cannot be read. The file is moved aside for the user.
      return null
    }
  }
}
