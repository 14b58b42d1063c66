/** The routes of the API. docs/board.md describes them. */
import { namedAgents } from '../../config/agent-command.ts'
import { configuredEnvironment } from '../../config/configured-environment.ts'
import { customReasonsOf } from '../../config/custom-reasons.ts'
import { isLive } from '../../record/run.ts'
import { UnknownTaskError } from '../../record/store-errors.ts'
import { readAgents, type Agents } from '../../views/agents.ts'
import type { BoardRow } from '../../views/board-row.ts'
import { showCard, type ShownCard } from '../../views/card.ts'
import { showFailure } from '../../views/failure.ts'
import { readFailures } from '../../views/failures.ts'
import type { Failures } from '../../views/failures-schema.ts'
import { readHistory, type History } from '../../views/history.ts'
import { readReasons } from '../../views/reasons.ts'
import { restoreOf, type Restore } from '../../views/restore.ts'
import { showRun, type ShownRun } from '../../views/show-run.ts'
import { showTask } from '../../views/show-task.ts'
import { cardsIn } from '../../views/state.ts'
import { readStats } from '../../views/stats.ts'
import { RequestError } from './answer.ts'
import type { LogSearch, LogWindow } from './api.ts'
import { fleetAnswers, logElsewhere } from './board-fleet.ts'
import type { BoardState } from './board-state.ts'
import { numberPart } from './body.ts'
import type { BoardContext } from './context.ts'
import type { Feed } from './feed.ts'
import { sendLog } from './log-download.ts'
import { searchLog } from './log-search.ts'
import { soughtIn, wantedIn } from './log-query.ts'
import { readWindow } from './log-window.ts'
import { answerFor, questionPaths, type AnswerOf, type QuestionPath, type QueryWordOf } from './questions.ts'
import { surveyIn } from './restore-question.ts'
import { numberIn, sinceIn, timeIn, type Query } from './query.ts'
import type { Asked, Route } from './router.ts'
import { findRun, folderOf } from './run-files.ts'
import { runAnswers } from './run-routes.ts'
import { sessionAnswers } from './session-routes.ts'

export type Desk = { readonly context: BoardContext; readonly board: BoardState; readonly feed: Feed }

type AskedFor<Path extends QuestionPath> = Asked<QueryWordOf<Path>>

type Answers = {
  readonly [Path in QuestionPath]: (
    asked: AskedFor<Path>,
    desk: Desk,
  ) => AnswerOf<Path> | Promise<AnswerOf<Path>>
}

const answers: Answers = {
  state: (_, { context, board }) => ({ ...board.read(), now: context.clock.now().toISOString() }),
  'tasks/:n': (asked, { context, board }) => showTask(rowIn(asked, board), context),
  'tasks/:n/restore': (asked, { context }) => whatRestoreTouches(asked, context),
  runs: (asked, { context }) => listRuns(asked, context),
  'runs/:id': shownRun,
  'runs/:id/log': windowOf,
  'runs/:id/log/search': searchIn,
  'runs/:id/result': ({ part }, { context }) => resultOf(part('id'), context),
  failures: ({ query }, { context, board }) => {
    context.store.settleCauses()
    return readFailures(rangeIn(query), context, board.read())
  },
  'failures/:key': ({ part }, { context }) => {
    context.store.settleCauses()
    return showFailure(part('key'), context)
  },
  card: ({ query }, desk) => cardAt(query.get('path') ?? '', desk),
  ...sessionAnswers,
  ...runAnswers,
  ...fleetAnswers,
  stats: ({ query }, { context: { store, overrides } }) =>
    readStats({ sinceAt: sinceIn(query), overrides }, store),
  agents: (_, { context }) => listAgents(context),
  reasons: (_, { context: { config, overrides } }) =>
    readReasons({ custom: customReasonsOf(config), overrides }),
}

export const questionRoutes = (desk: Desk): readonly Route[] => [
  { method: 'GET', path: 'events', answer: ({ response }) => desk.feed.open(response) },
  { method: 'GET', path: 'runs/:id/log/download', answer: (asked) => downloadOf(asked, desk) },
  ...questionPaths.map((path): Route => ({
    method: 'GET',
    path,
    answer: async (asked) => answerFor(path, await answers[path](asked, desk)),
  })),
]

async function shownRun({ part }: Pick<Asked, 'part'>, { context, board }: Desk): Promise<ShownRun> {
  const run = findRun(part('id'), context)
  const live = board.row(run.task)?.live ?? null
  const node = (await context.fleet?.elsewhere(run)) ?? null
  return showRun(run, context, { live: live?.run === run.run ? live : null, node })
}

async function windowOf({ part, query }: AskedFor<'runs/:id/log'>, { context }: Desk): Promise<LogWindow> {
  const [run, wanted] = [findRun(part('id'), context), wantedIn(query)]
  return (await logElsewhere(run, context))?.window(wanted) ?? readWindow(run, wanted, context)
}

async function downloadOf({ part, response }: Asked, { context }: Desk): Promise<void> {
  const run = findRun(part('id'), context)
  const elsewhere = await logElsewhere(run, context)
  await sendLog(run.run, (wanted) => elsewhere?.window(wanted) ?? readWindow(run, wanted, context), response)
}

async function searchIn(
  { part, query }: AskedFor<'runs/:id/log/search'>,
  { context }: Desk,
): Promise<LogSearch> {
  const [run, sought] = [findRun(part('id'), context), soughtIn(query)]
  return (await logElsewhere(run, context))?.search(sought) ?? searchLog(run, sought, context)
}

function rowIn(asked: Pick<Asked, 'part'>, board: BoardState): BoardRow {
  const number = numberPart(asked, 'n', 'A task')
  const row = board.row(number)
  if (row === null) throw new UnknownTaskError(number)
  return row
}

/** Only cards that the board lists can be read, so no path leads to another file. */
function cardAt(path: string, { context, board }: Desk): ShownCard {
  const state = board.read()
  const card = cardsIn(state.board).find((one) => one.path === path)
  if (card === undefined) throw new RequestError(404, 'CARD_MISSING', 'There is no such card on the board.')
  return showCard(card, {
    root: context.project.root,
    task: state.tasks.find(({ task }) => task === card.task) ?? null,
    agent: context.config.agent ?? null,
  })
}

/** The board starts only with a trusted config. */
const listAgents = ({ config, project }: BoardContext): Agents =>
  readAgents({
    agents: namedAgents(config, () => true),
    default: config.agent ?? null,
    cwd: project.root,
    env: configuredEnvironment(config, process.env),
  })

async function whatRestoreTouches(
  asked: AskedFor<'tasks/:n/restore'>,
  context: BoardContext,
): Promise<Restore> {
  const task = context.store.requireTask(numberPart(asked, 'n', 'A task'))
  const snapshot = numberIn(asked.query, 'snapshot', { default: 0, least: 1, most: Number.MAX_SAFE_INTEGER })
  const flag = (name: 'others' | 'cards'): boolean => asked.query.get(name) === 'true'
  const body = {
    ...(snapshot === 0 ? {} : { snapshot }),
    others: flag('others'),
    cards: flag('cards'),
  }
  return restoreOf(await surveyIn(body, task, context), null)
}

function rangeIn(query: Query<'range'>): Failures['range'] {
  const word = query.get('range') ?? '30d'
  if (word === '30d' || word === '24h') return word
  throw new RequestError(400, 'QUERY', "'range' needs 30d or 24h.")
}

const FILTERS = ['reason', 'status', 'agent', 'flow', 'phase', 'model', 'cause', 'text'] as const
const MOST_RUNS = 500

function listRuns({ query }: AskedFor<'runs'>, { store }: BoardContext): History {
  const before = numberIn(query, 'before', { default: 0, least: 0, most: Number.MAX_SAFE_INTEGER })
  const sinceAt = timeIn(query, 'since')
  const untilAt = timeIn(query, 'until')
  return readHistory(
    {
      ...Object.fromEntries(FILTERS.flatMap((name) => given(name, query.get(name)))),
      ...(sinceAt === null ? {} : { sinceAt }),
      ...(untilAt === null ? {} : { untilAt }),
      ...(before === 0 ? {} : { before }),
      limit: numberIn(query, 'limit', { default: 100, least: 1, most: MOST_RUNS }),
      counts: before === 0,
    },
    store,
  )
}

const given = (name: string, value: string | null): readonly [string, string][] =>
  value === null || value === '' ? [] : [[name, name === 'reason' ? value.toUpperCase() : value]]

function resultOf(id: string, context: BoardContext): unknown {
  const run = findRun(id, context)
  const result = folderOf(run, context)?.result() ?? null
  if (result !== null) return result
  throw isLive(run)
    ? new RequestError(404, 'NO_RESULT_YET', `Run ${run.run} has no result.json yet: it has not ended.`)
    : new RequestError(404, 'NO_RESULT', `Run ${run.run} has no result.json.`)
}
