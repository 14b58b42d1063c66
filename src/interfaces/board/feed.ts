/**
 * Sends changes of the state to open pages.
 *
 * F1 One timer serves all pages, and it stops if no page is open. F2 A page receives only the difference to the state
 * before. A value that only ages (how long a run has been silent) is not a change. F3 A page that does not read is
 * disconnected. It reconnects and requests the whole state. F4 If the state cannot be read (a busy store, a card
 * without permission), the next tick tries again and the pages stay connected.
 */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { SAFE_HEADERS } from './safe-headers.ts'
import { RequestError } from './request-error.ts'
import { stateParts, type Hello, type Patch } from './api.ts'
import type { BoardState } from './board-state.ts'
import { complain } from '../complain.ts'
import type { BoardRow } from '../../views/board-row.ts'
import type { State } from '../../views/state.ts'
import { shownJson } from '../shown.ts'

const LOOK_EVERY_MS = 200
const PING_EVERY_MS = 15_000
/** F3. */
const MOST_UNREAD_BYTES = 8 * 1024 * 1024
/** Each page holds a connection while it is open. The limit leaves connections for other requests. */
const MOST_PAGES = 64

export class Feed {
  readonly #board: BoardState
  readonly #pingEveryMs: number
  readonly #server: string = randomUUID()
  readonly #pages = new Set<ServerResponse>()
  #timer: NodeJS.Timeout | null = null
  #last: Seen | null = null
  #id = 0
  #pingedAtMs = 0
  #trouble: string | null = null

  constructor(board: BoardState, pingEveryMs: number = PING_EVERY_MS) {
    this.#board = board
    this.#pingEveryMs = pingEveryMs
  }

  open(response: ServerResponse): void {
    if (this.#pages.size >= MOST_PAGES)
      throw new RequestError(503, 'BUSY', `At most ${MOST_PAGES} pages can be open. Close one of them.`)
    // There was no page before. The new page gets older changes from /state.
    if (this.#timer === null) this.#last = seen(this.#board.read())
    response.writeHead(200, {
      ...SAFE_HEADERS,
      'content-type': 'text/event-stream; charset=utf-8',
      connection: 'keep-alive',
    })
    const hello: Hello = { server: this.#server, now: new Date().toISOString() }
    response.write(`retry: 1000\nevent: hello\ndata: ${JSON.stringify(hello)}\n\n`)
    this.#pages.add(response)
    response.on('close', () => this.#leave(response))
    this.#timer ??= setInterval(() => this.look(), LOOK_EVERY_MS)
  }

  /** Compares the current state with the last one and sends the difference. */
  look(): void {
    if (this.#pages.size === 0) return
    this.#ping()
    try {
      const state = this.#board.read()
      if (this.#last?.state !== state) this.#tell(state)
    } catch (error) {
      this.#complain(error)
    }
  }

  /** F4. The same error is reported once. */
  #complain(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error)
    if (why !== this.#trouble) complain(`the board could not read its state: ${why}`)
    this.#trouble = why
  }

  close(): void {
    for (const page of this.#pages) page.end()
    this.#stop()
  }

  #tell(state: State): void {
    this.#trouble = null
    const now = seen(state)
    const patch = this.#last === null ? null : patchOf(this.#last, now)
    this.#last = now
    if (patch !== null) this.#send('state', patch)
  }

  #ping(): void {
    const now = performance.now()
    if (now - this.#pingedAtMs < this.#pingEveryMs) return
    this.#pingedAtMs = now
    this.#send('ping', { now: new Date().toISOString() })
  }

  #send(event: string, data: unknown): void {
    this.#id += 1
    const text = `id: ${this.#id}\nevent: ${event}\ndata: ${shownJson(data)}\n\n`
    for (const page of this.#pages) {
      if (page.writableLength > MOST_UNREAD_BYTES) page.destroy()
      else page.write(text)
    }
  }

  #leave(page: ServerResponse): void {
    this.#pages.delete(page)
    if (this.#pages.size === 0) this.#stop()
  }

  #stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    this.#last = null
  }
}

/** A state with its rows serialized for comparison. */
type Seen = {
  readonly state: State
  readonly rows: ReadonlyMap<number, string>
  readonly parts: ReadonlyMap<Part, string>
}

type Part = keyof typeof stateParts.entries

const isPart = (name: string): name is Part => Object.hasOwn(stateParts.entries, name)

const PARTS: readonly Part[] = Object.keys(stateParts.entries).filter(isPart)

const seen = (state: State): Seen => ({
  state,
  rows: new Map(state.tasks.map((row) => [row.task, JSON.stringify(lasting(row))])),
  parts: new Map(PARTS.map((name) => [name, JSON.stringify(state[name])])),
})

/** F2. */
const lasting = (row: BoardRow): unknown =>
  row.live === null ? row : { ...row, live: { ...row.live, elapsedMs: 0, silentMs: 0 } }

/** Null if nothing changed. */
function patchOf(before: Seen, now: Seen): Patch | null {
  const { state } = now
  const tasks = state.tasks.filter(({ task }) => before.rows.get(task) !== now.rows.get(task))
  const gone = [...before.rows.keys()].filter((task) => !now.rows.has(task))
  const parts = Object.fromEntries(
    PARTS.flatMap((name) => (before.parts.get(name) === now.parts.get(name) ? [] : [[name, state[name]]])),
  )
  const isSame = tasks.length === 0 && gone.length === 0 && Object.keys(parts).length === 0
  if (isSame) return null
  return {
    now: state.now,
    ...(tasks.length === 0 ? {} : { tasks }),
    ...(gone.length === 0 ? {} : { gone }),
    ...parts,
  }
}
