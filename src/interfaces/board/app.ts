/** The board as a Hono app: the API, the metrics and the page. The client of the page takes its types from here. */
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { actionRoutes } from './actions.ts'
import { answerBy, errorResponse } from './answer.ts'
import { SAFE_HEADERS } from './safe-headers.ts'
import { RequestError } from './request-error.ts'
import type { BoardEnv } from './context.ts'
import { METRICS_TYPE, renderMetrics } from './metrics.ts'
import { answerPage } from './page.ts'
import { wholePath } from './query.ts'
import { questionRoutes } from './routes.ts'

const notAllowed = (what: string, allowed: string, { req }: Context): RequestError =>
  new RequestError(405, 'METHOD', `${what} takes ${allowed}, not ${req.method}.`)

const guarded: MiddlewareHandler<BoardEnv> = async (c, next) => {
  c.env.guard.check(c.env.incoming)
  // Hono would answer it as a GET, and an event stream without a reader would stay open.
  if (c.req.method === 'HEAD') throw notAllowed(c.req.path, 'GET', c)
  await next()
}

const api = new Hono<BoardEnv>()
api.use(
  guarded,
  wholePath,
  methodNotAllowed({
    app: api,
    onMethodNotAllowed: (c, methods) => {
      const allowed = methods.filter((method) => method !== 'HEAD').join(', ')
      return errorResponse(notAllowed(c.req.path, allowed, c))
    },
  }),
)

/** A page is for reading. */
const onlyRead = (what: string, c: Context): void => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') throw notAllowed(what, 'GET', c)
}

const app = new Hono<BoardEnv>()
  .onError(errorResponse)
  .route('/api/v1', api.route('/', questionRoutes).route('/', actionRoutes))
  .all('/api/v1/*', (c) =>
    errorResponse(new RequestError(404, 'NOT_FOUND', `There is nothing at ${c.req.path}.`)),
  )
  .all('/metrics', (c) => {
    const { guard, incoming, context } = c.env
    guard.check(incoming)
    onlyRead('/metrics', c)
    return c.body(renderMetrics(context.store), 200, { ...SAFE_HEADERS, 'content-type': METRICS_TYPE })
  })
  .all('*', (c) => {
    c.env.guard.checkPlace(c.env.incoming)
    onlyRead('The page', c)
    return answerPage(c)
  })

export type AppType = typeof app

export const answerRequest = (env: BoardEnv['Bindings']): void =>
  answerBy((request) => app.fetch(request, env), env)
