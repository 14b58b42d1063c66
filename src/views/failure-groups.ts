/** Failures by cause, as a list: what happened, how often, and whether it is settled. */
import * as v from 'valibot'
import { MaydayError, UsageError } from '../errors.ts'
import { reasonClasses, orUnknown } from '../reasons/reason.ts'
import { stages } from '../reasons/stages.ts'
import type { Acknowledgement } from '../record/cause-store.ts'
import { failureOf, type RunRecord } from '../record/run.ts'
import { count, moment, size, type Shape } from '../record/schema.ts'
import type { CauseSum } from '../record/sqlite/causes.ts'
import type { Store } from '../record/store.ts'
import { isSettled, type TaskStatus } from '../record/task-states.ts'
import { classOf, meaningOf, type PolicyOverrides } from '../recovery/policy.ts'
import { placeOf, titleOf } from './failure-words.ts'
import { described } from './view.ts'

export const failureStates = ['open', 'acknowledged', 'solved'] as const

export const failureGroupSchema = v.object({
  key: described(v.string(), 'names the failure in commands and addresses'),
  title: described(v.string(), 'what fails, in a sentence or in the words of the evidence'),
  reason: v.string(),
  class: v.picklist(reasonClasses),
  meaning: described(v.string(), 'the reason in a sentence'),
  stage: v.nullable(v.picklist(stages)),
  place: described(v.nullable(v.string()), 'the file that the evidence names'),
  evidence: described(v.nullable(v.string()), 'the proving line of the newest run'),
  state: described(
    v.picklist(failureStates),
    '`solved`: all its tasks succeeded, or were skipped or canceled. `acknowledged`: a person has seen it, and it did not happen again since',
  ),
  acknowledgedAt: v.nullable(moment),
  note: described(v.nullable(v.string()), "the person's note"),
  runs: described(count, 'how often it was seen'),
  tasks: count,
  solved: described(count, 'how many of its tasks succeeded, or were skipped or canceled'),
  firstAt: moment,
  lastAt: moment,
  costUsd: size,
  durationMs: size,
  newestRun: count,
})

export type FailureGroup = Shape<typeof failureGroupSchema>

type Reading = { readonly store: Store; readonly overrides: PolicyOverrides }

/** How the tasks of a cause stand, and what a person said. */
type Standing = { readonly statuses: readonly TaskStatus[]; readonly said: Acknowledgement | null }

/** In the order of the sums. A cause whose newest run cannot be read is left out. */
export function groupsOf(sums: readonly CauseSum[], { store, overrides }: Reading): readonly FailureGroup[] {
  const tasks = Map.groupBy(store.tasksOfCauses(sums.map(({ cause }) => cause)), ({ cause }) => cause)
  const said = store.acknowledgedCauses()
  return sums.flatMap((sum) => {
    const run = store.find(sum.newest)
    const statuses = (tasks.get(sum.cause) ?? []).map(({ status }) => status)
    const standing = { statuses, said: said.get(sum.cause) ?? null }
    return run === null ? [] : [groupOf(sum, run, standing, overrides)]
  })
}

function groupOf(
  { cause: key, newest: newestRun, ...sum }: CauseSum,
  run: RunRecord,
  { statuses, said }: Standing,
  overrides: PolicyOverrides,
): FailureGroup {
  const reason = orUnknown(failureOf(run))
  const solved = statuses.filter(isSettled).length
  return {
    key,
    title: titleOf(run, overrides),
    reason,
    class: classOf(reason, overrides),
    meaning: meaningOf(reason, overrides),
    stage: run.stage,
    place: placeOf(run),
    evidence: run.diagnosis?.evidence[0]?.excerpt ?? null,
    state: stateOf({ isSolved: solved === statuses.length, lastAt: sum.lastAt, said }),
    acknowledgedAt: said?.at ?? null,
    note: said?.note ?? null,
    ...sum,
    solved,
    newestRun,
  }
}

/** A failure that happens again after it was acknowledged is open again. */
function stateOf({
  isSolved,
  lastAt,
  said,
}: Pick<Standing, 'said'> & { readonly isSolved: boolean; readonly lastAt: string }): FailureGroup['state'] {
  if (isSolved) return 'solved'
  return said !== null && Date.parse(said.at) >= Date.parse(lastAt) ? 'acknowledged' : 'open'
}

/** The sums of the failure with this key. A key may be shortened while it is unique. */
export function findCause(key: string, store: Store | null): CauseSum {
  const isKey = /^[0-9a-f]{2,16}$/i.test(key)
  const found = isKey ? (store?.causes({ key: key.toLowerCase() }) ?? []) : []
  const [first, second] = found
  if (first !== undefined && second === undefined) return first
  if (second !== undefined)
    throw new UsageError(
      `${found.length} failures begin with '${key}'. Type more of the key: mayday failures`,
    )
  throw new UnknownFailureError(key)
}

export class UnknownFailureError extends MaydayError {
  constructor(key: string) {
    super('UNKNOWN_FAILURE', `There is no failure '${key}'. See all: mayday failures`)
  }
}
