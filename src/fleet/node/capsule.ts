/**
 * Puts a capsule into the node's store before an attempt, and reads the changes of the attempt afterwards.
 *
 * C1 Other tasks that this node works on keep their rows. C2 A session of another machine cannot be resumed here. C3 The
 * database decided that the attempt may begin: no clock of this machine holds it back. C4 Where a node works on several
 * tasks at once, or from a git remote, each one has a work tree of its own there, and only there. C5 Without a git remote,
 * commits at which a task began or was good are those of the node's own checkout. With one, all nodes know where a task
 * began. C6 A rollback was done by the node that planned it: the next attempt begins at the branch that it pushed.
 */
import * as v from 'valibot'
import { parseJson } from '../../record/schema.ts'
import { endedStatusOf } from '../../record/run-states.ts'
import type { NewCardEvent } from '../../record/card-state.ts'
import type { RowImage } from '../../record/row-image.ts'
import type { Store } from '../../record/store.ts'
import type { TaskStatus } from '../../record/task-states.ts'
import type { GateRecord } from '../../record/task-story.ts'
import { escalationsAbove, type Claim, type Outcome, type SharedGate } from '../port.ts'

type Putting = {
  readonly now: Date
  readonly gateKeys: ReadonlySet<string>
  readonly isBusy: (task: number) => boolean
  /** C4. */
  readonly ownTrees: boolean
}

/** C5. */
type Commits = { readonly sharesStart: boolean }

export function putCapsule(
  { runId, run, task, capsule }: Claim,
  store: Store,
  { now, gateKeys, isBusy, ownTrees }: Putting,
): void {
  const own = ownRuns(capsule)
  const rows = capsule.rows
    .filter(
      (image) =>
        image.table !== 'tasks' || image.row['number'] === task || !isBusy(Number(image.row['number'])),
    )
    .map((image) => asHere(image, own, now))
    .map((image) =>
      image.table === 'tasks' && image.row['number'] === task ? onThisNode(image, store, ownTrees) : image,
    )
  store.putImages(withTasks(rows, store))
  store.skipNumbers(capsule.numbersAbove)
  store.skipNumbers(escalationsAbove(capsule.numbersAbove), ['escalations'])
  store.promiseNumber(runId, run)
  // Gates of the last attempt here may be open by now.
  for (const { key } of store.gates()) if (gateKeys.has(key)) store.openGate(key)
  for (const gate of capsule.gates) store.closeGate(gateHere(gate, now))
}

/** C4, C5: what is true of this node's own checkout only. */
const NODES_OWN = ['has_own_tree', 'good_commit'] as const
const nodesOwn = ({ sharesStart }: Commits): readonly string[] =>
  sharesStart ? NODES_OWN : [...NODES_OWN, 'start_commit']

function onThisNode({ table, row }: RowImage, store: Store, ownTrees: boolean): RowImage {
  const known = store.task(Number(row['number']))
  const commits = { start_commit: known?.startCommit ?? null, good_commit: known?.goodCommit ?? null }
  return { table, row: { ...row, ...commits, ...(ownTrees ? { has_own_tree: 1 } : {}) } }
}

/** Lessons and runs of other tasks may arrive without their tasks. */
const withTasks = (rows: readonly RowImage[], store: Store): readonly RowImage[] => {
  const tasks = new Set(rows.filter(({ table }) => table === 'tasks').map(({ row }) => row['number']))
  const isKnown = (task: unknown): boolean =>
    tasks.has(typeof task === 'number' ? task : -1) || (typeof task === 'number' && store.task(task) !== null)
  return rows.filter(({ table, row }) => table !== 'runs' || isKnown(row['task']))
}

/** The numbers of this node's runs. */
const ownRuns = ({ rows, ownRuns: ids }: Claim['capsule']): ReadonlySet<number> =>
  new Set(
    rows
      .filter(({ table, row }) => table === 'runs' && ids.includes(String(row['id'])))
      .map(({ row }) => Number(row['number'])),
  )

function asHere({ table, row }: RowImage, own: ReadonlySet<number>, now: Date): RowImage {
  if (table === 'runs')
    return { table, row: own.has(Number(row['number'])) ? row : { ...row, session_id: null } }
  if (table !== 'plans') return { table, row }
  // C3.
  const startsAt = Math.min(Date.parse(String(row['starts_at'])), now.getTime())
  const due = { ...row, starts_at: new Date(startsAt).toISOString() }
  return { table, row: own.has(Number(row['run'])) ? due : asElsewhere(due) }
}

/** The part of a plan's detail that another machine changes. The rest stays as it is. */
const detailSchema = v.looseObject({ plan: v.exactOptional(v.looseObject({})) })

/** C2, C6. */
function asElsewhere(row: RowImage['row']): RowImage['row'] {
  const { kind } = row
  if (kind !== 'resume' && kind !== 'rollback') return row
  const detail = parseJson(detailSchema, String(row['detail'])) ?? {}
  const differs = kind === 'resume' ? 'a new session on another machine' : String(row['differs'])
  const changed = { ...detail.plan, kind: 'retry', sessionId: null, rollbackTo: null, differs }
  return { ...row, kind: 'retry', differs, detail: JSON.stringify({ ...detail, plan: changed }) }
}

const gateHere = ({ untilMs, ...gate }: SharedGate, now: Date): GateRecord => ({
  ...gate,
  canary: null,
  until: untilMs === null ? null : new Date(now.getTime() + untilMs).toISOString(),
})

const gateThere = ({ until, canary: _, ...gate }: GateRecord, now: Date): SharedGate => ({
  ...gate,
  untilMs: until === null ? null : Date.parse(until) - now.getTime(),
})

type Left = {
  readonly now: Date
  readonly status: TaskStatus
  readonly gateKeys: ReadonlySet<string>
  readonly claimedAt: Date
} & Commits

/** The outcome of the attempt. `status` is the task's status after the loop. */
export function readOutcome(
  claim: Claim,
  store: Store,
  { now, status, gateKeys, claimedAt, sharesStart }: Left,
): Outcome {
  const { runId, retryCount, queue, task, capsule } = claim
  const run = store.find(runId)
  const closed = store.gates().filter((gate) => gateKeys.has(gate.key) || isNewBreaker(gate, claimedAt))
  const closedKeys = new Set(closed.map(({ key }) => key))
  return {
    runId,
    retryCount,
    queue,
    task,
    result: endedStatusOf(run?.status),
    status: status === 'running' || status === 'new' ? 'queued' : status,
    waitMs: Math.max(waitOf(store, task, now), run === null ? NOT_BEGUN_MS : 0),
    rows: rowsAfter(claim, store, { sharesStart }),
    gates: closed.map((gate) => gateThere(gate, now)),
    opened: capsule.gates.map(({ key }) => key).filter((key) => !closedKeys.has(key)),
    cardEvents: unsentCardEvents(store, task),
  }
}

/** They stay in the store until the outcome is settled. */
export const unsentCardEvents = (store: Store, task: number): readonly NewCardEvent[] =>
  store.pendingCardEvents(task).map(({ number: _, writtenAt, problem, ...event }) => event)

/** A breaker may hold other tasks than the one whose run closed it. */
const isNewBreaker = ({ key, closedAt }: GateRecord, claimedAt: Date): boolean =>
  key.startsWith('breaker:') && Date.parse(closedAt) >= claimedAt.getTime()

/** The delay before a task that could not start here is claimed again. */
const NOT_BEGUN_MS = 5000

function waitOf(store: Store, task: number, now: Date): number {
  const until = store.task(task)?.waitUntil ?? null
  return until === null ? 0 : Math.max(0, Date.parse(until) - now.getTime())
}

/** C4, C5. */
function keptElsewhere({ rows }: Claim['capsule'], task: number, commits: Commits): RowImage['row'] {
  const before = rows.find(({ table, row }) => table === 'tasks' && row['number'] === task)?.row ?? {}
  return Object.fromEntries(nodesOwn(commits).map((name) => [name, before[name] ?? null]))
}

/**
 * The rows of the task, its run, and new plans, lessons and escalations. Rows of earlier runs belong to their
 * writers.
 */
function rowsAfter({ runId, task, capsule }: Claim, store: Store, commits: Commits): readonly RowImage[] {
  const run = store.find(runId)?.run ?? null
  const isNew = (number: unknown): boolean => Number(number) > escalationsAbove(capsule.numbersAbove)
  return store.imagesOf(task).flatMap((image) => {
    const { table, row } = image
    switch (table) {
      case 'runs':
        return row['id'] === runId ? [{ table, row: { ...row, supervisor: null } }] : []
      case 'diagnoses':
        return row['run'] === run ? [image] : []
      case 'corrections':
        return []
      case 'escalations':
        return isNew(row['number']) ? [image] : []
      case 'tasks':
        return [{ table, row: { ...row, ...keptElsewhere(capsule, task, commits) } }]
      case 'plans':
      case 'lessons':
        return [image]
    }
  })
}
