/** Adds a task, as `mayday add`. What the request does not say comes from mayday.yaml. */
import { agentCommand, projectAgents } from '../../config/agent-command.ts'
import { defaultBudget, readsOnly } from '../../record/task.ts'
import { schedulerHolder } from '../../scheduling/scheduler-lease.ts'
import { redact } from '../../secrets/secrets.ts'
import { prepareAgent } from '../../supervision/prepare-agent.ts'
import { parseValue } from '../cli/parse/value-type.ts'
import { flow } from '../cli/parse/value-types.ts'
import { RequestError } from './answer.ts'
import type { BodyOf } from './bodies.ts'
import type { BoardContext } from './context.ts'

const LONGEST_TITLE = 200
const MINUTE_MS = 60_000

const titleOf = (prompt: string): string =>
  prompt
    .trim()
    .split('\n', 1)
    .join('')
    .replace(/^#+\s*/, '')
    .slice(0, LONGEST_TITLE)

export function addTask({ body }: { readonly body: BodyOf<'tasks/add'> }, context: BoardContext): string {
  const { store, clock, config } = context
  const named = body.agent ?? config.agent
  if (named === undefined)
    throw new RequestError(
      400,
      'NO_AGENT',
      "No agent is known. Name one in the request ('agent', see /api/v1/agents).",
    )
  const who = agentCommand(named, config)
  const prompt = redact(body.prompt)
  prepareAgent({ ...who, prompt, sessionId: null, agents: projectAgents(config) })
  const flowName = parseValue(flow, body.flow ?? 'implement', "'flow'")
  const task = store.addTask(
    {
      title: redact(body.title ?? titleOf(body.prompt)),
      prompt,
      ...who,
      cwd: '.',
      flow: flowName,
      phase: body.phase ?? null,
      setup: config.stages.setup ?? null,
      baseline: config.stages.baseline ?? null,
      verify: body.verify ?? config.stages.verify ?? null,
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
    },
    clock.now().toISOString(),
  )
  return schedulerHolder(context) === null
    ? `Task ${task.task} is queued, but no scheduler is running.`
    : `Task ${task.task} is queued: the scheduler will start it.`
}
