import { END_WAIT, idleWait, type WaitEvent } from './idle-wait.ts'
import type { SchedulerContext, SchedulerOptions } from './scheduler-context.ts'
import type { TaskEvent } from './task-context.ts'

/** Reports what a scheduler waits for, each wait once. */
export class WaitReporter {
  readonly #context: SchedulerContext
  readonly #mode: SchedulerOptions['mode']
  /** What each task waits for, as it was reported last. */
  readonly #told = new Map<number, string>()
  #isIdle = false

  constructor(context: SchedulerContext, mode: SchedulerOptions['mode']) {
    this.#context = context
    this.#mode = mode
  }

  /** The task starts: its next wait is a new one. */
  started(task: number): void {
    this.#told.delete(task)
    this.#isIdle = false
  }

  /** The scheduler runs nothing itself. */
  idle(): void {
    const wait = idleWait(this.#context)
    if (wait !== null) return this.#tellOnce(wait)
    if (this.#mode !== 'watch' || this.#isIdle) return
    this.#isIdle = true
    this.#context.tell({ event: 'queue:idle' })
  }

  /** The task loop does not wait. The scheduler does, unless its mode is `once`. */
  tell(event: TaskEvent): void {
    if (event.event !== 'wait:started') return this.#context.tell(event)
    this.#tellOnce(this.#mode === 'once' ? event : { ...event, next: `${event.next}    ${END_WAIT}` })
  }

  /** A pause is identified by its end time, no matter who reports it. */
  #tellOnce(wait: WaitEvent): void {
    const told = wait.until ?? wait.why
    if (told === this.#told.get(wait.task)) return
    this.#told.set(wait.task, told)
    this.#context.tell(wait)
  }
}
