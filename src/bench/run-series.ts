/**
 * Runs a series from its first attempt to its last. The process holds the lease of the series.
 *
 * - N1 Only one process runs a series at a time.
 * - N2 An attempt with a record is done, unless it was canceled.
 * - N3 If an attempt was running when an earlier process was killed, Mayday waits for it and records it. If it ended
 *   together with that process, it is repeated.
 * - N4 Ctrl+C ends the running attempts, with a record, and starts no others.
 */
import { MaydayError } from '../errors.ts'
import type { RunResult } from '../record/run-result.ts'
import { uuidv7 } from '../record/uuid.ts'
import { claimLease, holderOf, releaseLease } from '../supervision/lease.ts'
import { ownerWords, startBeating, takeFromSilent } from '../supervision/owners.ts'
import { isDone, type AttemptRecord } from './attempt-record.ts'
import { isStillOurs, newFolder, placeIn, removePlace } from './attempt-place.ts'
import type { BenchContext } from './bench-context.ts'
import { awaitLeftover } from './leftover.ts'
import { recordOf } from './record-of.ts'
import { runAttempt } from './run-attempt.ts'
import { endContainers } from './sandbox/container.ts'
import type { LiveAttempt, Series, SeriesSpec } from './series.ts'
import type { BenchTask } from './suite/task.ts'

export type SeriesOptions = {
  /** The number of attempts that run at the same time. */
  readonly jobs: number
  /** True: the work trees of failed attempts are kept. */
  readonly keepsTrees: boolean
}

/** Another process runs the series. */
class SeriesBusyError extends MaydayError {
  constructor(series: string, who: string) {
    super(
      'SERIES_BUSY',
      `The series ${series} is being run by ${who}. Wait for it, or choose another --series.`,
    )
  }
}

/** Runs the remaining attempts of a series. Returns all its records. */
export async function runSeries(
  series: Series,
  context: BenchContext,
  options: SeriesOptions,
): Promise<readonly AttemptRecord[]> {
  const lease = `bench:${series.spec.series}`
  using _ = startBeating(context)
  claimSeries(series, lease, context)
  try {
    await new SeriesRun(series, context, options).run()
  } finally {
    releaseLease(lease, context)
  }
  return series.records()
}

/** N1. */
function claimSeries({ spec }: Series, lease: string, context: BenchContext): void {
  takeFromSilent(context)
  const claimed = claimLease(lease, context)
  if (claimed.kind === 'mine') return
  const who = claimed.by === null ? 'another process' : ownerWords(claimed.by, context)
  throw new SeriesBusyError(spec.series, who)
}

export const isSeriesBusy = ({ spec }: Series, context: BenchContext): boolean =>
  holderOf(`bench:${spec.series}`, context) !== null

/** The number of attempts that the series was created for. */
export const attemptsAsked = ({ tasks, attempts }: Pick<SeriesSpec, 'tasks' | 'attempts'>): number =>
  tasks.length * attempts

type Job = { readonly task: BenchTask; readonly attempt: number; readonly leftover: LiveAttempt | null }

class SeriesRun {
  readonly #series: Series
  readonly #context: BenchContext
  readonly #options: SeriesOptions

  constructor(series: Series, context: BenchContext, options: SeriesOptions) {
    this.#series = series
    this.#context = context
    this.#options = options
  }

  async run(): Promise<void> {
    const { spec } = this.#series
    const jobs = this.#jobs()
    const total = attemptsAsked(spec)
    const { series, suite, agent } = spec
    const done = total - jobs.length
    const passed = this.#series.records().filter((one) => one.passed).length
    this.#context.tell({ event: 'series:started', series, suite, agent: agent.name, total, done, passed })
    let failed = false
    const work = async (): Promise<void> => {
      for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
        // N4.
        if (failed || (this.#context.cancel.aborted && job.leftover === null)) continue
        await this.#attempt(job).catch((error: unknown) => {
          failed = true
          throw error
        })
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: this.#options.jobs }, work))
    const broken = ended.find((one) => one.status === 'rejected')
    if (broken !== undefined) throw broken.reason
  }

  /** The remaining attempts: first those that are running, then every task once before any task is repeated. */
  #jobs(): Job[] {
    const { spec } = this.#series
    const records = this.#series.records()
    const nameOf = (task: string, attempt: number): string => `${attempt} ${task}`
    // N2.
    const done = new Set(records.filter(isDone).map((one) => nameOf(one.task_id, one.attempt)))
    const known = new Set(records.map(({ attempt_id }) => attempt_id))
    const live = new Map<string, LiveAttempt>()
    for (const one of this.#series.live())
      if (known.has(one.runId)) this.#clear(one, null)
      else live.set(nameOf(one.task, one.attempt), one)
    const jobs: Job[] = []
    for (let attempt = 1; attempt <= spec.attempts; attempt += 1)
      for (const task of spec.tasks) {
        const name = nameOf(task.id, attempt)
        if (!done.has(name)) jobs.push({ task, attempt, leftover: live.get(name) ?? null })
      }
    return jobs.toSorted((a, b) => Number(b.leftover !== null) - Number(a.leftover !== null))
  }

  async #attempt({ task, attempt, leftover }: Job): Promise<void> {
    const { tell, cancel } = this.#context
    if (leftover !== null) {
      const { runId } = leftover
      isStillOurs(leftover.folder)
      tell({ event: 'attempt:adopted', task: task.id, attempt, runId })
      const result = await awaitLeftover(leftover, this.#context)
      if (result !== null) return this.#record(task, leftover, result)
      tell({ event: 'attempt:lost', task: task.id, attempt, runId })
      this.#clear(leftover, null)
      // N4.
      if (cancel.aborted) return
    }
    const runId = uuidv7(Date.now())
    const live: LiveAttempt = { runId, task: task.id, attempt, folder: newFolder(runId) }
    this.#series.announce(live)
    tell({ event: 'attempt:started', task: task.id, attempt, runId })
    const { series, agent } = this.#series.spec
    const place = placeIn(live.folder, runId)
    const title = `${series}: ${task.id}, attempt ${attempt}`
    await this.#record(task, live, await runAttempt({ task, attempt, place, agent, title }, this.#context))
  }

  async #record(task: BenchTask, live: LiveAttempt, result: RunResult): Promise<void> {
    const { series, agent } = this.#series.spec
    const { env, project, tell } = this.#context
    if (task.sandbox !== null) await endContainers(task.sandbox, live.runId, env)
    const record = await recordOf({
      series,
      task,
      attempt: live.attempt,
      agent: agent.name,
      result,
      recordFolder: project.record,
    })
    this.#series.append(record)
    this.#clear(live, record)
    tell({ event: 'attempt:ended', record })
  }

  #clear(live: LiveAttempt, record: AttemptRecord | null): void {
    const isKept = this.#options.keepsTrees && record?.passed === false
    if (!isKept) removePlace(placeIn(live.folder, live.runId))
    this.#series.settle(live)
  }
}
