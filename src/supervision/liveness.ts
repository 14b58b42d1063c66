/**
 * Is a run getting anywhere? Three signals are kept apart: the process (the caller knows), output, and progress.
 *
 * L1 Only progress keeps a run alive; output that is no progress (retry notices, pings) does not. L2 An agent that
 * waits for a tool it started makes progress, also one that does not tell of its tools before they end. L3 CPU alone
 * extends a run's silence three times at most, because a busy loop also uses CPU. L4 Time is what the stopwatch counts,
 * so a machine's sleep makes nobody silent.
 */
import type { Activity } from '../signals/activity.ts'

/** What is asked only when the time without progress is up, because it is dear. */
export type DearSigns = {
  /** Is a tool of the agent at work of which its output tells nothing? */
  readonly waitsForTool: () => Promise<boolean>
  /** Did the process tree use at least 2 % of a core since it was last asked? */
  readonly usesCpu: () => boolean
  /** Was a file of the work tree changed since progress was last seen? */
  readonly changesFiles: () => Promise<boolean>
}

/** Why a silent run gets more time. */
export type Extension = 'tool' | 'files' | 'cpu'

const MOST_CPU_EXTENSIONS = 3

/** Short lines that say "I am still waiting", in whatever words. A long line has something else to say. */
const NO_PROGRESS =
  /^\W*(?:still )?(?:waiting|ping|heartbeat|keep-?alive|reconnecting)\b|\bretry(?:ing)?\b.{0,40}(?:\d|attempt|again|soon)|\battempt \d+ (?:of|\/)|\brate.?limit(?:ed)?\b|\boverloaded\b/i
const LONGEST_NOTICE = 200

const isNotice = (line: string): boolean => line.length <= LONGEST_NOTICE && NO_PROGRESS.test(line)

export class Liveness {
  readonly #idleMs: number | null
  readonly #signs: DearSigns
  #silentMs: number
  #pulse = 0
  #cpuExtensions = 0
  #lastLine = ''

  constructor(idleMs: number | null, signs: DearSigns, silentMs = 0) {
    this.#idleMs = idleMs
    this.#signs = signs
    this.#silentMs = silentMs
  }

  get silentMs(): number {
    return this.#silentMs
  }

  /** What the agent's own structured output says. */
  see(activity: Activity, passedMs: number): void {
    if (activity.pulse !== this.#pulse || activity.inTool) this.#progress()
    else this.#silentMs += passedMs
    this.#pulse = activity.pulse
  }

  /** New output of a program that nobody knows: a new line that does not only say that it waits. */
  seeText(text: string): void {
    for (const line of text.split(/[\r\n]+/)) {
      const said = line.trim()
      if (said === '' || said === this.#lastLine || isNotice(said)) continue
      this.#lastLine = said
      this.#progress()
    }
  }

  /** Is its time up? Asks the dear signs only then. */
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
