import { projectAgents } from '../../../config/agent-command.ts'
import type { Config } from '../../../config/config.ts'
import { findProject } from '../../../record/project.ts'
import { defaultBudget } from '../../../record/task.ts'
import { enqueueCard, type CardRequest, type Enqueued } from '../../../scheduling/enqueue-card.ts'
import { schedulerHolder } from '../../../scheduling/scheduler-lease.ts'
import { shellWords } from '../../../supervision/shell-words.ts'
import { agentIn, fallbackIn, unreadHint } from '../parse/agent-options.ts'
import { oneLine } from '../screen/columns.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { typedCard } from '../record/find-card.ts'
import { ownTreeIn } from './own-tree.ts'
import { trustedConfig } from '../config/project-config.ts'
import { openQueue } from '../record/queue-context.ts'
import { budgetIn, compareIn, limitsIn, type TaskAsked } from '../parse/task-options.ts'
import { countOf } from '../../../signals/count-of.ts'
import { startWords } from '../fleet/stranded.ts'

export type EnqueueAsked = TaskAsked & { readonly card: string; readonly label: readonly string[] }

export async function runEnqueue(
  asked: EnqueueAsked,
  screen: Screen<Answer<'mayday.enqueue/2'>>,
): Promise<number> {
  // Values of the config are copied into the task. From then on they belong to the user's task.
  const config = await trustedConfig(asked, screen)
  const request = requestOf(asked, config)
  using context = await openQueue({ shared: 'adds' })
  const enqueued = enqueueCard(request, context)
  await context.ship?.({ labels: asked.label })
  const next =
    context.ship !== undefined
      ? await startWords(enqueued.task.task, context)
      : schedulerHolder(context) === null
        ? 'Start: mayday work'
        : 'The scheduler will start it.'
  return screen.answer(
    enqueued,
    () => `${[`${told(enqueued)} ${next}`, ...unreadHint(enqueued.placement)].join('\n')}\n`,
  )
}

function requestOf(asked: EnqueueAsked, config: Config): CardRequest {
  const project = findProject(process.cwd(), process.env)
  const command = shellWords(['mayday', 'enqueue', asked.card])
  const who = agentIn(
    asked,
    config,
    `enqueue needs an agent or a command. Try: ${command} --agent claude, or: ${command} -- ./agent.sh '{prompt}'`,
  )
  return {
    path: typedCard(asked.card, project),
    flow: asked.flow,
    ...who,
    verify: asked.verify ?? config.stages.verify ?? null,
    setup: asked.setup ?? config.stages.setup ?? null,
    limits: { ...config.limits, ...limitsIn(asked) },
    budget: budgetIn(asked, { ...defaultBudget, ...config.budget }),
    hasOwnTree: ownTreeIn(asked.worktree, project),
    comparesTests: compareIn(asked, config, project),
    fallback: fallbackIn(asked.fallback, config, who),
    agents: projectAgents(config),
  }
}

function told(enqueued: Enqueued): string {
  const { task, flow, card } = { ...enqueued.task, card: oneLine(enqueued.task.card ?? '') }
  if (enqueued.kind === 'deferred')
    return `${card} is deferred as task ${task} (${flow}): ${countOf(enqueued.depth, 'card holds', 'cards hold')} a lock and at most ${enqueued.limit} may. It is kept and queued automatically when there is room.`
  const late = enqueued.isDelayed
    ? ` ${countOf(enqueued.depth - 1, 'card is', 'cards are')} before it or running now: it may take a while.`
    : ''
  return `${card} is queued as task ${task} (${flow}).${late}`
}
