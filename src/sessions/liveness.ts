/**
 * Decides which sessions are live.
 *
 * L1 A session with a live process is live, even if its file says that it ended. L2 A session without a known process,
 * whose last turn has no end, is live in two cases: an agent works in its folder, or its file changed a moment ago. L3
 * A session that is not live and has no end is cut off.
 */
import type { Living, Look, SessionPlace } from '../agents/session-place.ts'
import { problemOf } from '../agents/session-problem.ts'
import { agentProcesses, type AgentProcesses } from './agent-processes.ts'
import type { KeptSession } from './kept-session.ts'
import type { Present } from './refresh-index.ts'
import type { SessionRow } from './session-schema.ts'

/**
 * An agent in a container cannot be seen. A file that changed this recently counts as being written. The time is short,
 * because a user asks right after a session has died.
 */
const JUST_NOW_MS = 10 * 1000

/** The limit if the system shows no processes. It is the time that Mayday waits for progress by default. */
const RECENT_MS = 10 * 60 * 1000

/**
 * A tool may run for hours without a write to the session. After this time an agent in the same folder works on
 * another session.
 */
const SAME_DAY_MS = 24 * 60 * 60 * 1000

export class Liveness {
  readonly #look: Look
  readonly #nowMs: number
  readonly #living = new Map<SessionPlace, Living>()
  readonly #processes: AgentProcesses

  constructor(look: Look, nowMs: number, processes: AgentProcesses = agentProcesses()) {
    this.#look = look
    this.#nowMs = nowMs
    this.#processes = processes
  }

  /** The row of a session with its current status. */
  rowOf(kept: KeptSession, { found, place }: Present): SessionRow {
    const { row } = kept
    const live = this.#isLive(kept, found, place)
    if (!live) return row
    const isWorking = kept.isOpen || row.status !== 'failed'
    return {
      ...row,
      live,
      status: isWorking ? 'live' : row.status,
      ...(isWorking && row.status !== 'failed' ? { reason: null, said: null } : {}),
    }
  }

  #isLive(kept: KeptSession, found: Present['found'], place: SessionPlace): boolean {
    const living = this.#livingIn(place)
    const isAlive = aliveBy(living, found)
    if (isAlive === true) return true
    if ((living.isComplete && isAlive !== null) || !kept.isOpen) return false
    const ageMs = this.#nowMs - found.changedMs
    const isWorking = ageMs < SAME_DAY_MS && this.#processes.worksIn(place.agent, kept.row.cwd ?? '')
    return isWorking === null ? ageMs < RECENT_MS : isWorking || ageMs < JUST_NOW_MS
  }

  #livingIn(place: SessionPlace): Living {
    const known = this.#living.get(place) ?? place.living(this.#look)
    this.#living.set(place, known)
    return known
  }
}

/** Null if the system refuses access to the mark of the session's process. Then the process is not known. */
function aliveBy(living: Living, found: Present['found']): boolean | null {
  try {
    return living.isAlive(found)
  } catch (error) {
    if (problemOf(error) === null) throw error
    return null
  }
}
