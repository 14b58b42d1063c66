/**
 * Adds a card to the queue.
 *
 * - Q1 A card with a live or queued run is refused. A card that contradicts the record is refused too.
 * - Q2 Over the hard limit, or if other cards are deferred, the card is deferred: it gets no lock and its file is not
 *   changed.
 * - Q3 A prompt that the agent cannot take (for example, too long for a command line) is refused before anything is
 *   written.
 */
import { agentProfiles } from '../agents/profiles.ts'
import { cardPrompt } from '../cards/card-prompt.ts'
import { cardInside, cardKey } from '../cards/card-place.ts'
import type { Card } from '../cards/card.ts'
import { findImpossible } from '../cards/card-states.ts'
import { readCard } from '../cards/read-card.ts'
import { isLive } from '../record/run.ts'
import { readsOnly, type Budget, type TaskLimits, type TaskRecord, type TaskSpec } from '../record/task.ts'
import { redact, secretsFromEnv } from '../secrets/secrets.ts'
import { prepareAgent, type Placement, type PreparedAgent } from '../supervision/prepare-agent.ts'
import type { AgentProfile } from '../supervision/profiles/profile.ts'
import { admit, admitDeferred } from './admit.ts'
import { CardBusyError, ImpossibleCardError, UnwrittenCardError } from './card-errors.ts'
import { writeCard } from './card-events.ts'
import { hardLimit, limitsNow, softLimit } from './limits.ts'
import { noteTask } from './note-task.ts'
import { taskOfCard } from './find-card.ts'
import type { QueueContext } from './locks.ts'
import { settleAbandoned } from './abandoned-task.ts'

export type CardRequest = {
  /** Absolute. */
  readonly path: string
  readonly flow: string
  readonly agent: string | null
  readonly argv: readonly string[] | null
  readonly setup: string | null
  readonly verify: string | null
  readonly limits: TaskLimits
  readonly budget: Budget
  readonly hasOwnTree: boolean
  readonly fallback: readonly string[]
  readonly comparesTests?: boolean
  /** The agent profiles of the project, if it has any. */
  readonly agents?: readonly AgentProfile[]
}

export type Enqueued =
  | {
      readonly kind: 'queued'
      readonly task: TaskRecord
      readonly runId: string
      /** How many cards are locked, this one included. */
      readonly depth: number
      /** Over the soft limit: the card has to wait for a while. */
      readonly isDelayed: boolean
    }
  | { readonly kind: 'deferred'; readonly task: TaskRecord; readonly depth: number; readonly limit: number }

export function enqueueCard(
  request: CardRequest,
  context: QueueContext,
): Enqueued & { readonly placement: Placement } {
  const { store, project, clock } = context
  const { absolute, relative: path } = cardInside(project.root, request.path)
  const key = cardKey(absolute)
  const found = taskOfCard(absolute, context)
  const known = found === null ? null : settleAbandoned(found, context)
  checkFree(path, known, context)
  if (known !== null) writeCard(known, context)
  const card = readCard(absolute)
  checkPossible(card, path, key, context)
  const place = { card: path, cardKey: key, title: redact(card.title, secretsFromEnv(process.env)) }
  const spec = specOf(request, card, place)
  const { placement } = checkPrompt(spec, request.agents)
  // The new task has no lock yet. The lock comes when the task is queued.
  const task = known ?? store.addTask(spec, clock.now().toISOString(), 'card')
  if (known !== null) store.updateTask(known.task, spec)
  const queued = queueCard(store.task(task.task) ?? task, 'enqueue', context)
  // This overrides an earlier decision to skip or cancel the task.
  if (known !== null) noteTask('enqueue', known, context)
  return { ...queued, placement }
}

/** Q3. */
export const checkPrompt = (
  { agent, argv, prompt }: Pick<TaskSpec, 'agent' | 'argv' | 'prompt'>,
  agents: readonly AgentProfile[] = agentProfiles,
): PreparedAgent => prepareAgent({ agent, argv, prompt, sessionId: null, agents })

/** Q2. A person asked for it, so the counters are reset. */
export function queueCard(task: TaskRecord, event: 'retry' | 'enqueue', context: QueueContext): Enqueued {
  const { store, clock } = context
  const { concurrency } = limitsNow(context)
  admitDeferred(context)
  const limit = hardLimit(concurrency)
  const sinceRun = store.runsOf(task.task).at(-1)?.run ?? 0
  const before = store.lockedTasks()
  if (before >= limit || store.countTasks('deferred') > 0) {
    const set = { nextRunId: null, sinceRun }
    store.move(task.task, event, { at: clock.now().toISOString(), to: 'deferred', set })
    return { kind: 'deferred', task: again(task, context), depth: before, limit }
  }
  const admitted = admit(task, context, { event, sinceRun })
  if ('problem' in admitted) throw new UnwrittenCardError(task.card ?? '', admitted.problem)
  const isDelayed = before >= softLimit(concurrency)
  return { kind: 'queued', task: again(task, context), runId: admitted.runId, depth: before + 1, isDelayed }
}

const again = (task: TaskRecord, { store }: QueueContext): TaskRecord => store.task(task.task) ?? task

/** Q1. */
function checkFree(path: string, task: TaskRecord | null, { store }: QueueContext): void {
  if (task === null) return
  const live = store.runsOf(task.task).find(isLive)
  if (live !== undefined) throw new CardBusyError(path, `being worked on by run ${live.run}`)
  if (task.status === 'queued') throw new CardBusyError(path, 'already queued')
  if (task.status === 'deferred') throw new CardBusyError(path, 'already deferred')
}

/** Q1: compares the file with the record. */
export function checkPossible(card: Card, path: string, key: string, { store }: QueueContext): void {
  const task = store.taskOfCard(key)
  const lock = store.locks().find((one) => one.kind === 'card' && one.key === key) ?? null
  const live = task === null ? undefined : store.runsOf(task.task).find(isLive)
  const why = findImpossible(
    { ...card, path },
    { liveRun: live?.run ?? null, lock, isQueued: task !== null && task.nextRunId !== null },
  )
  if (why !== null) throw new ImpossibleCardError(why)
}

const specOf = (
  request: CardRequest,
  card: Card,
  place: Pick<TaskSpec, 'card' | 'cardKey' | 'title'>,
): TaskSpec => ({
  ...place,
  prompt: cardPrompt({ ...card, path: place.card ?? card.path }, request.flow),
  agent: request.agent,
  argv: request.argv,
  cwd: '.',
  flow: request.flow,
  // `5.2` is the second card of phase 5.
  phase: card.phase?.replace('.', '-') ?? null,
  setup: request.setup,
  baseline: null,
  verify: request.verify,
  expectChanges: !readsOnly(request.flow),
  limits: request.limits,
  budget: request.budget,
  isParallel: card.isParallel,
  hasOwnTree: request.hasOwnTree,
  fallback: request.fallback,
  comparesTests: request.comparesTests ?? false,
})
