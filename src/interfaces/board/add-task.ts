/** Adds a task, as `mayday add`. Values that the request does not contain come from mayday.yaml. */
import { agentCommand, projectAgents } from '../../config/agent-command.ts'
import { defaultBudget, readsOnly, type NewTask } from '../../record/task.ts'
import { titleOf } from '../../record/title-of.ts'
import { schedulerHolder } from '../../scheduling/scheduler-lease.ts'
import { redact } from '../../secrets/secrets.ts'
import { prepareAgent } from '../../supervision/prepare-agent.ts'
import { parseValue } from '../cli/parse/value-type.ts'
import { flow } from '../cli/parse/value-types.ts'
import { RequestError } from './request-error.ts'
import type { BodyOf } from './bodies.ts'
import type { BoardContext } from './context.ts'

const MINUTE_MS = 60_000

type Body = BodyOf<'tasks/add'>

export function addTask({ body }: { readonly body: Body }, context: BoardContext): string {
  const { task } = context.store.addTask(taskIn(body, context), context.clock.now().toISOString())
  return schedulerHolder(context) === null
    ? `Task ${task} is queued, but no scheduler is running.`
    : `Task ${task} is queued: the scheduler will start it.`
}

function taskIn(body: Body, { config }: BoardContext): NewTask {
  const { stages } = config
  const who = agentCommand(agentIn(body, config), config)
  const prompt = redact(body.prompt)
  prepareAgent({ ...who, prompt, sessionId: null, agents: projectAgents(config) })
  const flowName = parseValue(flow, body.flow ?? 'implement', "'flow'")
  return {
    title: redact(body.title ?? titleOf(body.prompt)),
    prompt,
    ...who,
    cwd: '.',
    flow: flowName,
    phase: body.phase ?? null,
    setup: stages.setup ?? null,
    baseline: stages.baseline ?? null,
    verify: body.verify ?? stages.verify ?? null,
    expectChanges: !readsOnly(flowName),
    limits: {
      ...config.limits,
      ...(typeof body.timeoutMinutes !== 'number' ? {} : { timeoutMs: body.timeoutMinutes * MINUTE_MS }),
    },
    budget: {
      ...defaultBudget,
      ...config.budget,
      ...(typeof body.attempts !== 'number' ? {} : { attempts: body.attempts }),
      ...(typeof body.costUsd !== 'number' ? {} : { costUsd: body.costUsd }),
    },
  }
}

function agentIn(body: Body, config: BoardContext['config']): string {
  const named = body.agent ?? config.agent
  if (named !== undefined) return named
  throw new RequestError(
    400,
    'NO_AGENT',
    "No agent is known. Name one in the request ('agent', see /api/v1/agents).",
  )
}
