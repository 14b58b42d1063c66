/** How agents fail: the turns of all sessions, counted. An interrupt by the person is no failure. */
import type { Counted, SessionCounts, SessionTurn } from './session-schema.ts'
import type { SessionAt } from './sessions.ts'

/** Of the limits that were hit only so many are listed. */
const MOST_RESETS = 50

/** Counts by one property. Names without a failure are listed too, because most turns go well. */
class Tally {
  readonly #counts = new Map<string, { failed: number; turns: number }>()

  add(name: string, failed: number, turns: number): void {
    const known = this.#counts.get(name) ?? { failed: 0, turns: 0 }
    known.failed += failed
    known.turns += turns
    this.#counts.set(name, known)
  }

  byFailures(): readonly Counted[] {
    return this.#all().toSorted((a, b) => b.failed - a.failed || b.turns - a.turns)
  }

  byName(): readonly Counted[] {
    return this.#all().toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  #all(): Counted[] {
    return [...this.#counts].map(([name, counts]) => ({ name, ...counts }))
  }
}

const isFailure = ({ status }: SessionTurn): boolean => status === 'failed' || status === 'cut-off'

/** The beginning of a week, Monday, in the local zone. */
function weekOf(instant: string): string {
  const at = new Date(instant)
  const monday = new Date(at.getFullYear(), at.getMonth(), at.getDate() - ((at.getDay() + 6) % 7))
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${monday.getFullYear()}-${two(monday.getMonth() + 1)}-${two(monday.getDate())}`
}

const hourOf = (instant: string): string => String(new Date(instant).getHours()).padStart(2, '0')

const lastedMs = ({ startedAt, endedAt }: SessionTurn): number =>
  startedAt === null || endedAt === null ? 0 : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt))

type Counts = Omit<SessionCounts, 'unread'>

/** Adds up session after session. */
class Sums {
  readonly #reason = new Tally()
  readonly #agent = new Tally()
  readonly #model = new Tally()
  readonly #project = new Tally()
  readonly #week = new Tally()
  readonly #hour = new Tally()
  readonly #counts = { sessions: 0, turns: 0, failed: 0, interrupted: 0, cutOff: 0, undetermined: 0, live: 0 }
  readonly #spent = { failedMs: 0, failedTokens: 0, failedCostUsd: 0, costUsd: 0 }
  readonly #resets: SessionCounts['resets'][number][] = []

  add({ row, troubles, counts }: SessionAt): void {
    const failures = troublesOf(row.status, troubles).filter(isFailure)
    const at = row.endedAt ?? row.startedAt
    this.#counts.sessions += 1
    this.#counts.turns += row.turns
    this.#counts.live += row.live ? 1 : 0
    this.#counts.interrupted += counts['interrupted'] ?? 0
    this.#counts.undetermined += counts['undetermined'] ?? 0
    this.#spent.costUsd += row.costUsd ?? 0
    this.#agent.add(row.agent, failures.length, row.turns)
    this.#model.add(row.model ?? UNKNOWN, failures.length, row.turns)
    this.#project.add(row.cwd ?? UNKNOWN, failures.length, row.turns)
    if (at !== null) this.#week.add(weekOf(at), failures.length, row.turns)
    if (at !== null) this.#hour.add(hourOf(at), 0, Math.max(0, row.turns - failures.length))
    for (const turn of failures) this.#addFailure(turn, row.agent, turn.endedAt ?? at)
  }

  #addFailure(turn: SessionTurn, agent: string, at: string | null): void {
    const isCutOff = turn.status === 'cut-off'
    const reason = isCutOff ? 'cut off' : (turn.reason ?? 'UNKNOWN')
    this.#counts[isCutOff ? 'cutOff' : 'failed'] += 1
    this.#reason.add(reason, 1, 1)
    this.#spent.failedMs += lastedMs(turn)
    this.#spent.failedTokens += turn.tokens ?? 0
    this.#spent.failedCostUsd += turn.costUsd ?? 0
    if (at === null) return
    this.#hour.add(hourOf(at), 1, 1)
    if (turn.resetAt !== null) this.#resets.push({ agent, reason, at, resetAt: turn.resetAt })
  }

  answer(sinceMs: number | null): Counts {
    return {
      sinceAt: sinceMs === null ? null : new Date(sinceMs).toISOString(),
      ...this.#counts,
      ...this.#spent,
      byReason: this.#reason.byFailures(),
      byAgent: this.#agent.byFailures(),
      byModel: this.#model.byFailures(),
      byProject: this.#project.byFailures(),
      byWeek: this.#week.byName(),
      byHour: this.#hour.byName(),
      resets: this.#resets.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, MOST_RESETS),
    }
  }
}

const UNKNOWN = '(unknown)'

export function sumSessions(sessions: Iterable<SessionAt>, sinceMs: number | null): Counts {
  const sums = new Sums()
  for (const session of sessions) sums.add(session)
  return sums.answer(sinceMs)
}

/** The last turn of a live session has not ended, whatever its records say. */
const troublesOf = (
  status: SessionAt['row']['status'],
  troubles: SessionAt['troubles'],
): SessionAt['troubles'] =>
  status === 'live' && troubles.at(-1)?.status === 'cut-off' ? troubles.slice(0, -1) : troubles
