/** What can be asked; see docs/board.md. */
import { ownReasonsOf } from '../../config/own-reasons.ts'
import { parseValue } from '../cli/parse/value-type.ts'
import { since as sinceTime } from '../cli/parse/value-types.ts'
import { isLive } from '../../record/run.ts'
import type { HistoryQuery } from '../../record/sqlite/find-runs.ts'
import { UnknownTaskError } from '../../record/store-errors.ts'
import { reasonNames } from '../../reasons/reason.ts'
import { classOf, meaningOf } from '../../recovery/policy.ts'
import { listAgents } from './agent-list.ts'
import { RequestError } from './answer.ts'
import type { ReasonTable, RestoreQuestion, Runs, TaskDetail } from './api.ts'
import type { BoardState } from './board-state.ts'
import { numberPart } from './body.ts'
import { cardDetail } from './card-detail.ts'
import { readFailures, type Range } from './failures.ts'
import type { Feed } from './feed.ts'
import type { BoardContext } from './context.ts'
import { searchLog } from './log-search.ts'
import { MOST_WINDOW_BYTES, readWindow } from './log-window.ts'
import { restoreQuestion, surveyIn } from './restore-question.ts'
import type { Asked, Route } from './router.ts'
import { runDetail, runRow } from './run-detail.ts'
import { findRun, folderOf } from './run-files.ts'

export type Desk = { readonly context: BoardContext; readonly board: BoardState; readonly feed: Feed }

const USUAL_WINDOW_BYTES = 64 * 1024

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
  { method: 'GET', path: 'tasks/:n', answer: (asked) => taskDetail(asked, { context, board }) },
  { method: 'GET', path: 'tasks/:n/restore', answer: (asked) => whatRestoreTouches(asked, context) },
  { method: 'GET', path: 'runs', answer: (asked) => listRuns(asked, context) },
  {
    method: 'GET',
    path: 'runs/:id',
    answer: ({ part }) => {
      const run = findRun(part('id'), context)
      return runDetail(run, context, board.row(run.task))
    },
  },
  {
    method: 'GET',
    path: 'runs/:id/log',
    answer: ({ part, query }) =>
      readWindow(
        findRun(part('id'), context),
        {
          from: numberIn(query, 'from', { usual: 0, least: -1, most: Number.MAX_SAFE_INTEGER }),
          bytes: numberIn(query, 'bytes', { usual: USUAL_WINDOW_BYTES, least: 1, most: MOST_WINDOW_BYTES }),
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
    answer: ({ query }) => cardDetail(query.get('path') ?? '', context, board.read()),
  },
  { method: 'GET', path: 'agents', answer: () => listAgents(context) },
  { method: 'GET', path: 'reasons', answer: () => reasonTable(context) },
]

function taskDetail(asked: Asked, { context, board }: Omit<Desk, 'feed'>): TaskDetail {
  const number = numberPart(asked, 'n', 'A task')
  const task = board.row(number)
  if (task === null) throw new UnknownTaskError(number)
  return { format: 'mayday.task/2', task, runs: context.store.runsOf(number).map(runRow) }
}

async function whatRestoreTouches(asked: Asked, context: BoardContext): Promise<RestoreQuestion> {
  const number = numberPart(asked, 'n', 'A task')
  const task = context.store.task(number)
  if (task === null) throw new UnknownTaskError(number)
  const snapshot = numberIn(asked.query, 'snapshot', { usual: 0, least: 1, most: Number.MAX_SAFE_INTEGER })
  const flag = (name: string): boolean => asked.query.get(name) === 'true'
  const body = {
    ...(snapshot === 0 ? {} : { snapshot }),
    others: flag('others'),
    cards: flag('cards'),
  }
  return restoreQuestion(await surveyIn(body, task, context))
}

/** The project's own words too. */
const reasonTable = ({ config, overrides }: BoardContext): ReasonTable => ({
  reasons: [...reasonNames, ...ownReasonsOf(config).map(({ name }) => name)].map((reason) => ({
    reason,
    class: classOf(reason, overrides),
    meaning: meaningOf(reason, overrides),
  })),
})

function rangeIn(query: URLSearchParams): Range {
  const word = query.get('range') ?? '30d'
  if (word === '30d' || word === '24h') return word
  throw new RequestError(400, 'QUERY', "'range' takes 30d or 24h.")
}

type Bounds = { readonly usual: number; readonly least: number; readonly most: number }

function numberIn(query: URLSearchParams, name: string, { usual, least, most }: Bounds): number {
  const word = query.get(name)
  if (word === null || word === '') return usual
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
    from: numberIn(query, 'from', { usual: 0, least: 0, most: Number.MAX_SAFE_INTEGER }),
    limit: numberIn(query, 'limit', { usual: 100, least: 1, most: 1000 }),
  }
}

const FILTERS = ['reason', 'status', 'agent', 'flow', 'phase'] as const
const MOST_RUNS = 500

function listRuns({ query }: Asked, { store }: BoardContext): Runs {
  const limit = numberIn(query, 'limit', { usual: 100, least: 1, most: MOST_RUNS })
  const before = numberIn(query, 'before', { usual: 0, least: 0, most: Number.MAX_SAFE_INTEGER })
  const since = query.get('since')
  const asked: HistoryQuery = {
    ...Object.fromEntries(FILTERS.flatMap((name) => given(name, query.get(name)))),
    ...(since === null || since === '' ? {} : { sinceAt: parseValue(sinceTime, since, "'since'") }),
    ...(before === 0 ? {} : { before }),
    // One more tells whether there is more.
    limit: limit + 1,
  }
  const found = store.history(asked)
  const runs = found.slice(0, limit).map(runRow)
  return {
    format: 'mayday.history/2',
    dialect: null,
    runs,
    next: found.length > limit ? (runs.at(-1)?.run ?? null) : null,
    counts: before === 0 ? { matching: store.countRuns(asked), all: store.countRuns({}) } : null,
  }
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
