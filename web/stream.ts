/**
 * The server's events, through one connection for all pages of a browser.
 *
 * A browser opens at most six connections to a server. If each page kept one, the seventh would wait for ever.
 *
 * E1 The page that holds the lock has the connection and sends every event to the others. When it is closed, reloaded
 * or put away for "back", the browser gives the lock to the next page.
 * E2 Every page gets a `hello` when it joins and after each reconnect.
 * E3 No page gives up: after an error the connection is opened again, and if no event arrives for too long, a page
 * takes the lock from its holder, which the browser may have frozen.
 */
import type { Patch } from '../src/interfaces/board/api.ts'
import { api } from './client.ts'

export type Heard =
  | { readonly kind: 'hello' | 'ping' | 'lost' }
  | { readonly kind: 'state'; readonly patch: Patch }

/** The server pings every 15 s. */
const SILENCE_MS = 40_000
const LOOK_EVERY_MS = 5000
const AGAIN_MS = 1000
const NAME = 'mayday:events'

let hear: (heard: Heard) => void = () => undefined
let heardAtMs = 0
/** While this page holds the lock. */
let source: EventSource | null = null
let holds: (() => void) | null = null
let waiting = new AbortController()
let channel: BroadcastChannel | null = null
let timer: ReturnType<typeof setTimeout> | null = null

function receive(heard: Heard): void {
  heardAtMs = Date.now()
  hear(heard)
}

/** E1: this page and all others. */
function tellAll(heard: Heard): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no such argument
  channel?.postMessage(heard)
  receive(heard)
}

function connect(): void {
  source?.close()
  heardAtMs = Date.now()
  const opened = new EventSource(api.events.$path())
  source = opened
  const on = (name: string, read: (data: string) => Heard): void =>
    opened.addEventListener(name, (event: MessageEvent<string>) => tellAll(read(event.data)))
  on('hello', () => ({ kind: 'hello' }))
  on('ping', () => ({ kind: 'ping' }))
  on('state', (data) => ({ kind: 'state', patch: JSON.parse(data) }))
  opened.addEventListener('error', () => {
    if (source !== opened) return
    tellAll({ kind: 'lost' })
    hearAgain()
  })
}

/** E3: a second later, with a connection if this page has one to make. */
export function hearAgain(): void {
  source?.close()
  source = null
  timer ??= setTimeout(() => {
    timer = null
    if (holds === null) hear({ kind: 'hello' })
    else connect()
  }, AGAIN_MS)
}

/** Until the page is left, or another one takes the lock. */
function lead(): Promise<void> {
  connect()
  return new Promise((resolve) => (holds = resolve))
}

function unhold(): void {
  holds?.()
  holds = null
  source?.close()
  source = null
}

function waitForLock(): void {
  waiting.abort()
  waiting = new AbortController()
  const { signal } = waiting
  // It is rejected if the page gives up waiting, or if another one takes the lock.
  navigator.locks.request(NAME, { signal }, lead).catch(() => {
    if (signal.aborted) return
    unhold()
    waitForLock()
  })
}

/** E3. */
function takeLock(): void {
  waiting.abort()
  heardAtMs = Date.now()
  navigator.locks.request(NAME, { steal: true }, lead).catch(() => {
    unhold()
    waitForLock()
  })
}

async function join(): Promise<void> {
  channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }: MessageEvent<Heard>) => receive(data))
  heardAtMs = Date.now()
  const { held = [] } = await navigator.locks.query()
  // E2: the holder said hello before this page was there.
  if (held.some(({ name }) => name === NAME)) hear({ kind: 'hello' })
  waitForLock()
}

function leave(): void {
  waiting.abort()
  unhold()
  channel?.close()
  channel = null
}

function look(): void {
  if (channel === null || Date.now() - heardAtMs <= SILENCE_MS) return
  if (holds === null) takeLock()
  else connect()
}

export function startStream(listener: (heard: Heard) => void): void {
  hear = listener
  void join()
  setInterval(look, LOOK_EVERY_MS)
  addEventListener('pagehide', leave)
  // It comes back from where the browser had put it away.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && channel === null) void join()
  })
}
