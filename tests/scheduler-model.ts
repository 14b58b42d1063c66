/**
 * Invariants of the board, its locks and its runs after any sequence of events.
 *
 * M1 Every lock belongs to a live run or a queued task, and the lock files agree.
 * M2 Every run has an ending or is live. An ended run has no process, and a card has at most one live run.
 * M3 Every card parses, shows the status of its task, and contains everything that its person wrote.
 * M4 Every run is recorded once in the History: queued, started, ended, in this order.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readCard } from '../src/cards/read-card.ts'
import { isLive, type RunRecord } from '../src/record/run.ts'
import type { TaskRecord } from '../src/record/task.ts'
import type { Rig } from './scheduler-rig.ts'

export type End = 'succeeded' | 'failed' | 'canceled'

/** The model of one card. */
export type CardModel = {
  /** Where its person has put it. */
  path: string
  readonly isParallel: boolean
  /** Null until it is queued for the first time. */
  task: number | null
  isBroken: boolean
  /** Its text as its person wrote it. */
  own: string
  /** A person's last decision about it, and the last run before that. */
  said: { readonly status: 'canceled' | 'idle'; readonly afterRun: number } | null
  /** Queued runs that a person canceled before they started. */
  readonly dropped: Set<string>
}

/** How each run may end, by run id, after the order that it got. */
export type Expected = Map<string, readonly End[]>

const MAYDAY_LINE = /^- \d{4}-\d\d-\d\d: (?:Run \S+ \w+ \(|Agent state reset)/

/** A card without Mayday's own text. */
const ownText = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !MAYDAY_LINE.test(line))
    .map((line) => line.replace(/^(agent_(?:flow|status)):\s*[^#]*?(\s*#.*)?$/, '$1:$2'))
    .join('\n')

/** All violations of the invariants. */
export function findBreaches(rig: Rig, cards: readonly CardModel[], expected: Expected): readonly string[] {
  return [
    ...lockBreaches(rig),
    ...mirrorBreaches(rig),
    ...cards.flatMap((card) => cardBreaches(rig, card)),
    ...cards.flatMap((card) => runBreaches(rig, card, expected)),
    ...rig.store.integrity().map((damage) => `the store is damaged: ${JSON.stringify(damage)}`),
  ]
}

/** M1. */
function lockBreaches({ store }: Rig): readonly string[] {
  return store.locks().flatMap(({ kind, subject, task, runId, owner }) => {
    const run = runId === null ? null : store.find(runId)
    const isHeld = owner === null ? store.task(task)?.nextRunId === runId : run !== null && isLive(run)
    return isHeld ? [] : [`a lock on ${kind} ${subject} of task ${task} that nobody holds`]
  })
}

function mirrorBreaches({ store, context }: Rig): readonly string[] {
  const folder = join(context.project.record, 'locks')
  const files = existsSync(folder) ? readdirSync(folder).toSorted() : []
  const locks = store.locks().filter(({ kind }) => kind === 'card')
  const wanted = locks.map(({ key }) => `${key}.json`).toSorted()
  const same = wanted.join() === files.join()
  return same ? [] : [`the files of the locks are ${files.join(', ')}, not ${wanted.join(', ')}`]
}

const runsOf = ({ store }: Rig, { task }: CardModel): readonly RunRecord[] =>
  task === null ? [] : store.runsOf(task)

const taskOf = ({ store }: Rig, { task }: CardModel): TaskRecord | null =>
  task === null ? null : store.task(task)

/** M3. */
function cardBreaches(rig: Rig, model: CardModel): readonly string[] {
  if (model.isBroken) return []
  const path = join(rig.root, model.path)
  const card = readCard(path)
  const wanted = statusOf(rig, model)
  return [
    ...(ownText(card.text) === ownText(model.own) ? [] : [`${model.path} lost words of its person`]),
    ...((card.agentStatus ?? 'idle') === wanted
      ? []
      : [`${model.path} says ${card.agentStatus}, and is ${wanted}`]),
    ...historyBreaches(rig, model, card.history),
  ]
}

function statusOf(rig: Rig, model: CardModel): string {
  const task = taskOf(rig, model)
  const last = runsOf(rig, model).at(-1)
  if (task === null) return 'idle'
  if (last !== undefined && isLive(last)) return 'running'
  if (task.status === 'queued') return 'queued'
  if (model.said !== null && model.said.afterRun >= (last?.run ?? 0)) return model.said.status
  return last?.status ?? 'idle'
}

type Told = { readonly runId: string; readonly what: string }

const ORDER = ['queued', 'started', 'succeeded', 'failed', 'canceled']

/** M4. */
function historyBreaches(rig: Rig, model: CardModel, history: readonly string[]): readonly string[] {
  const told = history.flatMap((line): readonly Told[] => {
    const [, runId, what] = /: Run (\S+) (\w+) \(/.exec(line) ?? []
    return runId === undefined || what === undefined ? [] : [{ runId, what }]
  })
  const runs = runsOf(rig, model)
  const ids = [...new Set([...told.map(({ runId }) => runId), ...runs.map(({ runId }) => runId)])]
  return ids.flatMap((runId) => {
    const words = told.filter((one) => one.runId === runId).map(({ what }) => what)
    const run = runs.find((one) => one.runId === runId)
    const why =
      run === undefined
        ? promiseProblem(words, isPromised(rig, model, runId))
        : storyProblem(words, run, hasWorked(rig, run))
    return why === null ? [] : [`${model.path}: run ${run?.run ?? ''} ${runId} ${why} (${words.join(', ')})`]
  })
}

const isPromised = (rig: Rig, model: CardModel, runId: string): boolean =>
  model.dropped.has(runId) || taskOf(rig, model)?.nextRunId === runId

/** Whether its worker has printed something. */
const hasWorked = ({ root }: Rig, { logPath }: RunRecord): boolean =>
  (statSync(join(root, logPath, 'worker.log'), { throwIfNoEntry: false })?.size ?? 0) > 0

/** For a run that is queued, or was canceled before it started. */
const promiseProblem = (words: readonly string[], isPromised: boolean): string | null =>
  words.join() === 'queued,canceled' ||
  words.join() === 'queued,failed' ||
  (words.join() === 'queued' && isPromised)
    ? null
    : 'never came'

function storyProblem(words: readonly string[], run: RunRecord, hasWorked: boolean): string | null {
  if (new Set(words).size !== words.length) return 'is told twice'
  const places = words.map((word) => ORDER.indexOf(word))
  if (places.some((place, at) => place < (places[at - 1] ?? 0))) return 'is told in the wrong order'
  const ends = words.filter((word) => ORDER.indexOf(word) > 1)
  if (ends.length > 1 && ends.join() !== 'failed,canceled') return 'has ended twice'
  if (words[0] !== 'queued') return 'was never queued'
  if (hasWorked && !words.includes('started')) return 'was never started'
  if (isLive(run)) return ends.length === 0 ? null : 'has ended and is live'
  return ends[0] === run.status ? null : `ended as ${run.status}, and that is not told`
}

/** M2. */
function runBreaches(rig: Rig, model: CardModel, expected: Expected): readonly string[] {
  const runs = runsOf(rig, model)
  const { processes } = rig.context
  const live = runs.filter(isLive)
  const breaches = live.length > 1 ? [`${model.path} has ${live.length} live runs`] : []
  for (const { run, runId, status, reason, ending } of runs) {
    if (live.some((one) => one.runId === runId)) continue
    if (processes.tagged(runId).length > 0) breaches.push(`run ${run} has ended, and its processes live`)
    if (status === 'failed' && reason === null) breaches.push(`run ${run} failed without a reason`)
    // If a supervisor is killed before it has started the worker, the run is lost.
    const ends: readonly string[] = [
      ...(expected.get(runId) ?? []),
      ...(ending?.kind === 'lost' ? ['failed'] : []),
    ]
    if (!ends.includes(status))
      breaches.push(`run ${run} is ${status}, and was to be ${ends.join(' or ') || 'live'}`)
  }
  return breaches
}

/** The concurrency of the rig's scheduler. */
const CONCURRENCY = 2

export const openTasks = ({ store }: Rig): readonly TaskRecord[] =>
  store.queued(['queued', 'waiting', 'running'])

/** What must still happen without a further action, while a scheduler runs. */
export function findPending(rig: Rig, cards: readonly CardModel[], expected: Expected): readonly string[] {
  const { store } = rig
  const live = cards.flatMap((card) => runsOf(rig, card)).filter(isLive)
  const isForsaken = ({ task, status }: TaskRecord): boolean =>
    status === 'running' && !live.some((run) => run.task === task)
  return [
    ...live.filter(({ status }) => status === 'launching').map(({ run }) => `run ${run} is launching`),
    ...live.filter(({ runId }) => expected.has(runId)).map(({ run }) => `run ${run} is to end`),
    ...openTasks(rig)
      .filter(isForsaken)
      .map(({ task }) => `task ${task} is between runs`),
    ...startable(rig, cards, live).map(({ task }) => `task ${task} could run`),
    ...store
      .pendingCardEvents()
      .filter(({ task }) => cards.some((card) => card.task === task && !card.isBroken))
      .map(({ line }) => `untold: ${line}`),
  ]
}

/** Cards that share a work tree run one at a time. Parallelizable cards run at the same time. */
function startable(rig: Rig, cards: readonly CardModel[], live: readonly RunRecord[]): readonly TaskRecord[] {
  const now = rig.context.clock.now().getTime()
  if (live.length >= CONCURRENCY || isGated(rig, now)) return []
  const isParallel = (task: number): boolean => cards.find((card) => card.task === task)?.isParallel === true
  const isBusy = live.some(({ task }) => !isParallel(task))
  return openTasks(rig).filter(
    ({ task, status, waitUntil }) =>
      (status === 'queued' || (status === 'waiting' && Date.parse(waitUntil ?? '1970-01-01') <= now)) &&
      (!isBusy || isParallel(task)),
  )
}

const isGated = ({ store }: Rig, now: number): boolean =>
  store.gates().some(({ until, canary }) => canary !== null || until === null || Date.parse(until) > now)

/** A description for debugging. */
export const describeQueue = ({ store }: Rig): string =>
  JSON.stringify(
    {
      tasks: store.tasks({}).map(({ prompt: _, ...task }) => task),
      locks: store.locks(),
      gates: store.gates(),
      pending: store.pendingCardEvents(),
    },
    null,
    1,
  )
