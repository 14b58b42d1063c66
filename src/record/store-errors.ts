import { MaydayError } from '../errors.ts'

/** What the store could not do. `STORE_BUSY` passes; a supervisor tries again. */
export class StoreError extends MaydayError {}

/** Another run is alive on the same task. */
export class LiveRunError extends MaydayError {
  readonly run: number

  constructor(task: number, run: number) {
    super(
      'TASK_RUNNING',
      `Run ${run} is still working on task ${task}. Wait for it, or stop it: mayday cancel ${run}`,
    )
    this.run = run
  }
}

/** A run or task that the store does not know. */
export class UnknownRunError extends MaydayError {
  constructor(message: string) {
    super('UNKNOWN_RUN', message)
  }
}
