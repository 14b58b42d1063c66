/**
 * Serves the logs of a node's own runs to readers of the same fleet.
 *
 * L1 Every request needs a token that the fleet knows; it is checked each time, so a revoked token ends at once. L2
 * Only runs that this node ran are served, from the folder that Mayday made for them. A forged row in the fleet's
 * database leads to no other file. L3 Only windows with masked secrets are sent, never raw bytes. L4 No reader can
 * block the node: windows, searches, checks and the time of an answer are bounded.
 */
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { isAbsolute } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import * as v from 'valibot'
import { MaydayError } from '../../errors.ts'
import { hostId, type LogPlace, type LogSettings } from '../../fleet/log-place.ts'
import type { Fleet } from '../../fleet/port.ts'
import { FleetUnreachableError } from '../../fleet/postgres/database.ts'
import type { RunRecord } from '../../record/run.ts'
import { filesOfRun } from '../../supervision/files-of-run.ts'
import { logSize } from '../../views/run-files.ts'
import { errorResponse, jsonResponse, answerBy } from '../board/answer.ts'
import { RequestError } from '../board/request-error.ts'
import { boundedServer, closeServer, listenOn, type Certificate } from '../board/connections.ts'
import type { BoardContext } from '../board/context.ts'
import { searchQuery, windowQuery } from '../board/log-query.ts'
import { searchLog } from '../board/log-search.ts'
import { readWindow } from '../board/log-window.ts'
import { query, wholeNumber, wholePath, word } from '../board/query.ts'
import { complain } from '../complain.ts'
import { aboutLog } from './about-log.ts'
import { Bounded } from './bounded.ts'
import { hashOf } from './token.ts'

type LogContext = Pick<BoardContext, 'store' | 'project'> & { readonly fleet: Pick<Fleet, 'mayRead'> }

export type LogServer = AsyncDisposable & { readonly place: LogPlace }

/** L4. A reader that takes longer for 256 KiB is cut off. */
const ANSWER_MS = 30_000
const MOST_SEARCHES = 2
/** L4. The node needs connections to the database for itself. */
const MOST_CHECKS = 2

export async function serveLogs(context: LogContext, settings: LogSettings): Promise<LogServer> {
  const certificate = certificateOf(settings)
  const server = boundedServer(certificate)
  const port = await listenOn(server, settings, (error) => portError(settings, error))
  const desk: Desk = { context, checks: new Bounded(MOST_CHECKS), searches: new Bounded(MOST_SEARCHES) }
  server.on('request', (incoming, outgoing) => {
    const slow = setTimeout(() => incoming.socket.destroy(), ANSWER_MS)
    outgoing.once('close', () => clearTimeout(slow))
    const env = { incoming, outgoing, ...desk }
    answerBy((request) => app.fetch(request, env), env)
  })
  server.on('error', ({ message }) => complain(`the server of this node's logs failed: ${message}`))
  return {
    place: {
      url: `${certificate === null ? 'http' : 'https'}://${settings.address ?? `${shownHost(settings.host)}:${port}`}`,
      host: hostId(),
      certificate: certificate?.cert ?? null,
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  }
}

const shownHost = (host: string): string => (host.includes(':') ? `[${host}]` : host)

function certificateOf({ files }: LogSettings): Certificate | null {
  if (files === null) return null
  try {
    return { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new MaydayError('LOG_CERTIFICATE', `The certificate of this node cannot be read: ${why}`, {
      cause: error,
    })
  }
}

const portError = ({ host, port }: LogSettings, cause: Error): MaydayError =>
  new MaydayError(
    'LOG_PORT',
    `The logs of this node cannot be served at ${shownHost(host)}:${port}: ${cause.message}. Choose another: mayday fleet join --listen HOST:PORT`,
    { cause },
  )

type Desk = {
  readonly context: LogContext
  readonly checks: Bounded
  readonly searches: Bounded
}

type LogEnv = { Bindings: HttpBindings & Desk }

/** L1. */
async function check(headers: IncomingHttpHeaders, { context: { fleet }, checks }: Desk): Promise<void> {
  const token = /^Bearer ([\w-]{43})$/i.exec(headers.authorization ?? '')?.[1]
  if (token !== undefined && (await checks.run(() => isKnown(token, fleet)))) return
  throw new RequestError(401, 'TOKEN', 'The token is missing, unknown or revoked.')
}

async function isKnown(token: string, fleet: LogContext['fleet']): Promise<boolean> {
  try {
    return await fleet.mayRead(hashOf(token))
  } catch (error) {
    if (!(error instanceof FleetUnreachableError)) throw error
    throw new RequestError(
      503,
      'AWAY',
      "The node cannot check the token, because the fleet's database does not answer.",
    )
  }
}

const aboutQuery = v.object({ stage: word, tail: v.exactOptional(wholeNumber(0, 1_000_000)) })

const app = new Hono<LogEnv>()
  .onError(errorResponse)
  .use(async ({ env }, next) => {
    await check(env.incoming.headers, env)
    await next()
  })
  .use(wholePath)
  .get('/api/v1/runs/:id/about', query(aboutQuery), (c) => {
    const run = ownRun(c.req.param('id'), c.env.context)
    return jsonResponse(200, about(run, c.req.valid('query'), c.env.context))
  })
  .get('/api/v1/runs/:id/log', query(windowQuery), (c) => {
    const run = ownRun(c.req.param('id'), c.env.context)
    return jsonResponse(200, readWindow(run, c.req.valid('query'), c.env.context))
  })
  .get('/api/v1/runs/:id/log/search', query(searchQuery), async (c) => {
    const { context, searches } = c.env
    const run = ownRun(c.req.param('id'), context)
    const { q: words, ...rest } = c.req.valid('query')
    return jsonResponse(200, await searches.run(() => searchLog(run, { words, ...rest }, context)))
  })
  .notFound(() => errorResponse(new RequestError(404, 'NOT_FOUND', 'A node serves only logs.')))

const RUN_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** L2. */
function ownRun(id: string, context: LogContext): RunRecord {
  const run = RUN_ID.test(id) ? context.store.find(id) : null
  const isOurs = run !== null && run.origin === 'mayday' && isOwnFolder(run)
  if (isOurs && logSize(filesOfRun(run, context.project)) !== null) return run
  throw new RequestError(404, 'UNKNOWN_RUN', 'This node has no log of that run.')
}

const isOwnFolder = ({ logPath, runId }: RunRecord): boolean =>
  !isAbsolute(logPath) && /^logs\/\d{8}\/([\da-f-]{36})$/.exec(logPath)?.[1] === runId

function about(
  run: RunRecord,
  { stage, tail }: v.InferOutput<typeof aboutQuery>,
  { project }: LogContext,
): unknown {
  const folder = filesOfRun(run, project)
  if (folder === null) throw new RequestError(404, 'UNKNOWN_RUN', 'This node has no log of that run.')
  return aboutLog(run, folder, { stage: stage ?? null, tail: tail ?? null })
}
