/** The actions on all tasks or runs of one failure. Each calls the same function as the action on one of them. */
import { customReasonsOf } from '../../config/custom-reasons.ts'
import { MaydayError } from '../../errors.ts'
import { parseCorrection } from '../../record/parse-correction.ts'
import { isLive } from '../../record/run.ts'
import { correctRun } from '../../scheduling/accept-run.ts'
import { countOf } from '../../signals/count-of.ts'
import { findCause } from '../../views/failure-groups.ts'
import { RequestError } from './request-error.ts'
import type { ActionPath, BodyOf } from './bodies.ts'
import type { BoardContext } from './context.ts'
import { findRun } from './run-files.ts'
import { retry, type Action } from './task-actions.ts'

type FailurePath = Extract<ActionPath, `failures/${string}` | 'runs/correct'>

export const failureActions: { readonly [Path in FailurePath]: Action<Path> } = {
  'failures/:key/ack': ({ part, body }, context) => {
    const { cause } = findCause(part('key'), context.store)
    context.store.acknowledgeCause(cause, { at: context.clock.now().toISOString(), note: body.note ?? null })
    return `Failure ${cause} is acknowledged until it happens again.`
  },
  'failures/:key/unack': ({ part }, context) => {
    const { cause } = findCause(part('key'), context.store)
    context.store.acknowledgeCause(cause, null)
    return `Failure ${cause} is open again.`
  },
  'failures/:key/retry': retryAll,
  'runs/correct': ({ body }, context) => correctAll(body, context),
}

/** A task that cannot be retried does not prevent the retry of the others. The answer names it. */
async function retryAll(
  { part, body }: Parameters<Action<'failures/:key/retry'>>[0],
  context: BoardContext,
): Promise<string> {
  const { cause } = findCause(part('key'), context.store)
  const known = new Set(context.store.tasksOfCauses([cause]).map(({ task }) => task))
  const stranger = body.tasks.find((task) => !known.has(task))
  if (stranger !== undefined)
    throw new RequestError(400, 'BODY', `Task ${stranger} did not fail this way: it is not retried.`)
  const refused: string[] = []
  for (const number of body.tasks) {
    const why = await refusalOf(number, body, context)
    if (why !== null) refused.push(why)
  }
  const done = body.tasks.length - refused.length
  if (done === 0) throw new RequestError(409, 'REFUSED', refused[0] ?? 'There is no task to retry.')
  return `${countOf(done, 'task is', 'tasks are')} tried again.${refused.length === 0 ? '' : ` Not retried: ${refused.join(' ')}`}`
}

async function refusalOf(
  number: number,
  { hint, agent }: BodyOf<'failures/:key/retry'>,
  context: BoardContext,
): Promise<string | null> {
  const task = context.store.requireTask(number)
  try {
    await retry(task, context, { hint: hint ?? null, agent: agent ?? null })
    return null
  } catch (error) {
    if (!(error instanceof MaydayError)) throw error
    return `Task ${number}: ${error.message}`
  }
}

/** All or none: a live run is refused before anything is written. */
function correctAll(body: BodyOf<'runs/correct'>, context: BoardContext): string {
  const runs = body.runs.map((number) => findRun(String(number), context))
  const live = runs.find(isLive)
  if (live !== undefined) throw new RequestError(409, 'RUN_LIVE', `Run ${live.run} has not ended yet.`)
  const custom = customReasonsOf(context.config).map(({ name }) => name)
  const said = { word: body.reason ?? 'none', note: body.note ?? null, at: context.clock.now() }
  const correction = parseCorrection(said, { store: context.store, custom })
  const { lessons } = context.config
  const done = runs.filter((run) => correctRun(run, correction, { ...context, lessons }) !== null)
  const after = done.length === 0 ? '' : ` ${countOf(done.length, 'task is', 'tasks are')} done.`
  return `${countOf(runs.length, 'run is', 'runs are')} now ${correction.reason ?? 'no failure'}.${after} The verdicts of the classifier are kept.`
}
