/**
 * Copies the logs of ended runs to the archive in the background.
 *
 * V1 What is to be copied is on the disk first, and stays there until the archive has answered: a restarted node goes
 * on with it. V2 No run waits for the archive. V3 The same trouble is reported once.
 */
import { join } from 'node:path'
import * as v from 'valibot'
import type { Project } from '../../record/project.ts'
import type { Store } from '../../record/store.ts'
import { Alarm } from '../../supervision/alarm.ts'
import { filesOfRun } from '../../supervision/files-of-run.ts'
import { KeptFiles } from '../node/kept-files.ts'
import { ArchiveError, type Archive } from './archive.ts'

const FOLDER = 'archive-outbox'
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 300_000

const entrySchema = v.object({ runId: v.string() })

type Archiving = {
  readonly archive: Archive
  readonly store: Store
  readonly project: Project
  readonly complain: (words: string) => void
}

export class Archiver implements AsyncDisposable {
  readonly #context: Archiving
  readonly #kept: KeptFiles<typeof entrySchema>
  readonly #alarm = new Alarm()
  readonly #working: Promise<void>
  #isOver = false
  #trouble: string | null = null

  constructor(context: Archiving) {
    this.#context = context
    this.#kept = new KeptFiles(join(context.project.record, FOLDER), entrySchema)
    this.#working = this.#work()
  }

  /** V1. */
  add(runId: string): void {
    this.#kept.put(runId, { runId })
    this.#alarm.ring()
  }

  async #work(): Promise<void> {
    let waitMs = FIRST_WAIT_MS
    while (!this.#isOver) {
      waitMs = (await this.#copyAll()) ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, waitMs * 2)
      if (!this.#isOver) await this.#alarm.sleep(waitMs)
    }
  }

  /** False if something is left. */
  async #copyAll(): Promise<boolean> {
    for (const { runId } of this.#kept.all((path) => this.#tell(`${path} cannot be read`)))
      if (!(await this.#copy(runId))) return false
    return true
  }

  async #copy(runId: string): Promise<boolean> {
    const { archive, store, project } = this.#context
    const run = store.find(runId)
    const folder = run === null ? null : filesOfRun(run, project)
    try {
      if (folder !== null) await archive.put(runId, folder)
      this.#kept.drop(runId)
      this.#trouble = null
      return true
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error
      this.#tell(`${error.message} The logs stay on this node, and Mayday tries again.`)
      return false
    }
  }

  /** V3. */
  #tell(words: string): void {
    if (words !== this.#trouble) this.#context.complain(words)
    this.#trouble = words
  }

  /** Tries the remaining copies once more. What still fails is copied after the next start. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    this.#alarm.ring()
    await this.#working
    await this.#copyAll()
  }
}
