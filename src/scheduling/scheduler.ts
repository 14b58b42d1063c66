/**
 * The scheduler: one process of a project that starts what can start, until nothing is left.
 *
 * D1 One at a time, by a lease whose owner is gone before it is taken over; who finds it taken starts nothing
 * more. D2 Everything that decides is in the store: whoever takes over goes on where the other one was. D3 A task that
 * cannot go on is told to a person; the others go on. D4 It sleeps until something happens: a run ends, an instant
 * comes, another process writes; before it waits for others, it says for what. D5 A disk that takes nothing more is no task's fault: nothing more is started, what
 * runs is seen to its end, then the scheduler ends with that error. D6 A scheduler that was taken over starts and writes
 * nothing more: each run stops its own agent, then the scheduler ends with that error. D7 Nothing is started on the rows
 * of a database that was put back before its runs were taken in from their folders.
 */
import type { Recorded } from '../supervision/run-event.ts'
import type { LiveView } from '../supervision/supervised-run.ts'
import type { TaskRecord } from '../record/task.ts'
import type { TaskStatus } from '../record/task-states.ts'
import { isLive } from '../record/run.ts'
import { isDiskTrouble } from '../record/disk-error.ts'
import { LiveRunError, TakenOverError } from '../record/store-errors.ts'
import { Alarm } from '../supervision/alarm.ts'
import { claimLease, holderOf, releaseLease, type Claimed } from '../supervision/lease.ts'
import { startBeating, takeFromSilent } from '../supervision/owners.ts'
import type { ProcessIdentity } from '../supervision/processes/processes.ts'
import { reconcile } from '../supervision/reconcile.ts'
import { admitDeferred } from './admit.ts'
import { completeAllPhases } from './complete-phases.ts'
import { giveUp } from './give-up.ts'
import { END_WAIT, idleWait, type WaitEvent } from './idle-wait.ts'
import { limitsNow, type Limits } from './limits.ts'
import { lockName, needsOf } from './locks.ts'
import { pick, type Busy, type Candidate } from './pick.ts'
import { readyTasks } from './ready.ts'
import { recover, settleQueue } from './recover.ts'
import { Refusals } from './refusals.ts'
import { runTask } from './run-task.ts'
import { SCHEDULER_LEASE } from './scheduler-lease.ts'
import { isCompared } from './take-in.ts'
import { keepTask, leaseOf, TaskBusyError } from './task-lease.ts'
import type { TaskEvent, TaskContext } from './task-context.ts'

/** How often it looks whether another process has written. */
const POLL_MS = 50
/** How often it looks after runs that are not its own, and forgets nothing by accident. */
const LOOK_EVERY_MS = 2000
/** Most of the time the next one to start is among the first. */
const FIRST_LOOK = 100
/** How often it says how the queue stands. */
const COUNT_EVERY_MS = 30_000

export type SchedulerEvent =
  | TaskEvent
  | { readonly event: 'run:event'; readonly task: number; readonly recorded: Recorded }
  | { readonly event: 'card:admitted'; readonly task: number }
  | ({ readonly event: 'queue:counted' } & QueueCounts)
  /** Nothing is left to do; it stays for what is added. */
  | { readonly event: 'queue:idle' }

export type QueueCounts = {
  readonly running: number
  readonly queued: number
  readonly waiting: number
  readonly deferred: number
}

export type SchedulerContext = Omit<TaskContext, 'watcher' | 'tell' | 'isPaced'> & {
  /** Start nothing more. */
  readonly drain: AbortSignal
  /** Stop what runs politely; `force` at once. */
  readonly stop: AbortSignal
  readonly force: AbortSignal
  readonly tell: (event: SchedulerEvent) => void
  readonly show: (task: number, view: LiveView) => void
  /** Sees to runs whose supervisor is gone. */
  readonly startAdopter: () => void
}

export type SchedulerOptions = {
  /** `once` waits for nothing, `watch` stays. */
  readonly mode: 'until-empty' | 'once' | 'watch'
  /** Does every task that has not begun get a work tree of its own? */
  readonly worktrees: boolean
}

/** How many tasks ended so while it was at work. */
export type SchedulerEnd = QueueCounts & { readonly ended: Readonly<Partial<Record<TaskStatus, number>>> }

/** Works until there is nothing left to do. Who holds the project, where that is somebody else. */
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

/** D5, D6: nothing more is started, and what runs is seen to its end. */
const endsAll = (error: unknown): error is Error => isDiskTrouble(error) || error instanceof TakenOverError

class Scheduler {
  readonly #context: SchedulerContext
  readonly #options: SchedulerOptions
  readonly #alarm = new Alarm()
  /** The flows of the tasks that it is at work on. */
  readonly #active = new Map<number, string>()
  readonly #ended: Partial<Record<TaskStatus, number>> = {}
  readonly #refusals = new Refusals(() => this.#now(), LOOK_EVERY_MS)
  #wakeAtMs = 0
  /** Since it looked at everything, something has happened that may let somebody else go. */
  #isChanged = true
  #lookedAtMs = 0
  #countedAtMs = 0
  /** What each task waits for, as it was told last. */
  readonly #told = new Map<number, string>()
  #isIdle = false
  /** Who has the lease, where that is somebody else by now. */
  #takenBy: Extract<Claimed, { kind: 'held' }> | null = null
  /** D5. */
  #trouble: Error | null = null

  constructor(context: SchedulerContext, options: SchedulerOptions) {
    this.#context = context
    this.#options = options
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
        if (this.#active.size === 0) this.#tellWait()
        await this.#sleep()
      }
    } finally {
      drain.removeEventListener('abort', ring)
    }
  }

  /** D4. */
  #tellWait(): void {
    const wait = idleWait(this.#context)
    if (wait !== null) return this.#tellOnce(wait)
    if (this.#options.mode !== 'watch' || this.#isIdle) return
    this.#isIdle = true
    this.#context.tell({ event: 'queue:idle' })
  }

  /** A pause is known by its instant, whoever tells it. */
  #tellOnce(wait: WaitEvent): void {
    const told = wait.until ?? wait.why
    if (told === this.#told.get(wait.task)) return
    this.#told.set(wait.task, told)
    this.#context.tell(wait)
  }

  /** The run itself does not wait; this scheduler does, unless it ends first. */
  #tellOf(event: TaskEvent): void {
    if (event.event !== 'wait:started') return this.#context.tell(event)
    this.#tellOnce(this.#options.mode === 'once' ? event : { ...event, next: `${event.next}    ${END_WAIT}` })
  }

  #end(): SchedulerEnd {
    const counts = this.#counts()
    if (Object.values(counts).every((count) => count === 0)) completeAllPhases(this.#context)
    return { ...counts, ended: this.#ended }
  }

  /** How many tasks were started. */
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

  /** D5, D6. */
  #stopFor(error: unknown): void {
    if (!endsAll(error)) throw error
    this.#trouble ??= error
  }

  /** Runs of others that have ended, cards that could not be written, locks that nobody holds any more. */
  async #lookAround(): Promise<void> {
    const now = this.#now()
    const isRecent = now - this.#lookedAtMs < LOOK_EVERY_MS && now >= this.#lookedAtMs
    if (isRecent && isCompared(this.#context)) return
    this.#lookedAtMs = now
    await this.#keepLease()
    const { waiting } = await reconcile(this.#context)
    if (waiting > 0) this.#context.startAdopter()
    settleQueue(this.#context)
    if (now - this.#countedAtMs < COUNT_EVERY_MS && now >= this.#countedAtMs) return
    this.#countedAtMs = now
    this.#context.tell({ event: 'queue:counted', ...this.#counts() })
  }

  /** D1, D7. Whoever puts an older database back takes the lease away with it, and much of what was known. */
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
    const limits = limitsNow(context)
    const busy = this.#busy()
    this.#wakeAtMs = Number.POSITIVE_INFINITY
    if (busy.flows.length >= limits.concurrency) return 0
    const first = this.#pick(busy, limits, FIRST_LOOK)
    const picked = first.length > 0 || !this.#isChanged ? first : this.#pick(busy, limits, -1)
    for (const { task, flow } of picked) this.#start(task, flow)
    return picked.length
  }

  #pick(busy: Busy, limits: Limits, most: number): readonly Candidate[] {
    const context = this.#context
    const isActive = (task: number): boolean =>
      this.#active.has(task) || this.#refusals.has(task) || holderOf(leaseOf(task), context) !== null
    const { ready, nextAtMs } = readyTasks(context, { most, isActive })
    this.#wakeAtMs = nextAtMs
    const candidates = ready
      .map((one) => this.#placed(one))
      .map((task) => ({
        task: task.task,
        flow: task.flow,
        needs: needsOf(task, context).map(lockName),
      }))
    return pick(candidates, busy, limits)
  }

  /** One that has begun stays where its work is. */
  #placed(task: TaskRecord): TaskRecord {
    const { store } = this.#context
    const isNew = task.startCommit === null && store.runsOf(task.task).length === 0
    if (!this.#options.worktrees || task.hasOwnTree || !isNew) return task
    store.updateTask(task.task, { hasOwnTree: true })
    return { ...task, hasOwnTree: true }
  }

  #busy(): Busy {
    const { store } = this.#context
    const foreign = store
      .queued(['running'])
      .filter(({ task }) => !this.#active.has(task) && store.runsOf(task).some(isLive))
    return {
      flows: [...this.#active.values(), ...foreign.map(({ flow }) => flow)],
      held: new Set(
        store
          .locks()
          .filter(({ owner }) => owner !== null)
          .map(lockName),
      ),
    }
  }

  #start(task: number, flow: string): void {
    this.#active.set(task, flow)
    this.#told.delete(task)
    this.#isIdle = false
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
    const tellOf = (event: TaskEvent): void => this.#tellOf(event)
    const watcher = {
      cancel: stop,
      force,
      report: (recorded: Recorded) => tell({ event: 'run:event', task, recorded }),
      show: (view: LiveView) => show(task, view),
    }
    try {
      const { status, result } = await runTask(
        task,
        { ...rest, isPaced: true, tell: tellOf, watcher },
        { waits: false },
      )
      if (result === null && (status === 'queued' || status === 'running')) this.#refusals.add(task)
      return status
    } catch (error) {
      if (endsAll(error)) throw error
      if (!(error instanceof TaskBusyError || error instanceof LiveRunError))
        return giveUp(task, error, this.#context, { seen: 'running' })
      // Somebody else was faster: it is theirs. D3.
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
        const { running, queued, waiting } = this.#counts()
        return running + queued === 0 && (waiting === 0 || !Number.isFinite(this.#wakeAtMs))
      }
    }
  }

  #counts(): QueueCounts {
    const { store } = this.#context
    return {
      running: store.countTasks('running'),
      queued: store.countTasks('queued'),
      waiting: store.countTasks('waiting'),
      deferred: store.countTasks('deferred'),
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
