/**
 * The scheduler: one process of a project that starts ready tasks until the queue is empty.
 *
 * - D1 A lease ensures that there is one scheduler. It is taken over only if its owner is gone. A scheduler that loses
 *   it starts nothing more.
 * - D2 Every input of a decision is in the store. A new scheduler continues where the old one stopped.
 * - D3 A task that cannot continue is escalated. The other tasks continue.
 * - D4 The scheduler sleeps until something happens: a run ends, a time is reached, or another process writes. Before
 *   it waits for others, it says what it waits for.
 * - D5 A full disk is not the fault of a task. The scheduler starts nothing more, waits for its live runs, and ends
 *   with that error.
 * - D6 A scheduler that was taken over starts and writes nothing more. Each run stops its agent, then the scheduler
 *   ends with that error.
 * - D7 After a restore of the database, no task starts from its rows before its runs were imported from their folders.
 * - D8 If the folder of the project is gone, the scheduler starts nothing more, waits for its live runs, and ends with
 *   that error. It makes no new record for it.
 */
import { existsSync } from 'node:fs'
import type { Recorded } from '../supervision/run-event.ts'
import type { LiveView } from '../supervision/supervised-run.ts'
import type { TaskStatus } from '../record/task-states.ts'
import { isDiskTrouble } from '../record/disk-error.ts'
import { LiveRunError, ProjectGoneError, TakenOverError } from '../record/store-errors.ts'
import { Alarm } from '../supervision/alarm.ts'
import { claimLease, releaseLease, type Claimed } from '../supervision/lease.ts'
import { startBeating, takeFromSilent } from '../supervision/owners.ts'
import type { ProcessIdentity } from '../supervision/processes/processes.ts'
import { reconcile } from '../supervision/reconcile.ts'
import { admitDeferred } from './admit.ts'
import { completeAllPhases } from './complete-phases.ts'
import { countQueue, leftIn } from './count-queue.ts'
import { giveUp } from './give-up.ts'
import { pickReady } from './pick-ready.ts'
import { recover, settleQueue } from './recover.ts'
import { Refusals } from './refusals.ts'
import { WaitReporter } from './report-waits.ts'
import { runTask } from './run-task.ts'
import type { SchedulerContext, SchedulerEnd, SchedulerOptions } from './scheduler-context.ts'
import { SCHEDULER_LEASE } from './scheduler-lease.ts'
import { isCompared } from './import-lost-runs.ts'
import { keepTask, TaskBusyError } from './task-lease.ts'

/** How often to check whether another process has written. */
const POLL_MS = 50
/** How often to check runs of other processes, cards and locks. */
const LOOK_EVERY_MS = 2000
/** How often to report the counts of the queue. */
const COUNT_EVERY_MS = 30_000

/** Works until the queue is empty. Returns the other process if that one holds the lease. */
export async function runScheduler(
  context: SchedulerContext,
  options: SchedulerOptions,
): Promise<SchedulerEnd | { readonly heldBy: ProcessIdentity | null }> {
  using _ = startBeating(context)
  takeFromSilent(context)
  const claimed = claimLease(SCHEDULER_LEASE, context)
  if (claimed.kind === 'held') return { heldBy: claimed.by }
  try {
    return await new Scheduler(context, options).run()
  } finally {
    releaseLease(SCHEDULER_LEASE, context)
  }
}

/** D5, D6, D8: no task is started any more, and the live runs end first. */
const endsAll = (error: unknown): error is Error =>
  isDiskTrouble(error) || error instanceof TakenOverError || error instanceof ProjectGoneError

class Scheduler {
  readonly #context: SchedulerContext
  readonly #options: SchedulerOptions
  readonly #alarm = new Alarm()
  /** The flow of each task that this scheduler works on. */
  readonly #active = new Map<number, string>()
  readonly #ended: Partial<Record<TaskStatus, number>> = {}
  readonly #refusals = new Refusals(() => this.#now(), LOOK_EVERY_MS)
  #wakeAtMs = 0
  /** Something has changed since the last full look, so another task may be ready. */
  #isChanged = true
  #lookedAtMs = 0
  #countedAtMs = 0
  readonly #waits: WaitReporter
  /** The owner of the lease, if another process has taken it. */
  #takenBy: Extract<Claimed, { kind: 'held' }> | null = null
  /** D5. */
  #trouble: Error | null = null

  constructor(context: SchedulerContext, options: SchedulerOptions) {
    this.#context = context
    this.#options = options
    this.#waits = new WaitReporter(context, options.mode)
  }

  async run(): Promise<SchedulerEnd | { readonly heldBy: ProcessIdentity | null }> {
    const { drain } = this.#context
    const ring = (): void => this.#alarm.ring()
    drain.addEventListener('abort', ring)
    try {
      await recover(this.#context)
      for (;;) {
        const started = await this.#step()
        if (this.#trouble !== null && this.#active.size === 0) throw this.#trouble
        if (started === 0 && this.#isOver())
          return this.#takenBy === null ? this.#end() : { heldBy: this.#takenBy.by }
        if (this.#active.size === 0) this.#waits.idle()
        await this.#sleep()
      }
    } finally {
      drain.removeEventListener('abort', ring)
    }
  }

  #end(): SchedulerEnd {
    const counts = countQueue(this.#context.store)
    if (leftIn(counts) === 0) completeAllPhases(this.#context)
    return { ...counts, ended: this.#ended }
  }

  /** Returns how many tasks were started. */
  async #step(): Promise<number> {
    const { drain } = this.#context
    try {
      await this.#lookAround()
      const isClosed = drain.aborted || this.#takenBy !== null || this.#trouble !== null
      return isClosed ? 0 : this.#startReady()
    } catch (error) {
      this.#stopFor(error)
      return 0
    }
  }

  /** D5, D6, D8. */
  #stopFor(error: unknown): void {
    if (!endsAll(error)) throw error
    this.#trouble ??= error
  }

  /** Handles ended runs of other processes, cards that could not be written, and stale locks. */
  async #lookAround(): Promise<void> {
    const now = this.#now()
    const isRecent = now - this.#lookedAtMs < LOOK_EVERY_MS && now >= this.#lookedAtMs
    if (isRecent && isCompared(this.#context)) return
    this.#lookedAtMs = now
    const { root } = this.#context.project
    if (!existsSync(root)) throw new ProjectGoneError(root)
    await this.#keepLease()
    const { waiting } = await reconcile(this.#context)
    if (waiting > 0) this.#context.startAdopter()
    settleQueue(this.#context)
    if (now - this.#countedAtMs < COUNT_EVERY_MS && now >= this.#countedAtMs) return
    this.#countedAtMs = now
    this.#context.tell({ event: 'queue:counted', ...countQueue(this.#context.store) })
  }

  /** D1, D7. A restore of an older database also removes the lease and newer rows. */
  async #keepLease(): Promise<void> {
    const { store, processes } = this.#context
    if (store.isGone()) store.reopen()
    store.requireOwn()
    if (this.#takenBy !== null) return
    if (store.lease(SCHEDULER_LEASE) !== JSON.stringify(processes.self())) {
      const claimed = claimLease(SCHEDULER_LEASE, this.#context)
      if (claimed.kind === 'held') this.#takenBy = claimed
    }
    if (this.#takenBy !== null || isCompared(this.#context)) return
    for (const task of this.#active.keys()) keepTask(task, this.#context)
    await recover(this.#context)
  }

  #startReady(): number {
    const context = this.#context
    for (const task of admitDeferred(context)) context.tell({ event: 'card:admitted', task })
    const { picked, nextAtMs } = pickReady(context, this.#options, {
      active: this.#active,
      isRefused: (task) => this.#refusals.has(task),
      isChanged: this.#isChanged,
    })
    this.#wakeAtMs = nextAtMs
    for (const { task, flow } of picked) this.#start(task, flow)
    return picked.length
  }

  #start(task: number, flow: string): void {
    this.#active.set(task, flow)
    this.#waits.started(task)
    void this.#see(task)
  }

  async #see(task: number): Promise<void> {
    try {
      const status = await this.#work(task)
      this.#ended[status] = (this.#ended[status] ?? 0) + 1
    } catch (error) {
      this.#stopFor(error)
    } finally {
      this.#active.delete(task)
      this.#alarm.ring()
    }
  }

  async #work(task: number): Promise<TaskStatus> {
    const { tell, show, stop, force, ...rest } = this.#context
    const watcher = {
      cancel: stop,
      force,
      report: (recorded: Recorded) => tell({ event: 'run:event', task, recorded }),
      show: (view: LiveView) => show(task, view),
    }
    try {
      const { status, result } = await runTask(
        task,
        { ...rest, isPaced: true, tell: (event) => this.#waits.tell(event), watcher },
        { waits: false },
      )
      if (result === null && (status === 'queued' || status === 'running')) this.#refusals.add(task)
      return status
    } catch (error) {
      if (endsAll(error)) throw error
      if (!(error instanceof TaskBusyError || error instanceof LiveRunError))
        return giveUp(task, error, this.#context, { seen: 'running' })
      // D3. Another process was faster and works on this task.
      this.#refusals.add(task)
      return 'running'
    }
  }

  #isOver(): boolean {
    if (this.#active.size > 0) return false
    if (this.#context.drain.aborted || this.#takenBy !== null) return true
    switch (this.#options.mode) {
      case 'watch':
        return false
      case 'once':
        return true
      case 'until-empty': {
        const { running, queued, waiting } = countQueue(this.#context.store)
        return running + queued === 0 && (waiting === 0 || !Number.isFinite(this.#wakeAtMs))
      }
    }
  }

  /** D4. */
  async #sleep(): Promise<void> {
    const { store } = this.#context
    const version = store.version()
    const active = this.#active.size
    do {
      await this.#alarm.sleep(POLL_MS)
      this.#isChanged = this.#active.size !== active || store.version() !== version
    } while (!this.#isChanged && !this.#isDue())
  }

  #isDue(): boolean {
    const now = this.#now()
    const sinceLook = now - this.#lookedAtMs
    return this.#context.drain.aborted || now >= this.#wakeAtMs || sinceLook >= LOOK_EVERY_MS || sinceLook < 0
  }

  #now(): number {
    return this.#context.clock.now().getTime()
  }
}
