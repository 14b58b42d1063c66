/**
 * The stretch of a log around a place. It grows at both ends, and at the last while the run prints.
 *
 * U1 One query at a time: two answers for the same end would add lines twice.
 * U2 A query about a place that was left, or one that hangs after a reconnect, is canceled. Its answer changes nothing.
 * U3 While the run is live, its size is queried even if the user
 * does not follow. So reading on at the end shows new output.
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { LogWindow } from '../../src/interfaces/board/api.ts'
import { useRound } from '../again.ts'
import { api, question, RefusedError } from '../client.ts'
import { addAfter, addBefore, beginOf, endOf, sized, startAt, type LogLines } from './log-lines.ts'

/** Enough lines to fill the tallest screen several times. More would only make the page slow. */
const WINDOW_LINES = 1500
const [FEWEST_BYTES, DEFAULT_BYTES, MOST_BYTES] = [4 * 1024, 32 * 1024, 128 * 1024]
const LOOK_EVERY_MS = 700

export type LogView = {
  readonly lines: LogLines | null
  readonly error: RefusedError | null
  readonly isFollowing: boolean
  readonly follow: (on: boolean) => void
  readonly earlier: () => Promise<void>
  readonly later: () => Promise<void>
}

type Place = number | 'start' | 'end'

/** Loads a window: from a byte, with a number of bytes. */
type Read = (from: number, bytes?: number) => Promise<LogWindow>
type Question = (read: Read, now: LogLines) => Promise<LogLines>

/** A part of the file, from a byte to another. Null: to its end, which may still grow. */
export type LogRange = { readonly from: number; readonly to: number | null }

export function useLog(run: number, at: Place, range: LogRange | null = null): LogView {
  const reading = useReading(run, range)
  const { lines, error, latest, giveUp } = reading
  const [isFollowing, setFollowing] = useState(at === 'end')
  const { start, earlier, later, measure } = movesIn(reading, range)

  /** U3. */
  const look = (): Promise<void> => (isFollowing ? later() : measure())

  useEffect(() => {
    setFollowing(at === 'end')
    void start(at)
    return giveUp
  }, [run, at])

  useNextRound(() => {
    giveUp()
    void (latest.current === null ? start(at) : look())
  })

  const isLive = lines?.isLive === true
  useEffect(() => {
    if (!isLive) return
    const timer = setInterval(() => void look(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isFollowing, isLive, run])

  const follow = (on: boolean): void => {
    setFollowing(on)
    const now = latest.current
    if (!on || now === null || endOf(now) === now.size) return
    giveUp()
    void start('end')
  }
  return { lines, error, isFollowing, follow, earlier, later }
}

type Reading = {
  readonly lines: LogLines | null
  readonly error: RefusedError | null
  readonly latest: { readonly current: LogLines | null }
  /** How many bytes the next window has. */
  readonly windowBytes: { current: number }
  /** U1, U2. */
  readonly once: (find: (read: Read) => Promise<LogLines | null>) => Promise<void>
  readonly giveUp: () => void
}

function useReading(run: number, range: LogRange | null): Reading {
  const [lines, setLines] = useState<LogLines | null>(null)
  const [error, setError] = useState<RefusedError | null>(null)
  const latest = useRef<LogLines | null>(null)
  latest.current = lines
  const asking = useRef<AbortController | null>(null)
  const windowBytes = useRef(DEFAULT_BYTES)
  const once: Reading['once'] = async (find) => {
    if (asking.current !== null) return
    const stop = new AbortController()
    asking.current = stop
    try {
      const found = await find(readerOf(run, range, windowBytes, stop.signal))
      if (stop.signal.aborted) return
      if (found !== null) setLines(found)
      setError(null)
    } catch (refused) {
      if (stop.signal.aborted) return
      if (!(refused instanceof RefusedError)) throw refused
      setError(refused)
    } finally {
      if (asking.current === stop) asking.current = null
    }
  }
  const giveUp = (): void => {
    asking.current?.abort()
    asking.current = null
  }
  return { lines, error, latest, windowBytes, once, giveUp }
}

function readerOf(
  run: number,
  range: LogRange | null,
  windowBytes: Reading['windowBytes'],
  signal: AbortSignal,
): Read {
  const part: Part = (at, most) =>
    question(api.runs[':id'].log, { param: { id: `${run}` }, query: { from: at, bytes: most } }).ask(signal)
  return (from, bytes = windowBytes.current) =>
    range === null ? part(from, bytes) : partWithin(range, from, bytes, part)
}

type Moves = {
  readonly start: (place: Place) => Promise<void>
  readonly earlier: () => Promise<void>
  readonly later: () => Promise<void>
  /** Asks only for the size. */
  readonly measure: () => Promise<void>
}

function movesIn({ once, latest, windowBytes }: Reading, range: LogRange | null): Moves {
  const ifThere = (question: Question): Promise<void> =>
    once(async (read) => (latest.current === null ? null : question(read, latest.current)))
  return {
    start: (place) =>
      once(async (read) => {
        const window = await read(byteOf(place, range))
        windowBytes.current = bytesFor(window)
        return startAt(window, typeof place === 'number', range?.from ?? 0)
      }),
    later: () =>
      ifThere(async (read, now) => {
        const window = await read(endOf(now))
        windowBytes.current = bytesFor(window)
        return addAfter(now, window)
      }),
    earlier: () =>
      ifThere(async (read, now) => {
        const end = beginOf(now)
        if (end <= now.first) return now
        // Only the server knows where the first line starts. The window then ends where the loaded part starts.
        const { from } = await read(Math.max(now.first, end - windowBytes.current), 1)
        return from < end ? addBefore(now, await read(from, end - from)) : now
      }),
    measure: () => ifThere(async (read, now) => sized(now, await read(-1, 1))),
  }
}

/** After each reconnect, not at the start. */
function useNextRound(react: () => void): void {
  const round = useRound()
  const answered = useRef(round)
  useEffect(() => {
    if (answered.current === round) return
    answered.current = round
    react()
  }, [round])
}

type Part = (from: number, bytes: number) => Promise<LogWindow>

/** The window begins with the whole line, which only the server knows, and lies within the range. */
async function partWithin({ from, to }: LogRange, at: number, bytes: number, part: Part): Promise<LogWindow> {
  if (to === null) {
    const window = await part(at, bytes)
    return window.from < from ? part(from, bytes) : window
  }
  const most = to - at < bytes ? to - (await part(at, 1)).from : bytes
  const window = await part(at, Math.max(1, Math.min(bytes, most)))
  return { ...window, size: Math.min(window.size, to), isLive: false }
}

/** -1 is the end of the file. */
function byteOf(place: Place, range: LogRange | null): number {
  if (place === 'start') return range?.from ?? 0
  if (place !== 'end') return place
  const to = range?.to ?? null
  return range === null || to === null ? -1 : Math.max(range.from, to - DEFAULT_BYTES)
}

/** Estimated from the length of the lines so far. */
function bytesFor({ from, to, text }: LogWindow): number {
  if (to <= from) return DEFAULT_BYTES
  const lines = text.split('\n').length
  return Math.min(MOST_BYTES, Math.max(FEWEST_BYTES, Math.ceil(((to - from) / lines) * WINDOW_LINES)))
}
