/** How agents fail: the turns of all sessions, counted. An interrupt by the person is not a failure. */
import type { Counted, SessionCounts, SessionTurn, TurnStatus } from './session-schema.ts'
import type { SessionAt } from './sessions.ts'
import { distinctLimits, quarterStartMs, TurnTally, type Tallied } from './turn-tally.ts'

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

/** The beginning of a week, Monday, in the local zone. */
function weekOf(at: Date): string {
  const monday = new Date(at.getFullYear(), at.getMonth(), at.getDate() - ((at.getDay() + 6) % 7))
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${monday.getFullYear()}-${two(monday.getMonth() + 1)}-${two(monday.getDate())}`
}

const hourOf = (at: Date): string => String(at.getHours()).padStart(2, '0')

/** Turns whose time is not known yet. */
type Left = { readonly failed: number; readonly turns: number }

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

  add({ row, last, before }: SessionAt): void {
    const all = last === null || isRunning(row, last) ? before : tallyOf(before, last)
    const failed = countOf(all, 'failed') + countOf(all, 'cut-off')
    this.#addTurns(all, row)
    this.#agent.add(row.agent, failed, row.turns)
    this.#model.add(row.model ?? UNKNOWN, failed, row.turns)
    this.#project.add(row.cwd ?? UNKNOWN, failed, row.turns)
    this.#addTimes(all, row, { failed, turns: row.turns })
    this.#resets.push(...all.limits.map((limit) => ({ agent: row.agent, ...limit })))
  }

  #addTurns(all: Tallied, row: SessionAt['row']): void {
    this.#counts.sessions += 1
    this.#counts.turns += row.turns
    this.#counts.live += row.live ? 1 : 0
    for (const [name, status] of COUNTED) this.#counts[name] += countOf(all, status)
    this.#spent.costUsd += row.costUsd ?? 0
    this.#spent.failedMs += all.lostMs
    this.#spent.failedTokens += all.lostTokens
    this.#spent.failedCostUsd += all.lostCostUsd
    for (const [reason, count] of Object.entries(all.failed)) this.#reason.add(reason, count, count)
    const cutOff = countOf(all, 'cut-off')
    if (cutOff > 0) this.#reason.add(CUT_OFF, cutOff, cutOff)
  }

  /** Turns without a time count as ended with the session. */
  #addTimes({ quarters }: Tallied, { endedAt, startedAt }: SessionAt['row'], left: Left): void {
    const add = (at: Date, { failed, turns }: Left): void => {
      this.#week.add(weekOf(at), failed, turns)
      this.#hour.add(hourOf(at), failed, turns)
    }
    let { failed, turns } = left
    for (const [quarter, counts] of Object.entries(quarters)) {
      add(new Date(quarterStartMs(quarter)), counts)
      failed -= counts.failed
      turns -= counts.turns
    }
    const at = endedAt ?? startedAt
    if (turns > 0 && at !== null) add(new Date(at), { failed, turns })
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
      resets: distinctLimits(
        this.#resets.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
        ({ agent, reason, resetAt }) => `${agent} ${reason} ${resetAt}`,
      ).toReversed(),
    }
  }
}

const UNKNOWN = '(unknown)'

export function sumSessions(sessions: Iterable<SessionAt>, sinceMs: number | null): Counts {
  const sums = new Sums()
  for (const session of sessions) sums.add(session)
  return sums.answer(sinceMs)
}

const CUT_OFF = 'cut off'

const COUNTED = [
  ['failed', 'failed'],
  ['interrupted', 'interrupted'],
  ['cutOff', 'cut-off'],
  ['undetermined', 'undetermined'],
] as const

const countOf = ({ statuses }: Tallied, status: TurnStatus): number => statuses[status] ?? 0

/** The last turn of a live session has not ended, even if its records say that it has. */
const isRunning = ({ status }: SessionAt['row'], last: SessionTurn): boolean =>
  status === 'live' && last.status === 'cut-off'

function tallyOf(before: Tallied, last: SessionTurn): Tallied {
  const tally = new TurnTally(before)
  tally.add(last)
  return tally.tallied()
}
