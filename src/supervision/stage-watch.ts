/**
 * Watches a stage until it ends: reads its log, measures its time, and stops it if necessary.
 *
 * W1 A stage that has already ended is not stopped. W2 The first cause to stop counts.
 * W3 An agent that wrote its final message and is known not to exit is done.
 * W4 Reading never delays a limit or a cancel: the causes to stop are checked after each short slice.
 */
import type { StopCause } from '../reasons/ending.ts'
import { readOwnWrites } from '../record/own-writes.ts'
import type { Activity } from '../signals/activity.ts'
import type { SignalReader } from '../signals/reader.ts'
import { Alarm } from './alarm.ts'
import { newestChange } from './changes/changes.ts'
import { crashPoint } from './crash-point.ts'
import { Liveness } from './liveness.ts'
import type { LogTail } from './log-tail.ts'
import { hasTool } from './processes/has-tool.ts'
import { RetryWatch } from './retry-watch.ts'
import type { StageSpec } from './run-spec.ts'
import type { StageProcess } from './stage-process.ts'
import type { Stopwatch } from './stopwatch.ts'
import { wrappersOf } from './stage-wrappers.ts'
import { stopTree } from './stop.ts'
import type { SupervisedRun } from './supervised-run.ts'

/** The progress of a stage that another process started. */
export type Resumed = {
  readonly startedAt: string
  readonly elapsedMs: number
  readonly countedUntil: string
  readonly silentMs: number
  readonly retryingMs: number
  /** Set if the stage was already being stopped. */
  readonly stopping: StopCause | null
}

export type Watched = {
  readonly run: SupervisedRun
  readonly spec: StageSpec
  readonly stage: StageProcess
  readonly reader: SignalReader
  readonly tail: LogTail
  /** Runs since the process was started. */
  readonly stopwatch: Stopwatch
  readonly resumed: Resumed | null
  /** Whether the agent of this name keeps running when it is done. */
  readonly stays: (agent: string) => boolean
  /** Reads the transcript of a silent agent. */
  readonly besides: () => void
}

/** A busy log is read this often. The pause grows while a log is silent: 200 idle agents must cost almost nothing. */
const SHORTEST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1000
const SAVE_EVERY_MS = 10_000
/** How long an agent may clean up after its final message. */
const DONE_AFTER_MS = 10_000
/** How often a silent agent's transcript is read. */
const BESIDES_EVERY_MS = 1000
/** The share of a core. A waiting process uses less. */
const WORKING_SHARE = 0.02

export class StageWatch {
  readonly #watched: Watched
  readonly #alarm = new Alarm()
  readonly #stopwatch: Stopwatch
  readonly #liveness: Liveness
  readonly #retries: RetryWatch
  #doneMs = 0
  #donePulse = -1
  #besidesMs = 0
  #pauseMs = SHORTEST_PAUSE_MS
  /** The time that the last read of the log took. It counts as running time of the stage. */
  #busyMs = 0
  #savedMs: number
  #cpu: { readonly usedMs: number; readonly atMs: number } | null = null

  constructor(watched: Watched) {
    const { spec, resumed } = watched
    this.#watched = watched
    this.#stopwatch = watched.stopwatch
    this.#savedMs = this.#stopwatch.elapsedMs
    const signs = {
      waitsForTool: () => this.#waitsForTool(),
      usesCpu: () => this.#usesCpu(),
      changesFiles: () => this.#changesFiles(),
    }
    this.#liveness = new Liveness(spec.idleMs, signs, resumed?.silentMs)
    this.#retries = new RetryWatch(spec.retryingMs, resumed?.retryingMs)
  }

  get elapsedMs(): number {
    return Math.round(this.#stopwatch.elapsedMs)
  }

  /** Returns why Mayday stopped it, or null if it exited. */
  async untilEnd(): Promise<StopCause | null> {
    const { stage, run, resumed } = this.#watched
    const ring = (): void => this.#alarm.ring()
    stage.onEnd(ring)
    run.watcher.cancel.addEventListener('abort', ring)
    run.watcher.force.addEventListener('abort', ring)
    try {
      for (;;) {
        this.#look()
        if (stage.hasEnded()) {
          // The stage may have ended while the log was read.
          this.#stopwatch.tick(this.#pauseMs + this.#busyMs)
          return resumed?.stopping ?? null
        }
        const cause = resumed?.stopping ?? (await this.#causeToStop())
        if (cause !== null && (await this.#stop(cause))) return cause
        await this.#alarm.sleep(this.#pauseMs)
        crashPoint('stage running')
      }
    } finally {
      run.watcher.cancel.removeEventListener('abort', ring)
      run.watcher.force.removeEventListener('abort', ring)
    }
  }

  /** Reads new output and measures the time. */
  #look(): void {
    const { run, spec, reader, tail } = this.#watched
    const passedMs = this.#stopwatch.tick(this.#pauseMs + this.#busyMs)
    const { bytes, done } = this.#read(tail)
    if (bytes > 0 && !reader.isKnown) this.#liveness.seeText(tail.newest)
    this.#seeBesides(bytes, passedMs)
    const activity = reader.notes.activity()
    this.#liveness.see(activity, passedMs)
    this.#seeRetries(activity, passedMs)
    this.#seeDone(activity, passedMs)
    this.#pauseMs = done
      ? bytes > 0
        ? SHORTEST_PAUSE_MS
        : Math.min(this.#pauseMs * 1.5, LONGEST_PAUSE_MS)
      : 0
    run.keep('sometimes')
    const { elapsedMs } = this
    if (elapsedMs - this.#savedMs >= SAVE_EVERY_MS) {
      this.#savedMs = elapsedMs
      const silentMs = Math.round(this.#liveness.silentMs)
      const { retryingMs } = this.#retries
      const retrying = retryingMs === null ? {} : { retryingMs }
      run.record({
        event: 'stage:ticked',
        stage: spec.stage,
        elapsedMs,
        silentMs,
        ...retrying,
        ...figuresOf(activity),
      })
    }
    run.watcher.show({
      stage: spec.stage,
      elapsedMs,
      silentMs: this.#liveness.silentMs,
      logBytes: tail.offset,
      activity,
    })
  }

  /** Measures CPU time, so that the machine's sleep does not count. */
  #read(tail: LogTail): ReturnType<LogTail['read']> {
    const before = process.cpuUsage()
    const read = tail.read()
    const { user, system } = process.cpuUsage(before)
    this.#busyMs = (user + system) / 1000
    return read
  }

  #seeBesides(bytes: number, passedMs: number): void {
    this.#besidesMs = bytes > 0 ? 0 : this.#besidesMs + passedMs
    if (this.#besidesMs < BESIDES_EVERY_MS) return
    this.#besidesMs = 0
    this.#watched.besides()
  }

  #seeRetries({ retrying }: Activity, passedMs: number): void {
    const found = this.#retries.see(retrying, passedMs)
    if (found === null) return
    const { notice: _, ...told } = found
    const { run, spec } = this.#watched
    run.record({ event: 'agent:retrying', stage: spec.stage, ...told })
  }

  /** W3: any output or activity after the final message restarts the time. */
  #seeDone({ isClosed, pulse }: Activity, passedMs: number): void {
    this.#doneMs = isClosed && pulse === this.#donePulse ? this.#doneMs + passedMs : 0
    this.#donePulse = pulse
  }

  #isDone(): boolean {
    const { reader, stays } = this.#watched
    return this.#doneMs >= DONE_AFTER_MS && reader.agent !== null && stays(reader.agent)
  }

  async #causeToStop(): Promise<StopCause | null> {
    const { run, spec } = this.#watched
    if (run.watcher.cancel.aborted || run.folder.isCancelAsked()) return 'cancel'
    if (this.#isDone()) return 'done'
    if (this.#stopwatch.elapsedMs >= spec.timeoutMs || this.#retries.isTooLong()) return 'timeout'
    const found = await this.#liveness.check()
    if (found === 'stalled') return 'idle'
    if (found !== 'alive') run.record({ event: 'stage:extended', stage: spec.stage, why: found })
    return null
  }

  /** False if there was nothing left to stop: the stage had already exited, and that ending counts. */
  async #stop(by: StopCause): Promise<boolean> {
    const { run, spec, stage, tail } = this.#watched
    if (stage.exit() !== null) return false
    const why = by === 'timeout' && this.#retries.isTooLong() ? ({ why: 'retrying' } as const) : {}
    run.record({ event: 'stage:stopping', stage: spec.stage, by, afterMs: this.elapsedMs, ...why })
    crashPoint('stage stopping')
    const { processes, watcher } = run
    const { runPath: tag, graceMs } = run.spec
    // The log is read while the worker stops, so that it cannot fill the disk unnoticed.
    const reading = setInterval(() => tail.read(), SHORTEST_PAUSE_MS)
    try {
      const { wrapper } = stage
      const { force } = watcher
      await stopTree({ processes, wrapper, earlier: wrappersOf(run), tag, graceMs, force })
    } finally {
      clearInterval(reading)
    }
    while (!stage.hasEnded()) await this.#alarm.sleep(SHORTEST_PAUSE_MS)
    return true
  }

  /** False for an agent that goes in circles: it waits for a tool most of the time too. */
  async #waitsForTool(): Promise<boolean> {
    const { run, stage, reader } = this.#watched
    const { agent, notes } = reader
    if (agent === null || stage.wrapper === null || notes.facts().inLoop) return false
    const { profiles } = await run.knownAgents.load()
    const isHidden = profiles.some(({ name, hidesTools }) => name === agent && hidesTools)
    return isHidden && hasTool(run.processes.tree(stage.wrapper.pid), stage.wrapper.pid)
  }

  /** Whether the stage used CPU since the last call. The first call compares with the start of the stage. */
  #usesCpu(): boolean {
    const { run, stage } = this.#watched
    const pid = stage.wrapper?.pid ?? 0
    const usedMs = run.processes.usage([pid]).get(pid) ?? 0
    const atMs = this.#stopwatch.elapsedMs
    const before = this.#cpu ?? { usedMs: 0, atMs: 0 }
    this.#cpu = { usedMs, atMs }
    return usedMs - before.usedMs >= WORKING_SHARE * (atMs - before.atMs)
  }

  async #changesFiles(): Promise<boolean> {
    const { spec, folder } = this.#watched.run
    const since = Date.now() - this.#liveness.silentMs
    return (await newestChange(spec.cwd, since, () => readOwnWrites(folder.recordFolder))) === true
  }
}

/** A figure is missing if the agent does not report it. */
const figuresOf = ({ turns, costUsd }: Activity): { turns?: number; costUsd?: number } => ({
  ...(turns === null ? {} : { turns }),
  ...(costUsd === null ? {} : { costUsd }),
})
