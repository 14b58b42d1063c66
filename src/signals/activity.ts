/** The state of a live run at one moment. */
export type Activity = {
  /** This number changes each time the agent says or does something. */
  readonly pulse: number
  /** A tool was started and has not finished. */
  readonly inTool: boolean
  readonly turns: number | null
  readonly costUsd: number | null
  readonly doing: string | null
  /** The failed request that the agent retries now. Null if it retries none. */
  readonly retrying: Retrying | null
  /** The agent wrote its closing record. It is done, even if the process still runs. */
  readonly isClosed: boolean
}

/** A failed request that the agent retries. */
export type Retrying = {
  /** The number of this retry notice within the run. */
  readonly notice: number
  readonly status: number | null
  /** The error code that the provider or the agent reports. */
  readonly code: string | null
  readonly attempt: number
  readonly of: number | null
  /** The pause before the next attempt. */
  readonly nextMs: number | null
}
