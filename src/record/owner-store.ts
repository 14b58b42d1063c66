/** The part of the store about processes: leases, heartbeats, and who took over from whom. */
import type { Connection } from './sqlite/connection.ts'
import {
  beat,
  heartbeatOf,
  noteSeen,
  ownersOf,
  runsHeldBy,
  takeOver,
  type Heartbeat,
} from './sqlite/heartbeats.ts'
import { claimLease, leaseOwner, releaseLease } from './sqlite/leases.ts'
import { StoryStore } from './story-store.ts'
import { DAY_MS } from './duration.ts'

/** A process that was silent for this long and owns nothing is forgotten. */
const FORGET_SILENT_MS = 7 * DAY_MS

export abstract class OwnerStore extends StoryStore {
  readonly #connection: Connection

  protected constructor(connection: Connection) {
    super(connection)
    this.#connection = connection
  }

  lease(name: string): string | null {
    return this.#connection.read((db) => leaseOwner(db, name))
  }

  /** Compare and set on the owner. */
  claimLease(name: string, from: string | null, to: string): boolean {
    return this.#connection.write((db) => claimLease(db, name, from, to))
  }

  releaseLease(name: string, owner: string): boolean {
    return this.#connection.write((db) => releaseLease(db, name, owner))
  }

  /** This process lives and holds something. From now on its writes are refused if another process took over. */
  beat(owner: string, at: Date): void {
    this.#connection.writeAs(owner)
    const forgetBefore = new Date(at.getTime() - FORGET_SILENT_MS).toISOString()
    this.#connection.write((db) => beat(db, owner, at.toISOString(), forgetBefore))
  }

  /** Throws if another process took over from this one. */
  requireOwn(): void {
    this.#connection.requireOwn()
  }

  heartbeat(owner: string): Heartbeat | null {
    return this.#connection.read((db) => heartbeatOf(db, owner))
  }

  noteSeen(owner: string, at: string): void {
    this.#connection.write((db) => noteSeen(db, owner, at))
  }

  /** False if there was a heartbeat of the owner since, or another process took over. */
  takeOver(owner: string, taking: Parameters<typeof takeOver>[2]): boolean {
    return this.#connection.write((db) => takeOver(db, owner, taking))
  }

  /** The owners of leases, locks and live runs, as they were written. */
  owners(): string[] {
    return this.#connection.read(ownersOf)
  }

  /** Ids of the runs that an owner works on. */
  runsHeldBy(owner: string): string[] {
    return this.#connection.read((db) => runsHeldBy(db, owner))
  }
}
