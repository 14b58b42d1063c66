/** The questions of the board (GET). docs/board.md describes them. */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import * as v from 'valibot'
import { namedAgents } from '../../config/agent-command.ts'
import { configuredEnvironment } from '../../config/configured-environment.ts'
import { customReasonsOf } from '../../config/custom-reasons.ts'
import { UnknownTaskError } from '../../record/store-errors.ts'
import { agentsSchema, readAgents, type Agents } from '../../views/agents.ts'
import type { BoardRow } from '../../views/board-row.ts'
import { cardSchema, showCard, type ShownCard } from '../../views/card.ts'
import { failureSchema } from '../../views/failure-schema.ts'
import { showFailure } from '../../views/failure.ts'
import { failuresSchema } from '../../views/failures-schema.ts'
import { readFailures } from '../../views/failures.ts'
import { historySchema, readHistory, type History } from '../../views/history.ts'
import { nodesSchema, noNodes } from '../../views/nodes.ts'
import { readReasons, reasonsSchema } from '../../views/reasons.ts'
import { restoreOf, restoreSchema } from '../../views/restore.ts'
import { showTask, taskSchema } from '../../views/show-task.ts'
import { cardsIn, stateSchema } from '../../views/state.ts'
import { readStats, statsSchema } from '../../views/stats.ts'
import { answer } from './answer.ts'
import { RequestError } from './request-error.ts'
import type { BoardState } from './board-state.ts'
import type { BoardContext, BoardEnv, Desk } from './context.ts'
import { flag, instantOf, numberIn, query, wholeNumber, word } from './query.ts'
import { surveyIn } from './restore-question.ts'
import { runRoutes } from './run-routes.ts'
import { sessionRoutes } from './session-routes.ts'

const runsQuery = v.object({
  reason: v.exactOptional(v.pipe(v.string(), v.toUpperCase())),
  status: word,
  agent: word,
  flow: word,
  phase: word,
  model: word,
  cause: word,
  text: word,
  since: instantOf('since'),
  until: instantOf('until'),
  before: v.optional(wholeNumber(0), '0'),
  limit: v.optional(wholeNumber(1, 500), '100'),
})

const restoreQuery = v.object({ snapshot: v.exactOptional(wholeNumber(1)), others: flag, cards: flag })
const rangeQuery = v.object({ range: v.optional(v.picklist(['30d', '24h'], 'needs 30d or 24h'), '30d') })

export const questionRoutes = new Hono<BoardEnv>()
  .get('/events', (c) => {
    c.env.feed.open(c.env.outgoing)
    return RESPONSE_ALREADY_SENT
  })
  .get('/state', (c) => {
    const { context, board } = c.env
    return answer(c, stateSchema, { ...board.read(), now: context.clock.now().toISOString() })
  })
  .get('/tasks/:n', (c) =>
    answer(c, taskSchema, showTask(rowOf(c.req.param('n'), c.env.board), c.env.context)),
  )
  .get('/tasks/:n/restore', query(restoreQuery), async (c) => {
    const { context } = c.env
    const task = context.store.requireTask(numberIn(c.req.param('n'), 'A task'))
    return answer(c, restoreSchema, restoreOf(await surveyIn(c.req.valid('query'), task, context), null))
  })
  .get('/runs', query(runsQuery), (c) =>
    answer(c, historySchema, listRuns(c.req.valid('query'), c.env.context)),
  )
  .get('/failures', query(rangeQuery), (c) => {
    const { context, board } = c.env
    context.store.settleCauses()
    return answer(c, failuresSchema, readFailures(c.req.valid('query').range, context, board.read()))
  })
  .get('/failures/:key', (c) => {
    const { context } = c.env
    context.store.settleCauses()
    return answer(c, failureSchema, showFailure(c.req.param('key'), context))
  })
  .get('/card', query(v.object({ path: word })), (c) =>
    answer(c, cardSchema, cardAt(c.req.valid('query').path, c.env)),
  )
  .get('/stats', query(v.object({ since: instantOf('since') })), (c) => {
    const { store, overrides } = c.env.context
    return answer(
      c,
      statsSchema,
      readStats({ sinceAt: c.req.valid('query').since ?? null, overrides }, store),
    )
  })
  .get('/nodes', async (c) => answer(c, nodesSchema, (await c.env.context.fleet?.nodes()) ?? noNodes))
  .get('/agents', (c) => answer(c, agentsSchema, listAgents(c.env.context)))
  .get('/reasons', (c) => {
    const { config, overrides } = c.env.context
    return answer(c, reasonsSchema, readReasons({ custom: customReasonsOf(config), overrides }))
  })
  .route('/', runRoutes)
  .route('/', sessionRoutes)

function rowOf(word: string, board: BoardState): BoardRow {
  const number = numberIn(word, 'A task')
  const row = board.row(number)
  if (row === null) throw new UnknownTaskError(number)
  return row
}

/** Only cards that the board lists can be read, so no path leads to another file. */
function cardAt(path: string | undefined, { context, board }: Desk): ShownCard {
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

function listRuns(
  { since: sinceAt, until: untilAt, before, ...asked }: v.InferOutput<typeof runsQuery>,
  { store }: BoardContext,
): History {
  return readHistory(
    {
      ...asked,
      ...(sinceAt === undefined ? {} : { sinceAt }),
      ...(untilAt === undefined ? {} : { untilAt }),
      ...(before === 0 ? {} : { before }),
      counts: before === 0,
    },
    store,
  )
}
