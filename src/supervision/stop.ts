/**
 * Stopping everything that belongs to a run.
 *
 * S1 A process is signalled only while it is the one that was found: its start time is read again just before.
 * S2 Mayday and what it runs under are never signalled, nor is the wrapper ended: it has a status to write.
 * S3 Each process gets one TERM: several agents take a second one for "at once".
 * S4 It is over when a look at the whole system finds nothing, not when what was listed is gone.
 * S5 What forks while it is killed is reached by its group, as a whole: any group but the living wrapper's in which a
 *    process of the run was just found is killed after the first round.
 * S6 Who holds a sandbox (the parent of the first process of a PID namespace) gets no TERM: with it everything inside
 *    would end at once, without its grace, and the exit status of what is inside would be lost. It ends by itself.
 */
import { setTimeout as pause } from 'node:timers/promises'

import type { FoundProcess, Processes, ProcessIdentity } from './processes/processes.ts'

export type StopRequest = {
  readonly processes: Processes
  /** Null where it is not known any more: then only the tag tells what belongs to the run. */
  readonly wrapper: ProcessIdentity | null
  /** Wrappers of the run's earlier stages, which may still wait for what their commands left behind. */
  readonly earlier?: readonly ProcessIdentity[]
  /** The run's MAYDAY_RUN_PATH. */
  readonly tag: string
  /** From TERM to KILL. */
  readonly graceMs: number
  /** Skips TERM and the grace. */
  readonly force?: AbortSignal | boolean
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number
}

export type Stopped = {
  /** Still alive after all of it. */
  readonly left: readonly ProcessIdentity[]
  /** How many there were. */
  readonly found: number
  /** How many were sent KILL. */
  readonly killed: number
  readonly hadToKill: boolean
}

const POLL_MS = 25
/** A wrapper needs some milliseconds to write the status, and so does the system to forget who has ended. */
const REST_MS = 500
/** Whatever forks faster than it can be killed is given up after this long, and reported. */
const KILL_MS = 5000
/** What had to be killed may have forked on while it was looked for. */
const QUIET_LOOKS = 2

const send = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    // It has just ended, or belongs to another user: the next look at the system tells which.
    return false
  }
}

const nameOf = ({ pid, startedAt }: ProcessIdentity): string => `${pid} ${startedAt}`

const isWrapped = ({ processes, wrapper }: StopRequest): boolean =>
  wrapper !== null && processes.state(wrapper) === 'alive'

/** Whether the wrapper's group still has members, be they only about to vanish. */
const hasGroup = ({ wrapper }: StopRequest): boolean => wrapper !== null && send(-wrapper.pid, 0)

/** S2: the wrappers that are still there. */
const livingWrappers = ({ processes, wrapper, earlier = [] }: StopRequest): readonly ProcessIdentity[] =>
  processes.living(wrapper === null ? earlier : [wrapper, ...earlier])

const findAll = (request: StopRequest): FoundProcess[] => {
  const { processes, wrapper, tag } = request
  const found = new Map<number, FoundProcess>()
  const wrappers = livingWrappers(request)
  for (const { pid } of wrappers) for (const one of processes.tree(pid)) found.set(one.pid, one)
  for (const one of processes.tagged(tag)) found.set(one.pid, one)
  for (const { pid } of wrappers) found.delete(pid)
  if (wrapper !== null) found.delete(wrapper.pid)
  return [...found.values()]
}

class Stopping {
  readonly #request: StopRequest
  readonly #now: () => number
  readonly #spared: ReadonlySet<number>
  readonly #sparedGroups: ReadonlySet<number>
  readonly #seen = new Set<string>()
  readonly #killed = new Set<string>()
  readonly #groups = new Set<number>()

  constructor(request: StopRequest) {
    this.#request = request
    this.#now = request.now ?? (() => performance.now())
    const lineage = request.processes.lineage(process.pid)
    this.#spared = new Set([process.pid, ...lineage.map(({ pid }) => pid)])
    this.#sparedGroups = new Set([0, 1, ...lineage.map(({ group }) => group)])
  }

  async stop(): Promise<Stopped> {
    const { wrapper } = this.#request
    if (wrapper !== null) this.#sendTo(wrapper, 'SIGCONT')
    if (!this.#isForced()) await this.#askAll()
    await this.#killAll()
    const left = findAll(this.#request)
    const killed = this.#killed.size
    return { left, found: this.#seen.size, killed, hadToKill: killed > 0 }
  }

  /** TERM to all there is and to what appears meanwhile, until nothing is left or the grace is over. */
  async #askAll(): Promise<void> {
    const end = this.#now() + this.#request.graceMs
    let known = this.#findEndable()
    for (;;) {
      const holders = this.#holders(known)
      for (const one of known) if (!holders.has(one.pid)) this.#ask(one)
      while (known.length > 0) {
        if (this.#now() >= end || this.#isForced()) return
        await pause(POLL_MS)
        known = this.#request.processes.living(known)
      }
      known = this.#findEndable()
      if (known.length > 0) continue
      if (!isWrapped(this.#request) || this.#now() >= end || this.#isForced()) return
      await pause(POLL_MS)
      known = this.#findEndable()
    }
  }

  /** S6. */
  #holders(known: readonly FoundProcess[]): ReadonlySet<number> {
    const { processes } = this.#request
    return new Set(known.filter(({ pid }) => processes.isFirstInside(pid)).map(({ parent }) => parent))
  }

  async #killAll(): Promise<void> {
    const started = this.#now()
    for (let round = 1, quiet = 0; quiet < QUIET_LOOKS; round++) {
      const found = this.#killRound(round)
      const spent = this.#now() - started
      if (spent >= KILL_MS) return
      const isOver = found.length === 0 && (!hasGroup(this.#request) || spent >= REST_MS)
      if (isOver && this.#killed.size === 0) return
      quiet = isOver ? quiet + 1 : 0
      await pause(Math.min(round, POLL_MS))
    }
  }

  /** S5. */
  #killRound(round: number): FoundProcess[] {
    const own = new Set(livingWrappers(this.#request).map(({ pid }) => pid))
    const found = this.#findEndable()
    for (const one of found) {
      this.#kill(one)
      if (!own.has(one.group) && !this.#sparedGroups.has(one.group)) this.#groups.add(one.group)
    }
    if (round > 1) for (const group of this.#groups) send(-group, 'SIGKILL')
    return found
  }

  #findEndable(): FoundProcess[] {
    const endable = findAll(this.#request).filter(({ pid }) => !this.#spared.has(pid))
    for (const one of endable) this.#seen.add(nameOf(one))
    return endable
  }

  /** A stopped process takes its TERM only when it goes on. */
  #ask(one: ProcessIdentity): void {
    if (this.#sendTo(one, 'SIGTERM')) this.#sendTo(one, 'SIGCONT')
  }

  #kill(one: ProcessIdentity): void {
    if (this.#sendTo(one, 'SIGKILL')) this.#killed.add(nameOf(one))
  }

  #sendTo(one: ProcessIdentity, signal: NodeJS.Signals): boolean {
    return this.#request.processes.state(one) === 'alive' && send(one.pid, signal)
  }

  #isForced(): boolean {
    const { force } = this.#request
    return typeof force === 'object' ? force.aborted : force === true
  }
}

/**
 * Ends everything of a run but its wrapper: asks, waits, kills, and looks again until nothing is found. Where nothing
 * is, as after most runs, that costs a single look.
 */
export const stopTree = async (request: StopRequest): Promise<Stopped> =>
  hasGroup(request) || findAll(request).length > 0
    ? new Stopping(request).stop()
    : { left: [], found: 0, killed: 0, hadToKill: false }
