/** Serves the page. Only files that exist in the built folder under exactly that name are served. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { packageRoot } from '../../record/package-root.ts'
import { SAFE_HEADERS } from './safe-headers.ts'
import { isShortage } from './request-error.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

type Bytes = Buffer<ArrayBuffer>
type Served = { readonly type: string; readonly plain: Bytes; readonly packed: Bytes; readonly tag: string }

const UNBUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mayday</title>
<h1>The board is not built</h1><p>This checkout of Mayday has no built page yet. Build it, then reload:</p>
<pre>npm run build</pre><p>The API works without it: <a href="/api/v1/state">/api/v1/state</a></p></html>`

export class StaticFiles {
  readonly #folder: string
  readonly #served = new Map<string, Served & { readonly changedMs: number }>()

  constructor(folder: string = join(packageRoot(), 'dist', 'board')) {
    this.#folder = folder
  }

  /** Null if there is no such file. */
  response(name: string, c: Context, status: 200 | 404 = 200): Response | null {
    const file = this.#find(name)
    if (file === null) return null
    const headers = {
      ...SAFE_HEADERS,
      'content-type': file.type,
      'cache-control': 'no-cache',
      etag: file.tag,
    }
    if (status === 200 && c.req.header('if-none-match') === file.tag) return c.body(null, 304, headers)
    const isPacked = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
    return c.body(isPacked ? file.packed : file.plain, status, {
      ...headers,
      vary: 'accept-encoding',
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    })
  }

  #find(name: string): Served | null {
    if (this.#names().includes(name)) return this.#read(name)
    return name === 'index.html' ? served(name, Buffer.from(UNBUILT)) : null
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#folder)
    } catch (error) {
      if (isShortage(error)) throw error
      // The page is not built. The answer says how to build it.
      return []
    }
  }

  #read(name: string): Served | null {
    const path = join(this.#folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined || !found.isFile()) return null
    const known = this.#served.get(name)
    if (known !== undefined && known.changedMs === found.mtimeMs) return known
    const fresh = { ...served(name, readFileSync(path)), changedMs: found.mtimeMs }
    this.#served.set(name, fresh)
    return fresh
  }
}

const served = (name: string, plain: Bytes): Served => ({
  type: TYPES[extname(name)] ?? 'application/octet-stream',
  plain,
  packed: gzipSync(plain),
  tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
})
