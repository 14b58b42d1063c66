/** The routes of the API. docs/board.md describes them. */
import { namedAgents } from '../../config/agent-command.ts'
import { configuredEnvironment } from '../../config/configured-environment.ts'
import { customReasonsOf } from '../../config/custom-reasons.ts'
import { isLive } from '../../record/run.ts'
import { UnknownTaskError } from '../../record/store-errors.ts'
import { readAgents, type Agents } from '../../views/agents.ts'
import type { BoardRow } from '../../views/board-row.ts'
import { showCard, type ShownCard } from '../../views/card.ts'
import { readFailures } from '../../views/failures.ts'
import type { Failures } from '../../views/failures-schema.ts'
import { readHistory, type History } from '../../views/history.ts'
import { readReasons } from '../../views/reasons.ts'
import { restoreOf, type Restore } from '../../views/restore.ts'
import { showRun } from '../../views/show-run.ts'
import { showTask } from '../../views/show-task.ts'
import { cardsIn } from '../../views/state.ts'
import { parseValue } from '../cli/parse/value-type.ts'
import { since as sinceTime } from '../cli/parse/value-types.ts'
import { RequestError } from './answer.ts'
import type { BoardState } from './board-state.ts'
import { numberPart } from './body.ts'
import type { BoardContext } from './context.ts'
import type { Feed } from './feed.ts'
import { searchLog } from './log-search.ts'
import { MOST_WINDOW_BYTES, readWindow } from './log-window.ts'
import { surveyIn } from './restore-question.ts'
import type { Asked, Route } from './router.ts'
import { findRun, folderOf } from './run-files.ts'

export type Desk = { readonly context: BoardContext; readonly board: BoardState; readonly feed: Feed }

const DEFAULT_WINDOW_BYTES = 64 * 1024

export const questionRoutes = ({ context, board, feed }: Desk): readonly Route[] => [
  {
    method: 'GET',
    path: 'state',
    answer: () => ({ ...board.read(), now: context.clock.now().toISOString() }),
  },
  {
    method: 'GET',
    path: 'events',
    answer: ({ response }) => feed.open(response),
  },
  { method: 'GET', path: 'tasks/:n', answer: (asked) => showTask(rowIn(asked, board), context) },
  { method: 'GET', path: 'tasks/:n/restore', answer: (asked) => whatRestoreTouches(asked, context) },
  { method: 'GET', path: 'runs', answer: (asked) => listRuns(asked, context) },
  {
    method: 'GET',
    path: 'runs/:id',
    answer: ({ part }) => {
      const run = findRun(part('id'), context)
      const live = board.row(run.task)?.live ?? null
      return showRun(run, context, live?.run === run.run ? live : null)
    },
  },
  {
    method: 'GET',
    path: 'runs/:id/log',
    answer: ({ part, query }) =>
      readWindow(
        findRun(part('id'), context),
        {
          from: numberIn(query, 'from', { default: 0, least: -1, most: Number.MAX_SAFE_INTEGER }),
          bytes: numberIn(query, 'bytes', {
            default: DEFAULT_WINDOW_BYTES,
            least: 1,
            most: MOST_WINDOW_BYTES,
          }),
        },
        context,
      ),
  },
  {
    method: 'GET',
    path: 'runs/:id/log/search',
    answer: ({ part, query }) => searchLog(findRun(part('id'), context), soughtIn(query), context),
  },
  { method: 'GET', path: 'runs/:id/result', answer: ({ part }) => resultOf(part('id'), context) },
  {
    method: 'GET',
    path: 'failures',
    answer: ({ query }) => readFailures(rangeIn(query), context, board.read()),
  },
  {
    method: 'GET',
    path: 'card',
    answer: ({ query }) => cardAt(query.get('path') ?? '', { context, board }),
  },
  { method: 'GET', path: 'agents', answer: () => listAgents(context) },
  {
    method: 'GET',
    path: 'reasons',
    answer: () => readReasons({ custom: customReasonsOf(context.config), overrides: context.overrides }),
  },
]

function rowIn(asked: Asked, board: BoardState): BoardRow {
  const number = numberPart(asked, 'n', 'A task')
  const row = board.row(number)
  if (row === null) throw new UnknownTaskError(number)
  return row
}

/** Only cards that the board lists can be read, so no path leads to another file. */
function cardAt(path: string, { context, board }: Omit<Desk, 'feed'>): ShownCard {
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

async function whatRestoreTouches(asked: Asked, context: BoardContext): Promise<Restore> {
  const number = numberPart(asked, 'n', 'A task')
  const task = context.store.task(number)
  if (task === null) throw new UnknownTaskError(number)
  const snapshot = numberIn(asked.query, 'snapshot', { default: 0, least: 1, most: Number.MAX_SAFE_INTEGER })
  const flag = (name: string): boolean => asked.query.get(name) === 'true'
  const body = {
    ...(snapshot === 0 ? {} : { snapshot }),
    others: flag('others'),
    cards: flag('cards'),
  }
  return restoreOf(await surveyIn(body, task, context), null)
}

function rangeIn(query: URLSearchParams): Failures['range'] {
  const word = query.get('range') ?? '30d'
  if (word === '30d' || word === '24h') return word
  throw new RequestError(400, 'QUERY', "'range' takes 30d or 24h.")
}

type Bounds = { readonly default: number; readonly least: number; readonly most: number }

function numberIn(query: URLSearchParams, name: string, { default: missing, least, most }: Bounds): number {
  const word = query.get(name)
  if (word === null || word === '') return missing
  const value = /^-?\d{1,16}$/.test(word) ? Number(word) : Number.NaN
  if (value >= least && value <= most) return value
  throw new RequestError(400, 'QUERY', `'${name}' takes a whole number from ${least} to ${most}.`)
}

function soughtIn(query: URLSearchParams): { words: string; from: number; limit: number } {
  const words = query.get('q') ?? ''
  if (words === '' || words.length > 1000)
    throw new RequestError(400, 'QUERY', "'q' takes what to look for, 1 to 1000 characters.")
  return {
    words,
    from: numberIn(query, 'from', { default: 0, least: 0, most: Number.MAX_SAFE_INTEGER }),
    limit: numberIn(query, 'limit', { default: 100, least: 1, most: 1000 }),
  }
}

const FILTERS = ['reason', 'status', 'agent', 'flow', 'phase'] as const
const MOST_RUNS = 500

function listRuns({ query }: Asked, { store }: BoardContext): History {
  const before = numberIn(query, 'before', { default: 0, least: 0, most: Number.MAX_SAFE_INTEGER })
  const since = query.get('since')
  return readHistory(
    {
      ...Object.fromEntries(FILTERS.flatMap((name) => given(name, query.get(name)))),
      ...(since === null || since === '' ? {} : { sinceAt: parseValue(sinceTime, since, "'since'") }),
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
