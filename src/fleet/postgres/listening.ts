/** Notifications of the database, on a connection of their own. Polling finds everything that one would report. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

type Listener = {
  readonly channel: string
  readonly wake: () => void
  /** Asked again and again. While it says no, there is no connection. */
  readonly isWanted: () => Promise<boolean>
  readonly newClient: () => pg.Client
  /** The time between two questions, on average. */
  readonly askEveryMs?: number
}

const CONNECT_AGAIN_MS = 1000
const ASK_EVERY_MS = 60_000

/** A lost connection is opened again. */
export function listen(listener: Listener): Disposable {
  const over = new AbortController()
  void keepListening(listener, over.signal)
  return { [Symbol.dispose]: () => over.abort() }
}

async function keepListening(listener: Listener, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const isLost = await listenOnce(listener, over).catch(() => true)
    await (isLost ? nap(CONNECT_AGAIN_MS, over) : untilAsking(listener, over))
  }
}

/** True if the connection was lost, false if it is not wanted now. */
async function listenOnce(listener: Listener, over: AbortSignal): Promise<boolean> {
  if (!(await listener.isWanted())) return false
  const client = listener.newClient()
  const lost = new Promise<boolean>((resolve) =>
    client.on('error', () => resolve(true)).on('end', () => resolve(true)),
  )
  client.on('notification', listener.wake)
  try {
    await client.connect()
    await client.query(`listen "${listener.channel}"`)
    listener.wake()
    return await Promise.race([lost, untilUnwanted(listener, over)])
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function untilUnwanted(listener: Listener, over: AbortSignal): Promise<false> {
  while (await untilAsking(listener, over)) if (!(await listener.isWanted())) return false
  return false
}

/** Random, so that nodes do not ask at the same time. */
const untilAsking = ({ askEveryMs = ASK_EVERY_MS }: Listener, over: AbortSignal): Promise<boolean> =>
  nap(askEveryMs * (0.5 + Math.random()), over)

/** False if it is over. */
const nap = (ms: number, over: AbortSignal): Promise<boolean> =>
  pause(ms, true, { signal: over }).catch(() => false)
