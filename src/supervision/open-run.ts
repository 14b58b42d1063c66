/**
 * The objects that a supervised run needs, and the code that keeps its files complete.
 *
 * K1 The log stays open, so that its content is not lost if the file is deleted. K2 A process may delete files of a
 * live run: the log, the folder, the whole record. Mayday restores them from open files and memory, and reports it. K3
 * A full disk ends no supervision. Events that cannot be written are kept and written with the next one. Only new
 * processes are not started. K4 Nothing is written for a run that another supervisor took over.
 */
import { closeSync, existsSync, fstatSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { RunIntent } from '../record/run.ts'
import { DiskError } from '../record/disk-error.ts'
import { openPlain } from '../record/plain-file.ts'
import { LiveRunError, StoreError } from '../record/store-errors.ts'
import type { Store } from '../record/store.ts'
import type { SecretSpans } from '../secrets/secret-spans.ts'
import { secretsFromEnv } from '../secrets/secrets.ts'
import { copyLog } from './copy-log.ts'
import { findGoodStages } from './good-stage.ts'
import type { KnownAgents } from './known-agents.ts'
import type { Processes } from './processes/processes.ts'
import type { Recorded, RunEvent } from './run-event.ts'
import type { Environment, RunFolder } from './run-folder.ts'
import type { RunSpec } from './run-spec.ts'
import type { SupervisedRun, Watcher } from './supervised-run.ts'
import { TreeWatch } from './tree-watch.ts'

export type OpenOptions = {
  readonly folder: RunFolder
  readonly spec: RunSpec
  readonly env: Environment
  readonly prompt: string | null
  readonly store: Store
  readonly processes: Processes
  readonly watcher: Watcher
  readonly knownAgents: KnownAgents
}

/** How often the files are checked. */
const LOOK_EVERY_MS = 1000

export function openRun(options: OpenOptions): SupervisedRun & Disposable {
  const { folder, spec, env, store, processes, watcher, knownAgents } = options
  const story: Recorded[] = [...folder.events()]
  const secrets = secretsFromEnv(env)
  let spans: Promise<SecretSpans> | null = null
  // A worker without a supervisor would have no limits. So a damaged database must not end this supervisor.
  store.continueAfterDamage()
  const logFile = openPlain(folder.log)
  const teller = new Teller(folder, story)
  const tell = (event: RunEvent): void => watcher.report(teller.tell(event))
  const changes = new TreeWatch(folder.tree() ?? spec.baseline, folder.recordFolder, {
    ignore: ownFiles(spec),
    secrets,
  })
  changes.recall(story)
  const keeper = new Keeper({ ...options, logFile, story, tell })
  return {
    folder,
    spec,
    env,
    processes,
    watcher,
    knownAgents,
    secrets,
    spans: () => (spans ??= openSpans(secrets)),
    logFile,
    changes,
    goodStages: (stage) => findGoodStages(store, stage),
    record: (event) => {
      keeper.keep('now')
      tell(event)
      if (event.event === 'stage:started') callRunning(spec, store)
    },
    keep: (when) => keeper.keep(when),
    [Symbol.dispose]: () => closeSync(logFile),
  }
}

/** The database may be updated later. The files decide how the run ends. */
function callRunning({ runId }: RunSpec, store: Store): void {
  try {
    store.running(runId)
  } catch (error) {
    if (!(error instanceof StoreError) || error.code === 'STORE_BUSY') throw error
  }
}

/** Writes events. K3. */
class Teller {
  readonly #folder: RunFolder
  readonly #story: Recorded[]
  #isBehind = false

  constructor(folder: RunFolder, story: Recorded[]) {
    this.#folder = folder
    this.#story = story
  }

  tell(event: RunEvent): Recorded {
    const recorded = { at: new Date().toISOString(), ...event }
    this.#story.push(recorded)
    try {
      if (this.#isBehind) this.#folder.rewriteEvents(this.#story)
      else this.#folder.record(recorded)
      this.#isBehind = false
    } catch (error) {
      if (!(error instanceof DiskError) || event.event === 'stage:starting') throw error
      this.#isBehind = true
    }
    return recorded
  }
}

/** Imported after the worker was started, so that the start is not delayed. */
async function openSpans(secrets: readonly string[]): Promise<SecretSpans> {
  const { SecretSpans } = await import('../secrets/secret-spans.ts')
  return new SecretSpans(secrets)
}

/** Mayday writes into the card of a run while the run is live. */
const ownFiles = ({ root, card }: RunSpec): readonly string[] =>
  card === undefined || card === null ? [] : [join(root, card)]

/** The fields that a new database needs to record the run again. */
export const intentOf = (spec: RunSpec, supervisor: string): RunIntent => ({
  runId: spec.runId,
  title: spec.title,
  prompt: null,
  flow: spec.flow,
  phase: spec.phase,
  card: spec.card ?? null,
  agent: spec.agent,
  command: spec.stages.find(({ stage }) => stage === 'agent_run')?.command ?? '',
  cwd: spec.cwd,
  branch: spec.branch,
  baseCommit: spec.baseCommit,
  logPath: spec.logPath,
  startedAt: spec.createdAt,
  supervisor,
})

const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true

type Kept = OpenOptions & {
  readonly logFile: number
  readonly story: readonly Recorded[]
  readonly tell: (event: RunEvent) => void
}

class Keeper {
  readonly #run: Kept
  #lookedAt = 0
  /** The generation of the store that contains this run's row. */
  #generation: number
  /** True after the log was copied: the worker keeps writing into the deleted file. */
  #isCopied = false

  constructor(run: Kept) {
    this.#run = run
    this.#generation = run.store.generation
  }

  /** K2. At the end the copy of the log is completed. */
  keep(when: 'now' | 'sometimes' | 'last'): void {
    const now = performance.now()
    if (when === 'sometimes' && now - this.#lookedAt < LOOK_EVERY_MS) return
    this.#lookedAt = now
    const { folder, store } = this.#run
    store.requireOwn()
    const lost = this.#putBack()
    if (store.isGone()) store.reopen()
    // Other code in this process may have opened the new file first.
    if (store.generation !== this.#generation) {
      this.#generation = store.generation
      this.#putBackRow()
      lost.push('the database')
    }
    if (lost.length > 0)
      this.#run.tell({ event: 'state:rebuilt', why: `${lost.join(' and ')} had been deleted` })
    if (when === 'last' && this.#isCopied) copyLog(this.#run.logFile, folder.log)
  }

  /** A restored backup may say that another run of the task is alive. Then this run is recorded when it ends. */
  #putBackRow(): void {
    const { store, spec, processes } = this.#run
    try {
      store.restore(intentOf(spec, JSON.stringify(processes.self())), spec, spec.kept)
      store.running(spec.runId)
    } catch (error) {
      if (!(error instanceof LiveRunError)) throw error
    }
  }

  #putBack(): string[] {
    const { folder, spec, env, prompt, story, logFile } = this.#run
    if (this.#isLogThere()) return this.#putBackStory()
    const wholeFolder = !existsSync(folder.file('run.json'))
    if (wholeFolder) {
      folder.create()
      folder.write(spec, env, prompt)
      folder.rewriteEvents(story)
    }
    copyLog(logFile, folder.log)
    this.#isCopied = true
    return [wholeFolder ? `the folder ${spec.logPath}` : 'the log']
  }

  #putBackStory(): string[] {
    const { folder, story } = this.#run
    if (story.length === 0 || isFile(folder.file('events.jsonl'))) return []
    try {
      folder.rewriteEvents(story)
      return ['the story of the run']
    } catch (error) {
      // K3: it is written when there is space.
      if (!(error instanceof DiskError)) throw error
      return []
    }
  }

  #isLogThere(): boolean {
    const found = lstatSync(this.#run.folder.log, { throwIfNoEntry: false })
    if (found === undefined) return false
    return this.#isCopied || found.ino === fstatSync(this.#run.logFile).ino
  }
}
