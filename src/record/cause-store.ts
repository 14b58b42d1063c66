/** The part of the store about causes of failures: their sums, and which of them a person has acknowledged. */
import * as v from 'valibot'
import { OwnerStore } from './owner-store.ts'
import { moment, parseJson, type Shape } from './schema.ts'
import {
  countCauses,
  lacksCauses,
  settleCauses,
  sumCauses,
  sumLosses,
  tasksOfCauses,
  type CauseCount,
  type CauseQuery,
  type CauseSum,
  type CauseTask,
  type LossSum,
} from './sqlite/causes.ts'
import type { Connection } from './sqlite/connection.ts'
import { settingsUnder } from './sqlite/settings.ts'

const acknowledgementSchema = v.object({ at: moment, note: v.nullable(v.string()) })

/** A person has seen the cause. */
export type Acknowledgement = Shape<typeof acknowledgementSchema>

const PREFIX = 'acknowledged:'

/** The lock is released between two parts. */
const PART = 1000

export abstract class CauseStore extends OwnerStore {
  readonly #connection: Connection

  protected constructor(connection: Connection) {
    super(connection)
    this.#connection = connection
  }

  /** Computes the causes of runs that an older version recorded. A store that cannot be written stays as it is. */
  settleCauses(): void {
    if (this.#connection.isReadOnly) return
    while (
      this.#connection.read(lacksCauses) &&
      this.#connection.write((db) => settleCauses(db, PART)) === PART
    );
  }

  /** The cause that was seen last comes first. */
  causes(query: CauseQuery = {}): CauseSum[] {
    return this.#connection.read((db) => sumCauses(db, query))
  }

  /** By day or hour (UTC). */
  causeCounts(sinceAt: string, bucket: 'day' | 'hour'): CauseCount[] {
    const length = bucket === 'day' ? 10 : 13
    return this.#connection.read((db) => countCauses(db, { sinceAt, length }))
  }

  /** Those with the most failures first. */
  tasksOfCauses(causes: readonly string[]): CauseTask[] {
    return this.#connection.read((db) => tasksOfCauses(db, causes))
  }

  /** By week, agent and model. */
  losses(sinceAt: string): LossSum[] {
    return this.#connection.read((db) => sumLosses(db, sinceAt))
  }

  /** Null takes it back. */
  acknowledgeCause(cause: string, said: Acknowledgement | null): void {
    this.setSetting(`${PREFIX}${cause}`, said === null ? null : JSON.stringify(said))
  }

  acknowledgedCauses(): ReadonlyMap<string, Acknowledgement> {
    const kept = this.#connection.read((db) => settingsUnder(db, PREFIX))
    return new Map(
      kept.flatMap(([name, value]) => {
        const said = parseJson(acknowledgementSchema, value)
        return said === null ? [] : [[name.slice(PREFIX.length), said]]
      }),
    )
  }
}
