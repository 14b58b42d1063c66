/**
 * Stops everything that belongs to a run.
 *
 * S1 A process is signalled only if it is still the process that was found: its start time is read again just before.
 * S2 Mayday and its ancestors are never signalled. The wrapper is not ended either: it has to write a status.
 * S3 Each process gets one TERM: several agents treat a second one as "stop at once".
 * S4 Stopping is complete when a scan of the whole system finds nothing, not when the listed processes are gone.
 * S5 Processes that fork while they are killed are reached by their group. After the first round, every group in
 * which a process of the run was just found is killed as a whole, except the living wrapper's.
 * S6 The parent of the first process of a nested PID namespace (it holds a sandbox) gets no TERM. Its end would end
 * everything inside at once, without the grace, and lose the exit status of the inner process. It exits when the
 * sandbox is empty.
 */
import { setTimeout as pause } from 'node:timers/promises'

import type { FoundProcess, Processes, ProcessIdentity } from './processes/processes.ts'

export type StopRequest = {
  readonly processes: Processes
  /** Null if it is no longer known. Then only the tag identifies processes of the run. */
  readonly wrapper: ProcessIdentity | null
  /** Wrappers of the run's earlier stages, which may still wait for processes that their commands left behind. */
  readonly earlier?: readonly ProcessIdentity[]
  /** The run's MAYDAY_RUN_PATH. */
  readonly tag: string
  /** The time from TERM to KILL. */
  readonly graceMs: number
  /** Skips TERM and the grace. */
  readonly force?: AbortSignal | boolean
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

export type Stopped = {
  /** The processes that are still alive. */
  readonly left: readonly ProcessIdentity[]
  /** How many processes were found. */
  readonly found: number
  /** How many processes were sent KILL. */
  readonly killed: number
  readonly hadToKill: boolean
}

const POLL_MS = 25
/** A wrapper needs some milliseconds to write the status. The system needs some to remove ended processes. */
const REST_MS = 500
/** If processes fork faster than they can be killed, stopping ends after this time and reports them. */
const KILL_MS = 5000
/** A killed process may have forked during the scan, so several empty scans are needed. */
const QUIET_LOOKS = 2

const send = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    // The process has just ended, or belongs to another user. The next scan decides.
    return false
  }
}

const nameOf = ({ pid, startedAt }: ProcessIdentity): string => `${pid} ${startedAt}`

const isWrapped = ({ processes, wrapper }: StopRequest): boolean =>
  wrapper !== null && processes.state(wrapper) === 'alive'

/** Whether the wrapper's group still has members, including ones that are about to end. */
const hasGroup = ({ wrapper }: StopRequest): boolean => wrapper !== null && send(-wrapper.pid, 0)

/** S2: the wrappers that are still alive. */
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

  /** Sends TERM to all processes, including new ones, until none is left or the grace is over. */
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

  /** A stopped process (SIGSTOP) gets its TERM only after SIGCONT. */
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
 * Ends everything of a run except its wrapper: TERM, grace, KILL, and scans until nothing is found. If there is
 * nothing to stop, as after most runs, this costs one scan.
 */
export const stopTree = async (request: StopRequest): Promise<Stopped> =>
  hasGroup(request) || findAll(request).length > 0
    ? new Stopping(request).stop()
    : { left: [], found: 0, killed: 0, hadToKill: false }
