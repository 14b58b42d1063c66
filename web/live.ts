/**
 * The state of the project as the server sends it.
 *
 * L1 Every `hello` (the first, and one after each reconnect) loads the whole state. Patches only change it. After a
 * reconnect every visible query is sent again too (A1 in again.ts).
 * L2 A patch that is older than the state is not applied: it would restore old values. The whole state is loaded
 * instead, because the server's clock may have been set back.
 * L3 If the state cannot be loaded, the page listens and loads it again (see stream.ts).
 * L4 After a reconnect the server may be another version than this page. The page says so and goes on.
 */
import { useEffect, useState } from 'preact/hooks'
import type { Patch } from '../src/interfaces/board/api.ts'
import type { BoardRow } from '../src/views/board-row.ts'
import type { State } from '../src/views/state.ts'
import { askAgain } from './again.ts'
import { api, question, RefusedError } from './client.ts'
import { isServerNewer, rememberCode } from './shell/newer.ts'
import { hearAgain, startStream, type Heard } from './stream.ts'

export type Connection = 'connecting' | 'live' | 'lost' | 'denied'

export type Live = {
  readonly connection: Connection
  readonly state: State | null
  /** By the local clock; null while the server answers. */
  readonly lostAtMs: number | null
  /** The server has another page than this one. */
  readonly isOutdated: boolean
}

let live: Live = { connection: 'connecting', state: null, lostAtMs: null, isOutdated: false }
/** The server's clock minus the local clock: countdowns use the server's. */
let clockAheadMs = 0
let early: Patch[] | null = null
/** Every hello after the first one follows a break. */
let hellos = 0
const listeners = new Set<() => void>()

function tell(change: Partial<Omit<Live, 'lostAtMs'>>): void {
  const next = { ...live, ...change }
  live = { ...next, lostAtMs: next.connection === 'lost' ? (live.lostAtMs ?? Date.now()) : null }
  for (const listener of listeners) listener()
}

export const serverNow = (): number => Date.now() + clockAheadMs

const setClock = (now: string): void => {
  clockAheadMs = Date.parse(now) - Date.now()
}

function applyPatch(state: State, patch: Patch): State {
  const { tasks = [], gone = [], ...rest } = patch
  if (tasks.length === 0 && gone.length === 0) return { ...state, ...rest }
  const rows = new Map(state.tasks.map((row) => [row.task, row]))
  for (const task of gone) rows.delete(task)
  for (const row of tasks) rows.set(row.task, row)
  const sorted: readonly BoardRow[] = [...rows.values()].toSorted((a, b) => b.task - a.task)
  return { ...state, ...rest, tasks: sorted }
}

/** L1, L2. */
async function refresh(): Promise<void> {
  early = []
  try {
    const state = await question(api.state, {}).ask()
    setClock(state.now)
    const missed = early.filter(({ now }) => now > state.now)
    early = null
    tell({ connection: 'live', state: missed.reduce(applyPatch, state) })
    if (hellos > 1) askAgain()
    if (await isServerNewer()) tell({ isOutdated: true })
  } catch (error) {
    early = null
    const isDenied = error instanceof RefusedError && (error.status === 401 || error.status === 403)
    tell({ connection: isDenied ? 'denied' : 'lost' })
    hearAgain()
  }
}

function receive(patch: Patch): void {
  setClock(patch.now)
  if (early !== null) early.push(patch)
  else if (live.state === null) return
  else if (patch.now >= live.state.now) tell({ state: applyPatch(live.state, patch) })
  else void refresh()
}

function hear(heard: Heard): void {
  switch (heard.kind) {
    case 'hello':
      hellos += 1
      void refresh()
      break
    case 'state':
      receive(heard.patch)
      break
    case 'lost':
      if (live.connection !== 'denied') tell({ connection: live.state === null ? 'connecting' : 'lost' })
      break
    case 'ping':
      break
  }
}

export function startLive(): void {
  rememberCode()
  startStream(hear)
}

export function useLive(): Live {
  const [seen, setSeen] = useState(live)
  useEffect(() => {
    const look = (): void => setSeen(live)
    listeners.add(look)
    look()
    return () => void listeners.delete(look)
  }, [])
  return seen
}
