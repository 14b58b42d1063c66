import { cardInside } from '../../cards/card-place.ts'
import { agentCommand, projectAgents } from '../../config/agent-command.ts'
import { defaultBudget, type TaskRecord } from '../../record/task.ts'
import { enqueueCard, type CardRequest } from '../../scheduling/enqueue-card.ts'
import { taskOfCard } from '../../scheduling/find-card.ts'
import { resetCard } from '../../scheduling/reset-card.ts'
import { schedulerHolder } from '../../scheduling/scheduler-lease.ts'
import { parseValue } from '../cli/parse/value-type.ts'
import { flow } from '../cli/parse/value-types.ts'
import { countOf } from '../../signals/count-of.ts'
import { RequestError } from './request-error.ts'
import type { ActionPath, BodyOf } from './bodies.ts'
import type { BoardContext } from './context.ts'
import { cancel, retry, type Action } from './task-actions.ts'

type CardPath = Extract<ActionPath, `cards/${string}`>
type OfCard = BodyOf<'cards/retry'>

export const cardActions: { readonly [Path in CardPath]: Action<Path> } = {
  'cards/enqueue': enqueue,
  'cards/retry': ({ body }, context) => retry(carried(body, context), context),
  'cards/cancel': ({ body }, context) => cancel(carried(body, context), context),
  'cards/reset': reset,
}

type Place = ReturnType<typeof cardInside>

/** Rejects every path that leads out of the project, also through a link. */
const placeIn = ({ card }: OfCard, { project }: BoardContext): Place => cardInside(project.root, card)

function carried(body: OfCard, context: BoardContext): TaskRecord {
  const { absolute, relative } = placeIn(body, context)
  const task = taskOfCard(absolute, context)
  if (task !== null) return task
  throw new RequestError(
    409,
    'NEVER_QUEUED',
    `${relative} was never enqueued: there is nothing to retry or cancel.`,
  )
}

function enqueue({ body }: { readonly body: BodyOf<'cards/enqueue'> }, context: BoardContext): string {
  const place = placeIn(body, context)
  const { relative } = place
  const enqueued = enqueueCard(requestOf(body, place, context), context)
  if (enqueued.kind === 'deferred')
    return `${relative} is deferred: ${countOf(enqueued.depth, 'card holds', 'cards hold')} a lock and at most ${enqueued.limit} may. It is queued automatically when there is room.`
  return schedulerHolder(context) === null
    ? `${relative} is queued, but no scheduler is running. Start one: mayday work`
    : `${relative} is queued: the scheduler will start it.`
}

/** Keeps the values of the last enqueue. The config provides the rest. */
function requestOf(
  body: BodyOf<'cards/enqueue'>,
  { absolute, relative }: Place,
  context: BoardContext,
): CardRequest {
  const { config } = context
  const before = taskOfCard(absolute, context)
  return {
    path: absolute,
    flow: parseValue(flow, body.flow ?? before?.flow ?? 'implement', "'flow'"),
    ...agentOf({ named: body.agent ?? undefined, before, card: relative }, context),
    setup: before?.setup ?? config.stages.setup ?? null,
    verify: before?.verify ?? config.stages.verify ?? null,
    limits: before?.limits ?? config.limits,
    budget: before?.budget ?? { ...defaultBudget, ...config.budget },
    hasOwnTree: before?.hasOwnTree ?? false,
    comparesTests: before?.comparesTests ?? config.stages.compare ?? false,
    fallback: before?.fallback ?? [],
    agents: projectAgents(config),
  }
}

type AgentWanted = {
  readonly named: string | undefined
  readonly before: TaskRecord | null
  readonly card: string
}

function agentOf(
  { named, before, card }: AgentWanted,
  { config }: BoardContext,
): Pick<CardRequest, 'agent' | 'argv'> {
  if (named === undefined && before !== null) return { agent: before.agent, argv: before.argv }
  const chosen = named ?? config.agent
  if (chosen !== undefined) return agentCommand(chosen, config)
  throw new RequestError(
    400,
    'NO_AGENT',
    `No agent is known for ${card}. Name one in the request ('agent', see /api/v1/agents), or name the default in mayday.yaml ('agent: claude') and start the board again.`,
  )
}

/** Without a confirmation, the answer says what a reset keeps. */
function reset({ body }: { readonly body: BodyOf<'cards/reset'> }, context: BoardContext): string {
  const { absolute, relative } = placeIn(body, context)
  if (body.confirm !== true)
    throw new RequestError(
      409,
      'CONFIRM',
      `Reset sets ${relative} back to idle, takes it out of the queue and releases its locks. Its text, its History, its place and all recorded runs stay. To confirm, send confirm: true.`,
    )
  const { before, released } = resetCard(absolute, context)
  const locks = countOf(released.length, 'lock')
  return `${relative} is idle again; it was ${before.status ?? 'idle'}. ${locks} released.`
}
