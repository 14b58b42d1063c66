/** A live run at one moment. */
export type Activity = {
  /** Another number than before means that the agent said or did something. */
  readonly pulse: number
  /** A tool was started and has not finished. */
  readonly inTool: boolean
  readonly turns: number | null
  readonly costUsd: number | null
  readonly doing: string | null
  /** It tries a failed request again by itself; null where it does not. */
  readonly retrying: Retrying | null
  /** Its closing record is there: whatever the process does now, the agent is done. */
  readonly isClosed: boolean
}

/** A failed request that the agent tries again. */
export type Retrying = {
  /** The number of the notice within the run. */
  readonly notice: number
  readonly status: number | null
  /** The provider's or the agent's own word. */
  readonly code: string | null
  readonly attempt: number
  readonly of: number | null
  /** The pause before the next try. */
  readonly nextMs: number | null
}
