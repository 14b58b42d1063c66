/** Works on one claim, from its capsule to its outcome. The attempt uses the same code as on a single machine. */
import { isDiskTrouble } from '../../record/disk-error.ts'
import { LiveRunError, TakenOverError } from '../../record/store-errors.ts'
import type { TaskRecord } from '../../record/task.ts'
import type { TaskStatus } from '../../record/task-states.ts'
import { redact, secretsFromEnv } from '../../secrets/secrets.ts'
import { factsOf } from '../../scheduling/facts-of.ts'
import { giveUp } from '../../scheduling/give-up.ts'
import { runTask } from '../../scheduling/run-task.ts'
import type { TaskContext } from '../../scheduling/task-context.ts'
import { TaskBusyError } from '../../scheduling/task-lease.ts'
import { choicesFor, needsOf, type NodeAbilities } from '../needs.ts'
import type { Claim, Outcome } from '../port.ts'
import { crashPoint } from '../../supervision/crash-point.ts'
import { beginTree } from '../trees/begin-tree.ts'
import type { GitRemote } from '../trees/git-remote.ts'
import { handOver } from '../trees/hand-over.ts'
import type { Push } from '../trees/task-branch.ts'
import type { TreePolicy } from '../trees/tree-policy.ts'
import type { Turns } from '../trees/turns.ts'
import { worksInside } from '../harmless.ts'
import { taskRecordOfImage } from '../task-image.ts'
import { putCapsule, readOutcome } from './capsule.ts'

/** The interval at which a run of another process is checked. */
const LOOK_EVERY_MS = 250

export type ClaimedWork = {
  readonly claim: Claim
  readonly claimedAt: Date
  /** True if the capsule is already in the store. The attempt may have started too. */
  readonly hasBegun: boolean
  /** The branch on the remote when the attempt began. Undefined if its work tree is not made yet. */
  readonly expected?: string | null | undefined
}

export type TreeSource = {
  readonly remote: GitRemote
  readonly mainBranch: string | null
  readonly policy: TreePolicy
  readonly turns: Turns
}

export type WorkContext = Omit<TaskContext, 'accounts' | 'usedAgent' | 'isPaced'> & {
  readonly abilities: NodeAbilities
  readonly isBusy: (task: number) => boolean
  readonly ownTrees: boolean
  /** Where work trees come from; null if tasks work in this checkout. */
  readonly trees: TreeSource | null
  /** Called when the capsule is in the store. */
  readonly onPut: () => void
  /** Called when the work tree is made. `expected`: its branch on the remote. */
  readonly onTree: (expected: string | null) => void
  /** Takes care of a run whose supervisor is gone. */
  readonly startAdopter: () => void
}

export async function workOnClaim(work: ClaimedWork, context: WorkContext): Promise<Outcome> {
  const { claim, claimedAt, hasBegun } = work
  const { store, clock, abilities, isBusy } = context
  const choices = choicesOf(claim, abilities)
  const sharesStart = context.trees !== null
  const gateKeys = new Set(choices.flatMap(({ gates }) => gates))
  if (!hasBegun) {
    putCapsule(claim, store, { now: clock.now(), gateKeys, isBusy, ownTrees: context.ownTrees })
    context.onPut()
    crashPoint('fleet capsule put')
  }
  if (!choices.some(({ agent, account }) => agent === claim.agent && account === claim.account))
    return readOutcome(claim, store, {
      now: clock.now(),
      status: refuse(claim, context),
      gateKeys,
      claimedAt,
      sharesStart,
    })
  const accounts = Object.fromEntries(choices.map(({ agent, account }) => [agent, account]))
  const using = {
    ...context,
    accounts,
    usedAgent: claim.agent,
    isPaced: true,
    wordsElsewhere: claim.lastWords ?? {},
  }
  const tree = await treeFor(work, using)
  const status = tree.kind === 'made' ? await attempt(claim, using) : tree.status
  const left = { now: clock.now(), gateKeys, claimedAt, sharesStart }
  const push = tree.kind === 'made' ? await leaveWork(claim.task, tree.expected, using) : null
  const lastWords = await wordsOf(claim.runId, using)
  return { ...readOutcome(claim, store, { ...left, status }), push, ...lastWords }
}

/** Enough for a hand-off. */
const MOST_WORDS = 4000

async function wordsOf(runId: string, context: TaskContext): Promise<{ readonly lastWords?: string }> {
  const run = context.store.find(runId)
  const words = run === null ? '' : ((await factsOf(run, context))?.lastWords ?? '')
  return words === '' ? {} : { lastWords: redact(words, secretsFromEnv(context.env)).slice(-MOST_WORDS) }
}

type MadeTree =
  | { readonly kind: 'made'; readonly expected: string | null }
  | { readonly kind: 'refused'; readonly status: TaskStatus }

/** Without a remote the task works in this checkout. A person must repair a remote that cannot be used. */
async function treeFor(
  { claim: { task, branch }, expected }: ClaimedWork,
  context: TaskContext & Pick<WorkContext, 'trees' | 'onTree'>,
): Promise<MadeTree> {
  const { trees, store } = context
  if (trees === null || branch === undefined) return { kind: 'made', expected: null }
  if (expected !== undefined) return { kind: 'made', expected }
  try {
    const there = await beginTree(recordOf(task, store), branch, { ...context, ...trees })
    context.onTree(there)
    return { kind: 'made', expected: there }
  } catch (error) {
    if (isDiskTrouble(error)) throw error
    const actions = [`mayday retry --task ${task}`, `mayday skip ${task}`]
    return { kind: 'refused', status: giveUp(task, error, context, { seen: 'running', actions }) }
  }
}

function recordOf(task: number, store: TaskContext['store']): TaskRecord {
  const record = store.task(task)
  if (record === null) throw new Error(`task ${task} is not in the store of this node`)
  return record
}

const leaveWork = (
  task: number,
  expected: string | null,
  context: TaskContext & Pick<WorkContext, 'trees'>,
): Promise<Push | null> =>
  context.trees === null
    ? Promise.resolve(null)
    : handOver(recordOf(task, context.store), expected, { ...context, policy: context.trees.policy })

/** The task was queued with fewer needs than it has now. */
const refuse = ({ task }: Claim, context: WorkContext): TaskStatus =>
  giveUp(task, 'the task asks for something that this node does not allow', context, { seen: 'running' })

function choicesOf({ task, capsule }: Claim, abilities: NodeAbilities): ReturnType<typeof choicesFor> {
  const image = capsule.rows.find(({ table, row }) => table === 'tasks' && row['number'] === task)
  // Labels were the claim's business.
  const record = image === undefined ? null : taskRecordOfImage(image)
  if (record === null || !worksInside(record)) return []
  return choicesFor(needsOf(record, []), abilities)
}

/** Waits for a run that was started before a restart, and then plans the next step here. */
async function attempt(
  { runId, task }: Claim,
  context: TaskContext & Pick<WorkContext, 'startAdopter'>,
): Promise<TaskStatus> {
  for (;;)
    try {
      return (await runTask(task, context, { waits: false, only: runId })).status
    } catch (error) {
      if (isDiskTrouble(error) || error instanceof TakenOverError) throw error
      if (!(error instanceof LiveRunError || error instanceof TaskBusyError))
        return giveUp(task, error, context, { seen: 'running' })
      context.startAdopter()
      await context.clock.nap(LOOK_EVERY_MS, new AbortController().signal)
    }
}
