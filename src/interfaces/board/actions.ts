/** The actions of the board (POST). Each one calls the same function as the command of the same name. */
import { Hono } from 'hono'
import type { ParamKeys, ParamKeyToRecord } from 'hono/types'
import { customReasonsOf } from '../../config/custom-reasons.ts'
import { answerEscalation, openGateByHand } from '../../recovery/answer-escalation.ts'
import { parseCorrection } from '../../record/parse-correction.ts'
import { isLive, reasonThatCounts, type RunRecord } from '../../record/run.ts'
import type { TaskRecord } from '../../record/task.ts'
import { correctRun } from '../../scheduling/accept-run.ts'
import { RestoreChangedError, restoreTask } from '../../scheduling/restore-task.ts'
import { sessionToResume } from '../../scheduling/resume-run.ts'
import { finishTask } from '../../scheduling/finish-task.ts'
import { skipTask } from '../../scheduling/skip-task.ts'
import { countOf } from '../../signals/count-of.ts'
import { heldAtGates } from '../../views/waits.ts'
import { answer } from './answer.ts'
import { RequestError } from './request-error.ts'
import { doneSchema, type Done } from './api.ts'
import { actionPaths, bodyFor, type ActionPath, type BodyOf } from './bodies.ts'
import { readBody, smallBody } from './body.ts'
import { nodeActions } from './board-fleet.ts'
import { addTask } from './add-task.ts'
import { cardActions } from './card-actions.ts'
import type { BoardContext, BoardEnv } from './context.ts'
import { fleetActions } from './fleet-actions.ts'
import { failureActions } from './failure-actions.ts'
import { numberIn } from './query.ts'
import { surveyIn, touchWords } from './restore-question.ts'
import { findRun } from './run-files.ts'
import { schedulerActions } from './scheduler-actions.ts'
import { cancel, retry, undo, type Action, type Asked } from './task-actions.ts'

const actions: { readonly [Path in ActionPath]: Action<Path> } = {
  'runs/:id/cancel': ({ part }, context) => cancelRun(findRun(part('id'), context), context),
  'runs/:id/correct': correct,
  'runs/:id/resume': ({ part }, context) => resume(findRun(part('id'), context), context),
  'tasks/:n/retry': (asked, context) => retry(taskIn(asked, context), context, asked.body),
  'tasks/:n/cancel': (asked, context) => cancel(taskIn(asked, context), context),
  'tasks/:n/skip': (asked, context) => `Task ${skipTask(taskIn(asked, context), context).task} is skipped.`,
  'tasks/:n/done': (asked, context) => `Task ${finishTask(taskIn(asked, context), context).task} is done.`,
  'tasks/:n/undo': (asked, context) => undo(taskIn(asked, context), context),
  'tasks/:n/restore': restore,
  'escalations/:n/ack': (asked, context) => answerNeed(asked, context, false),
  'escalations/:n/close': (asked, context) => answerNeed(asked, context, true),
  'gates/:key/open': openGate,
  'tasks/add': addTask,
  ...cardActions,
  ...schedulerActions,
  ...nodeActions,
  ...failureActions,
}

/** For the client of the page. */
type ActionSchema = {
  [Path in ActionPath as `/${Path}`]: {
    $post: {
      input: ParamsOf<ParamKeys<Path>> & JsonOf<BodyOf<Path>>
      output: Done
      outputFormat: 'json'
      status: 200
    }
  }
}

type ParamsOf<Name extends string> = [Name] extends [never] ? unknown : { param: ParamKeyToRecord<Name> }

/** A body without a required field can be left out. */
type JsonOf<Body> = object extends Body ? { json?: Body } : { json: Body }

export const actionRoutes = new Hono<BoardEnv, ActionSchema>()

for (const path of actionPaths)
  actionRoutes.post(`/${path}`, smallBody, async (c) => {
    const { context, refresh } = c.env
    const asked = { part: (name: string) => c.req.param(name) ?? '', body: await readBody(c.req) }
    try {
      return await answer(c, doneSchema, { ok: true, said: await act(path, asked, context) })
    } finally {
      refresh()
    }
  })

const onFleet: typeof actions = { ...actions, ...fleetActions }

const act = (path: ActionPath, asked: Asked<unknown>, context: BoardContext): string | Promise<string> =>
  context.fleet === undefined || Object.hasOwn(nodeActions, path)
    ? carryOut(actions, path, asked, context)
    : context.fleet.act((copy) => carryOut(onFleet, path, asked, { ...context, ...copy }))

/** The body is checked before any record is read. */
const carryOut = <Path extends ActionPath>(
  table: { readonly [One in Path]: Action<One> },
  path: Path,
  { part, body }: Asked<unknown>,
  context: BoardContext,
): string | Promise<string> => table[path]({ part, body: bodyFor(path, body) }, context)

function taskIn({ part }: Pick<Asked<unknown>, 'part'>, { store }: BoardContext): TaskRecord {
  return store.requireTask(numberIn(part('n'), 'A task'))
}

/** Completion wins: if the run has ended, only the next step of its task is canceled. */
function cancelRun(run: RunRecord, context: BoardContext): string {
  const task = context.store.task(run.task)
  const isOver = !isLive(run) && (task === null || task.isImplicit)
  if (task === null || isOver)
    throw new RequestError(409, 'ENDED', `Run ${run.run} has already ended: ${run.status}.`)
  return cancel(task, context)
}

async function resume(run: RunRecord, context: BoardContext): Promise<string> {
  sessionToResume(run, context.store)
  await context.checkTrust()
  context.launch(['resume', String(run.run)])
  return `Task ${run.task} continues in the session of run ${run.run}.`
}

function correct({ part, body }: Parameters<Action<'runs/:id/correct'>>[0], context: BoardContext): string {
  const run = findRun(part('id'), context)
  const said = {
    word: body.reason ?? 'none',
    note: body.note ?? null,
    at: context.clock.now(),
  }
  if (isLive(run)) throw new RequestError(409, 'RUN_LIVE', `Run ${run.run} has not ended yet.`)
  const custom = customReasonsOf(context.config).map(({ name }) => name)
  const correction = parseCorrection(said, { store: context.store, custom })
  const was = reasonThatCounts(run) ?? 'no failure'
  const { lessons } = context.config
  const done = correctRun(run, correction, { ...context, lessons })
  const after = done === null ? '' : ` Task ${done.task} is done.`
  return `Run ${run.run}: ${was} is now ${correction.reason ?? 'no failure'}.${after} The classifier's verdict is kept.`
}

/** The confirm value covers exactly the files that the user has seen. */
async function restore(
  asked: Parameters<Action<'tasks/:n/restore'>>[0],
  context: BoardContext,
): Promise<string> {
  const survey = await surveyIn(asked.body, taskIn(asked, context), context)
  const { confirm = null } = asked.body
  if (confirm === null) throw new RequestError(409, 'CONFIRM', touchWords(survey))
  if (confirm !== survey.confirm) throw new RestoreChangedError(survey.task.task)
  const { restored, number } = await restoreTask(survey, { ...context, lessons: context.config.lessons })
  const files = countOf(restored.changes.length, 'file')
  return `Snapshot ${survey.record.number} is restored: ${files} changed. The state before is snapshot ${number}.`
}

function answerNeed(
  asked: Parameters<Action<'escalations/:n/ack'>>[0],
  context: BoardContext,
  closes: boolean,
): string {
  const number = numberIn(asked.part('n'), 'An escalation')
  const note = asked.body.note ?? null
  const { state, key } = answerEscalation(number, { note, closes, at: context.clock.now() }, context.store)
  const isShut = state === 'closed' && context.store.gate(key) !== null
  return `Escalation ${number} is ${state}.${isShut ? ` Its gate ${key} is not open yet.` : ''}`
}

function openGate({ part }: Pick<Asked<unknown>, 'part'>, context: BoardContext): string {
  const key = part('key')
  const waiting = heldAtGates(context).get(key)?.length ?? 0
  if (!openGateByHand(key, context.clock.now(), context.store))
    throw new RequestError(404, 'UNKNOWN_GATE', `There is no closed gate '${key}'.`)
  return `The pause is over (gate ${key}). ${countOf(waiting, 'task', 'tasks')} waited for it.`
}
