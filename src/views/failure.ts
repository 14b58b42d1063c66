/** One failure: how often, where, what was tried and what helped. */
import { orUnknown } from '../reasons/reason.ts'
import type { RunRecord } from '../record/run.ts'
import type { CauseSum } from '../record/sqlite/causes.ts'
import type { Store } from '../record/store.ts'
import { findCause, groupsOf, UnknownFailureError } from './failure-groups.ts'
import type { Failure, FailurePart, FailureTask } from './failure-schema.ts'
import { placeOf, titleOf } from './failure-words.ts'
import { formats } from './formats.ts'
import { failureOf } from '../record/run.ts'
import { isSettled } from '../record/task-states.ts'
import { triedKinds, triesIn, type Try } from './tried.ts'
import type { ViewContext } from './view.ts'
import { DAY_MS } from '../record/duration.ts'

const DAYS = 30
/** Runs and tasks that are read. More of them would say the same. */
const MOST_RUNS = 2000
const MOST_TASKS = 200
const SHOWN_EVIDENCE = 8
const MOST_RELATED = 5
/** Causes that are compared with this one. */
const COMPARED_CAUSES = 200

/** Throws if no failure has this key. */
export function showFailure(
  key: string,
  context: Pick<ViewContext, 'store' | 'clock' | 'overrides'>,
): Failure {
  const { store, clock, overrides } = context
  const sum = findCause(key, store)
  const [group] = groupsOf([sum], { store, overrides })
  if (group === undefined) throw new UnknownFailureError(key)
  const runs = store.history({ cause: sum.cause, limit: MOST_RUNS })
  const tasks = tasksOf(sum.cause, store)
  const tries = tasks.flatMap(({ task }) => triesOf(task, sum.cause, store))
  return {
    format: formats.failure,
    now: clock.now().toISOString(),
    ...group,
    days: daysOf(runs, clock.now().getTime()),
    byTask: tasks,
    byAgent: partsBy(runs, ({ agent }) => agent),
    byModel: partsBy(runs, ({ model }) => model),
    byPhase: partsBy(runs, ({ phase }) => phase),
    shown: runs.slice(0, SHOWN_EVIDENCE).map(evidenceOf),
    tried: triedKinds(tries),
    helped: helpIn(tries, tasks),
    related: relatedTo(sum, runs, context),
    allRuns: runs.map(({ run }) => run),
  }
}

function daysOf(runs: readonly RunRecord[], nowMs: number): Failure['days'] {
  const counts = Map.groupBy(runs, ({ startedAt }) => startedAt.slice(0, 10))
  const first = Math.floor(nowMs / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS
  return Array.from({ length: DAYS }, (_, day) => {
    const at = new Date(first + day * DAY_MS).toISOString()
    return { at, failed: counts.get(at.slice(0, 10))?.length ?? 0 }
  })
}

const tasksOf = (cause: string, store: Store): readonly FailureTask[] =>
  store
    .tasksOfCauses([cause])
    .slice(0, MOST_TASKS)
    .flatMap(({ task: number, runs }) => {
      const task = store.task(number)
      if (task === null) return []
      const { title, status, isImplicit, actions } = task
      const newestRun = store.runsOf(number).at(-1)?.run ?? 0
      const canRetry = !isImplicit && actions.includes('retry') && !isSettled(status)
      return [{ task: number, title, status, runs, newestRun, canRetry }]
    })

const triesOf = (task: number, cause: string, store: Store): readonly Try[] =>
  triesIn(
    {
      runs: store.runsOf(task),
      plans: store.plansOf(task),
      lessons: new Set(store.lessons({ task }).map(({ run }) => run)),
    },
    cause,
  )

const partsBy = (
  runs: readonly RunRecord[],
  nameOf: (run: RunRecord) => string | null,
): readonly FailurePart[] =>
  [...Map.groupBy(runs, nameOf)]
    .map(([name, same]) => ({
      name,
      runs: same.length,
      costUsd: same.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
      durationMs: same.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0),
    }))
    .toSorted((a, b) => b.runs - a.runs)

const evidenceOf = ({
  run,
  task,
  title,
  agent,
  model,
  startedAt: at,
  diagnosis,
}: RunRecord): Failure['shown'][number] => ({
  run,
  task,
  title,
  agent,
  model,
  at,
  evidence: diagnosis?.evidence[0] ?? null,
})

/** A retry by a person says nothing about what was different, so it is not offered to others. */
const OFFERED: ReadonlySet<string> = new Set([
  'hint',
  'agent',
  'rollback',
  'continue',
  'resume',
  'lesson',
  'wait',
])

/** What helped most, and the tasks that have not had it. */
function helpIn(tries: readonly Try[], tasks: readonly FailureTask[]): Failure['helped'] {
  const best = triedKinds(tries).find(({ kind, helped }) => helped > 0 && OFFERED.has(kind))
  const worked = tries.findLast(({ kind, helped }) => kind === best?.kind && helped === true)
  if (best === undefined || worked === undefined) return null
  const { kind, hint, after } = worked
  const agent = kind === 'agent' ? after.agent : null
  const had = new Set(
    tries
      .filter((one) => one.kind === kind && (agent === null || one.after.agent === agent))
      .map((one) => one.after.task),
  )
  return {
    kind,
    words: helpWords(worked),
    task: after.task,
    run: after.run,
    agent,
    hint,
    missing: tasks.filter(({ task, canRetry }) => canRetry && !had.has(task)).map(({ task }) => task),
  }
}

function helpWords({ kind, hint, after }: Try): string {
  const title = `“${after.title}”`
  switch (kind) {
    case 'hint':
      return `A hint helped ${title}: “${hint ?? ''}”`
    case 'agent':
      return `Another agent, ${after.agent ?? 'a command'}, helped ${title}.`
    case 'rollback':
      return `A new attempt from the last good state helped ${title}.`
    case 'resume':
      return `Resuming the session helped ${title}.`
    case 'continue':
      return `A new session with a hand-off note helped ${title}.`
    case 'wait':
      return `Waiting helped ${title}.`
    case 'lesson':
      return `${title} passed this point when its prompt said what had failed before.`
    case 'person':
    case 'again':
      return `${title} passed this point in another attempt.`
  }
}

/** Other causes with the same reason that name the same file or the same failing test. */
function relatedTo(
  sum: CauseSum,
  runs: readonly RunRecord[],
  { store, overrides }: Pick<ViewContext, 'store' | 'overrides'>,
): Failure['related'] {
  const [newest] = runs
  if (newest === undefined) return []
  const place = placeOf(newest)
  const failing = new Set(newest.diagnosis?.failing)
  return store
    .causes()
    .filter(({ cause }) => cause !== sum.cause)
    .slice(0, COMPARED_CAUSES)
    .flatMap(({ cause: key, newest: number, runs: count }) => {
      const run = store.find(number)
      if (run === null || failureOf(run) !== failureOf(newest)) return []
      const isSame = placeOf(run) === place && place !== null
      const sharesTest = run.diagnosis?.failing?.some((name) => failing.has(name)) === true
      if (!isSame && !sharesTest) return []
      return [{ key, title: titleOf(run, overrides), reason: orUnknown(failureOf(run)), runs: count }]
    })
    .slice(0, MOST_RELATED)
}
