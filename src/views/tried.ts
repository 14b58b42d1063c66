/** What was tried after a failure, and the results. Everything is read from the record. */
import { orUnknown } from '../reasons/reason.ts'
import { hasHelped } from '../memory/helped.ts'
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../record/run.ts'
import type { PlanRecord } from '../record/task-story.ts'
import { countOf } from '../signals/count-of.ts'
import type { TriedKind } from './failure-schema.ts'
import { tryKinds, type TryKind } from './failure-words.ts'

/** A failed run, the next run of the same task, and how the next one differed. */
export type Try = {
  readonly kind: TryKind
  readonly before: RunRecord
  readonly after: RunRecord
  /** Null while the next run has not ended, or if it failed for an external reason. */
  readonly helped: boolean | null
  /** What the person said, for a hint. */
  readonly hint: string | null
}

export type TaskStory = {
  /** Oldest first. */
  readonly runs: readonly RunRecord[]
  readonly plans: readonly PlanRecord[]
  /** The runs that left a lesson. */
  readonly lessons: ReadonlySet<number>
}

/** The tries after the runs of one cause. */
export const triesIn = ({ runs, plans, lessons }: TaskStory, cause: string): readonly Try[] =>
  runs.slice(0, -1).flatMap((before, at) => {
    const after = runs[at + 1]
    if (after === undefined || before.cause !== cause) return []
    const plan = plans.findLast(({ run }) => run === before.run) ?? null
    const hint = hintIn(plan)
    const kind = hint === null ? kindOf({ before, after, plan, hasLesson: lessons.has(before.run) }) : 'hint'
    return [{ kind, before, after, helped: outcomeOf(before, after), hint }]
  })

type Step = {
  readonly before: RunRecord
  readonly after: RunRecord
  readonly plan: PlanRecord | null
  readonly hasLesson: boolean
}

function kindOf({ before, after, plan, hasLesson }: Step): TryKind {
  if (after.agent !== before.agent) return 'agent'
  switch (plan?.kind) {
    case 'resume':
    case 'continue':
    case 'rollback':
    case 'wait':
      return plan.kind
    // Mayday had given up or asked: only a person starts the next run.
    case 'escalate':
    case 'stop':
      return 'person'
    case 'retry':
    case undefined:
      return hasLesson ? 'lesson' : 'again'
  }
}

function hintIn(plan: PlanRecord | null): string | null {
  const hint = plan?.detail['hint']
  return typeof hint === 'string' && hint.trim() !== '' ? hint : null
}

const outcomeOf = (before: RunRecord, after: RunRecord): boolean | null =>
  after.cause !== undefined && after.cause === before.cause ? false : hasHelped(before, after)

const SHOWN_RUNS = 20

const sumOf = (tries: readonly Try[], of: (run: RunRecord) => number | null): number =>
  tries.reduce((sum, { after }) => sum + (of(after) ?? 0), 0)

/** What helped most often, of the times it was tried, comes first. */
export const triedKinds = (tries: readonly Try[]): readonly TriedKind[] =>
  [...Map.groupBy(tries, ({ kind }) => kind)]
    .map(([kind, same]) => ({
      kind,
      words: tryKinds[kind],
      outcome: outcomeWords(same),
      tries: same.length,
      helped: same.filter(({ helped }) => helped === true).length,
      unknown: same.filter(({ helped }) => helped === null).length,
      costUsd: sumOf(same, ({ costUsd }) => costUsd),
      durationMs: sumOf(same, ({ durationMs }) => durationMs),
      runs: same.slice(-SHOWN_RUNS).map(({ after }) => after.run),
    }))
    .toSorted((a, b) => shareOf(b) - shareOf(a) || b.helped - a.helped || b.tries - a.tries)

const shareOf = ({ helped, tries }: TriedKind): number => helped / tries

/** `“Move sessions” passed. 2 failed in the same way.` */
function outcomeWords(tries: readonly Try[]): string {
  const passed = tries.filter(({ after }) => statusThatCounts(after) === 'succeeded')
  const rest = tries.filter((one) => !passed.includes(one))
  const same = rest.filter(({ before, after }) => after.cause === before.cause)
  const pending = rest.filter(({ after }) => statusThatCounts(after) !== 'failed')
  const other = rest.filter((one) => !same.includes(one) && !pending.includes(one))
  const parts = [
    passed.length === 0 ? '' : `${passedWords(passed)} passed.`,
    same.length === 0 ? '' : `${countOf(same.length, 'attempt')} failed in the same way.`,
    other.length === 0 ? '' : `${countOf(other.length, 'attempt')} failed otherwise${reasonsOf(other)}.`,
    pending.length === 0 ? '' : `${countOf(pending.length, 'attempt has', 'attempts have')} no result.`,
  ]
  return parts.filter((part) => part !== '').join(' ')
}

function passedWords(passed: readonly Try[]): string {
  const titles = [...new Set(passed.map(({ after }) => after.title))]
  const [first = '', second] = titles.map((title) => `“${title}”`)
  if (second === undefined) return first
  return titles.length === 2 ? `${first} and ${second}` : `${first} and ${titles.length - 1} other tasks`
}

function reasonsOf(tries: readonly Try[]): string {
  const reasons = new Set(tries.map(({ after }) => orUnknown(reasonThatCounts(after))))
  return ` (${[...reasons].slice(0, 3).join(', ')})`
}
