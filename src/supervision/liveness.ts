/**
 * Decides whether a run makes progress. Three signals are kept apart: the process (the caller knows it), output, and
 * progress.
 *
 * L1 Only progress keeps a run alive. Output without progress (retry notices, pings) does not.
 * L2 An agent that waits for its tool makes progress, even if its output shows a tool only after it ended.
 * L3 CPU time alone extends a run at most three times, because a busy loop also uses CPU.
 * L4 Time is measured by the stopwatch, so the sleep of the machine stalls no run.
 */
import type { Activity } from '../signals/activity.ts'
import type { RunEvent } from './run-event.ts'

/** Expensive checks. They run only when the time without progress is used up. */
export type CostlySigns = {
  /** Whether a tool of the agent runs that its output does not show. */
  readonly waitsForTool: () => Promise<boolean>
  /** Whether the process tree used at least 2 % of a core since the last call. */
  readonly usesCpu: () => boolean
  /** Whether a file of the work tree was changed since the last progress. */
  readonly changesFiles: () => Promise<boolean>
}

/** Why a silent run gets more time. */
export type Extension = Extract<RunEvent, { event: 'stage:extended' }>['why']

const MOST_CPU_EXTENSIONS = 3

/** Short lines that say "I am still waiting" in various words. A long line contains other information. */
const NO_PROGRESS =
  /^\W*(?:still )?(?:waiting|ping|heartbeat|keep-?alive|reconnecting)\b|\bretry(?:ing)?\b.{0,40}(?:\d|attempt|again|soon)|\battempt \d+ (?:of|\/)|\brate.?limit(?:ed)?\b|\boverloaded\b/i
const LONGEST_NOTICE = 200

const isNotice = (line: string): boolean => line.length <= LONGEST_NOTICE && NO_PROGRESS.test(line)

export class Liveness {
  readonly #idleMs: number | null
  readonly #signs: CostlySigns
  #silentMs: number
  #pulse = 0
  #cpuExtensions = 0
  #lastLine = ''

  constructor(idleMs: number | null, signs: CostlySigns, silentMs = 0) {
    this.#idleMs = idleMs
    this.#signs = signs
    this.#silentMs = silentMs
  }

  get silentMs(): number {
    return this.#silentMs
  }

  /** Activity from the agent's structured output. */
  see(activity: Activity, passedMs: number): void {
    if (activity.pulse !== this.#pulse || activity.inTool) this.#progress()
    else this.#silentMs += passedMs
    this.#pulse = activity.pulse
  }

  /** New output of an unknown program: a new line that does not only say that the program waits. */
  seeText(text: string): void {
    for (const line of text.split(/[\r\n]+/)) {
      const said = line.trim()
      if (said === '' || said === this.#lastLine || isNotice(said)) continue
      this.#lastLine = said
      this.#progress()
    }
  }

  /** Whether the run is stalled. Runs the expensive checks only if the time is used up. */
  async check(): Promise<'alive' | 'stalled' | Extension> {
    if (this.#idleMs === null || this.#silentMs < this.#idleMs) return 'alive'
    if (await this.#signs.waitsForTool()) {
      this.#progress()
      return 'tool'
    }
    if (await this.#signs.changesFiles()) {
      this.#progress()
      return 'files'
    }
    if (this.#cpuExtensions < MOST_CPU_EXTENSIONS && this.#signs.usesCpu()) {
      this.#cpuExtensions += 1
      this.#silentMs = 0
      return 'cpu'
    }
    return 'stalled'
  }

  #progress(): void {
    this.#silentMs = 0
    this.#cpuExtensions = 0
  }
}
