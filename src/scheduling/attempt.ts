/** One attempt at a task: its prompt, its command, its run. */
import { orUnknown } from '../reasons/reason.ts'
import { shows } from '../reasons/table.ts'
import { agentProfiles } from '../agents/profiles.ts'
import { randomUUID } from 'node:crypto'
import { lessonsFor } from '../memory/lessons-for.ts'
import { buildPrompt } from '../memory/prompt.ts'
import type { PreviousAttempt } from '../memory/prompt-parts.ts'
import { attemptsLeft } from '../recovery/attempts-left.ts'
import { leftOf, spentBy } from '../recovery/budgets.ts'
import type { Plan } from '../recovery/plan.ts'
import { customReasonsIn, fixedColumnsOf, isCounted } from '../recovery/policy.ts'
import { failureOf } from '../record/run.ts'
import type { DecidedOn, RunRecord } from '../record/run.ts'
import type { RunResult } from '../record/run-result.ts'
import type { Budget, TaskRecord } from '../record/task.ts'
import type { LessonRecord } from '../record/task-story.ts'
import { startedAs } from '../supervision/agent-environment.ts'
import { prepareAgent, type PreparedAgent } from '../supervision/prepare-agent.ts'
import { taskLimits } from '../supervision/default-limits.ts'
import { startRun } from '../supervision/start-run.ts'
import { factsOf } from './facts-of.ts'
import { pastOf } from './past-of.ts'
import { hintFor } from './retry-task.ts'
import type { TaskContext } from './task-context.ts'
import { workFolder } from './work-folder.ts'
import { newestWork, startOf } from './save-work.ts'

export type PreparedAttempt = {
  readonly prompt: string
  readonly agent: PreparedAgent
  /** Describes the part of the context that was left out. Null if everything fitted. */
  readonly cut: string | null
}

/** Builds the input of the next attempt. It changes nothing: `--dry-run` shows it too. */
export async function prepareAttempt(
  task: TaskRecord,
  runs: readonly RunRecord[],
  plan: Plan | null,
  context: TaskContext,
): Promise<PreparedAttempt> {
  const { store, lessons: settings } = context
  const lessons = lessonsFor(store.lessons({}), task)
  const { text: prompt, cut } = buildPrompt({
    task,
    attempt: runs.length + 1,
    hint: hintFor(task, context),
    budgetLeft: budgetLeft(task, runs, context),
    lessons,
    previous: runs.flatMap((run) => previousOf(run, lessons)),
    differs: plan === null || plan.differs === '' ? null : plan.differs,
    wantsOtherApproach: hasOwnFault(runs, plan, context),
    saved: newestWork(task, context),
    handoff: await handoffFor(plan, runs, context),
    customReasons: customReasonsIn(context.overrides),
    ...(settings.promptBytes === undefined ? {} : { contextBytes: settings.promptBytes }),
    ...(settings.template === undefined ? {} : { template: settings.template }),
  })
  const sessionId = plan?.kind === 'resume' ? plan.sessionId : null
  const agent = prepareAgent({
    agent: task.agent,
    argv: task.argv,
    prompt,
    sessionId,
    newSession: randomUUID(),
    agents: context.agents ?? agentProfiles,
  })
  return { prompt, cut, agent }
}

function budgetLeft(task: TaskRecord, runs: readonly RunRecord[], context: TaskContext): Budget {
  const { overrides, isPaced } = context
  const spent = spentBy(runs, task.sinceRun, overrides)
  return {
    ...leftOf(task.budget, spent),
    attempts: attemptsLeft({ task, runs, overrides, spent, isPaced }),
  }
}

/** The work itself failed and starts again. The same approach would fail again. */
function hasOwnFault(runs: readonly RunRecord[], plan: Plan | null, { overrides }: TaskContext): boolean {
  const last = runs.at(-1)
  const reason = last === undefined ? null : failureOf(last)
  const isNew = plan === null || plan.kind === 'retry' || plan.kind === 'rollback'
  return isNew && reason !== null && isCounted(reason, overrides)
}

/** The last words of the interrupted session, for a new one. A resumed session already knows them. */
async function handoffFor(
  plan: Plan | null,
  runs: readonly RunRecord[],
  context: TaskContext,
): Promise<string | null> {
  // A run that was never launched left nothing. The run before it did.
  const last = runs.findLast((run) => !shows(failureOf(run), 'nothing'))
  if (plan === null || plan.kind === 'resume' || last === undefined) return null
  if (!fixedColumnsOf(orUnknown(failureOf(last))).handOff) return null
  const elsewhere = context.wordsElsewhere?.[last.runId]
  const words = elsewhere ?? (await factsOf(last, context))?.lastWords ?? ''
  return words === '' ? null : words
}

/** Empty if the run did not fail, or if a person says so. */
function previousOf(run: RunRecord, lessons: readonly LessonRecord[]): readonly PreviousAttempt[] {
  const outcome = failureOf(run)
  if (outcome === null) return []
  const lesson = lessons.find(({ runId }) => runId === run.runId)
  const error = lesson?.error ?? run.summary
  return [{ attempt: run.attempt, approach: lesson?.attempted ?? '', outcome, error }]
}

/** Starts the run and supervises it until it ends. */
export async function startAttempt(
  task: TaskRecord,
  runs: readonly RunRecord[],
  attempt: PreparedAttempt,
  plan: Plan | null,
  context: TaskContext,
  { runId, decidedOn }: { readonly runId: string; readonly decidedOn: DecidedOn },
): Promise<RunResult> {
  const { project, env } = context
  const { agent, prompt } = attempt
  return startRun(
    {
      project,
      ...startedAs(agent, env),
      cwd: workFolder(task, context),
      agent: task.agent,
      task: task.task,
      past: pastOf(task, runs, context),
      runId,
      decidedOn,
      ...(task.card === null ? {} : { card: task.card }),
      title: task.title,
      prompt,
      isPromptGiven: agent.stdin === null,
      flow: task.flow,
      phase: task.phase,
      setup: task.setup,
      baseline: task.baseline,
      verify: task.verify,
      limits: { ...taskLimits, ...task.limits, ...plan?.limits },
      expectChanges: task.expectChanges,
      ...(task.comparesTests ? { compare: { start: startFor(task, runs, context) } } : {}),
    },
    context,
  )
}

/** The commit of the start snapshot: no agent can change it. Only the first attempt may start without a snapshot. */
const startFor = (task: TaskRecord, runs: readonly RunRecord[], context: TaskContext): string | null =>
  startOf(task, context)?.commit ?? (runs.length === 0 ? null : `refs/mayday/tasks/${task.taskId}/1`)
