/** The page: its files, its addresses, and the way in with the token. */
import type { Context } from 'hono'
import { SAFE_HEADERS } from './safe-headers.ts'
import { RequestError } from './request-error.ts'
import type { BoardEnv } from './context.ts'

/**
 * The addresses of the page's places, which web/address.ts parses: all are answered with the page itself. No character
 * in them means anything in HTML.
 */
const isPlace = (path: string): boolean =>
  /^\/(?:(?:work|runs|tasks|failures|cards|sessions|nodes)(?:\/[\w.~:%-]+){0,2})?$/.test(path)

const HTML = { ...SAFE_HEADERS, 'content-type': 'text/html; charset=utf-8' }

const DENIED = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mayday</title>
<h1>This board is private</h1><p>Open the address that <code>mayday board</code> printed: it holds the key.</p></html>`

export function answerPage(c: Context<BoardEnv>): Response {
  const { guard, files, incoming } = c.env
  const { pathname, searchParams } = new URL(c.req.url)
  if (isPlace(pathname) && guard.isToken(searchParams.get('token'))) return welcome(c, pathname, searchParams)
  if (!guard.hasToken(incoming)) return c.body(DENIED, 401, HTML)
  const name = isPlace(pathname) ? 'index.html' : pathname.slice(1)
  const found = files.response(name, c) ?? pageForPerson(c)
  if (found !== null) return found
  throw new RequestError(404, 'NOT_FOUND', 'There is no such page. The board is at /')
}

/** A browser that opens a wrong address gets the page, which says so and leads on. A program gets an error. */
const pageForPerson = (c: Context<BoardEnv>): Response | null =>
  /\btext\/html\b/.test(c.req.header('accept') ?? '') ? c.env.files.response('index.html', c, 404) : null

/**
 * Moves the token from the URL, where it would be visible and stored in the history, into a cookie. This needs a
 * page: after a redirect, a browser that comes from another site (a file, a web terminal) does not send the cookie.
 */
function welcome(c: Context<BoardEnv>, path: string, query: URLSearchParams): Response {
  query.delete('token')
  const rest = query.toString().replaceAll('&', '&amp;')
  const next = rest === '' ? path : `${path}?${rest}`
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${next}"><link rel="icon" href="data:,"><title>Mayday</title><p><a href="${next}">To the board</a></p></html>`
  return c.body(page, 200, { ...HTML, 'set-cookie': c.env.guard.cookie })
}
