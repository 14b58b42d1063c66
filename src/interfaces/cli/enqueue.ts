import { projectAgents } from '../../config/agent-command.ts'
import type { Config } from '../../config/config.ts'
import { findProject } from '../../record/project.ts'
import { defaultBudget } from '../../record/task.ts'
import { enqueueCard, type CardRequest, type Enqueued } from '../../scheduling/enqueue-card.ts'
import { schedulerHolder } from '../../scheduling/scheduler.ts'
import { shellWords } from '../../supervision/shell-words.ts'
import { agentIn, fallbackIn, flowIn, unreadHint } from './agent-options.ts'
import { oneLine } from './columns.ts'
import type { Arguments, RunCommand } from './command.ts'
import { compareIn } from './compare-option.ts'
import { cardArgument, typedCard } from './named-work.ts'
import { ownTreeIn } from './own-tree.ts'
import { trustedConfig } from './project-config.ts'
import { openQueue } from './queue-house.ts'
import { budgetIn, limitsIn } from './task-options.ts'
import { shownJson } from '../shown.ts'
import { countOf } from '../../signals/count-of.ts'

export const runEnqueue: RunCommand = async (args, terminal) => {
  // What the file says is copied into the task, which is the person's own from then on.
  const config = await trustedConfig(args, terminal)
  const request = requestOf(args, config)
  const house = await openQueue(terminal)
  try {
    const enqueued = enqueueCard(request, house)
    const { placement } = enqueued
    const isHeld = schedulerHolder(house) !== null
    terminal.out(
      args.flag('json')
        ? `${shownJson({ format: 'mayday.enqueue/1', ...enqueued }, 2)}\n`
        : `${[`${told(enqueued)} ${isHeld ? 'The scheduler takes it up by itself.' : 'Start: mayday work'}`, ...unreadHint(placement)].join('\n')}\n`,
    )
    return 0
  } finally {
    house.store.close()
  }
}

function requestOf(args: Arguments, config: Config): CardRequest {
  const path = cardArgument(args, 'enqueue')
  const project = findProject(process.cwd(), process.env)
  const who = agentIn(
    args,
    config,
    `enqueue needs an agent or a command. Try: ${shellWords(['mayday', 'enqueue', path])} --agent claude, or: ${shellWords(['mayday', 'enqueue', path])} -- ./agent.sh '{prompt}'`,
  )
  return {
    path: typedCard(path, project),
    flow: flowIn(args),
    ...who,
    verify: args.text('verify') ?? config.stages.verify ?? null,
    setup: args.text('setup') ?? config.stages.setup ?? null,
    limits: { ...config.limits, ...limitsIn(args) },
    budget: budgetIn(args, { ...defaultBudget, ...config.budget }),
    hasOwnTree: ownTreeIn(args, project),
    comparesTests: compareIn(args, config, project),
    fallback: fallbackIn(args, config, who),
    agents: projectAgents(config),
  }
}

function told(enqueued: Enqueued): string {
  const { task, flow, card } = { ...enqueued.task, card: oneLine(enqueued.task.card ?? '') }
  if (enqueued.kind === 'deferred')
    return `${card} is deferred as task ${task} (${flow}): ${countOf(enqueued.depth, 'card holds', 'cards hold')} a lock and at most ${enqueued.limit} may. It is kept and comes in by itself.`
  const late = enqueued.isDelayed
    ? ` ${countOf(enqueued.depth - 1, 'card is', 'cards are')} before it or running now: it may take a while.`
    : ''
  return `${card} is queued as task ${task} (${flow}).${late}`
}
