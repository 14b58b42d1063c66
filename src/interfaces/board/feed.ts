/**
 * Tells open pages what changed.
 *
 * F1 One look for all pages, and none where nobody looks. F2 A page gets only what is another than in the state before;
 * what only ages (how long a run has been silent) is no change. F3 A page that does not read is let go, not waited for:
 * it comes back and asks for everything. F4 What cannot be read now (a busy store, a card without permission) is read
 * at a later look; the pages stay.
 */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { RequestError, SAFE_HEADERS } from './answer.ts'
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
/** Each holds a connection for as long as it is open, and there must be some left for what they ask. */
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
    // Whoever was here before has gone: what happened meanwhile is in /state.
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

  /** Compares with what the pages have, and tells them the rest. */
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

  /** F4: once for each kind of trouble. */
  #complain(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error)
    if (why !== this.#trouble) complain(`the board could not look: ${why}`)
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

/** A state with its rows as they are compared. */
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

/** Null where nothing is another. */
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
