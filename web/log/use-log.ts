import { useEffect, useRef, useState } from 'preact/hooks'
import type { LogWindow } from '../../src/interfaces/board/api.ts'
import { ask, RefusedError } from '../client.ts'
import { addAfter, addBefore, beginOf, endOf, startAt, type LogLines } from './log-lines.ts'

/** Enough lines to fill the tallest screen a few times; more would only make the page slow. */
const WINDOW_LINES = 1500
const [FEWEST_BYTES, USUAL_BYTES, MOST_BYTES] = [4 * 1024, 32 * 1024, 128 * 1024]
const FOLLOW_EVERY_MS = 700

export type LogView = {
  readonly lines: LogLines | null
  readonly error: string | null
  readonly isFollowing: boolean
  readonly follow: (on: boolean) => void
  readonly earlier: () => Promise<void>
  readonly later: () => Promise<void>
}

type Place = number | 'start' | 'end'

/** The stretch of a log around a place, growing at both ends, and at the last while the run prints. */
export function useLog(run: number, at: Place): LogView {
  const [lines, setLines] = useState<LogLines | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isFollowing, setFollowing] = useState(at === 'end')
  const latest = useRef<LogLines | null>(null)
  latest.current = lines
  const busy = useRef(false)

  const windowBytes = useRef(USUAL_BYTES)
  const read = async (from: number, bytes: number = windowBytes.current): Promise<LogWindow> => {
    const window = await ask<LogWindow>(`runs/${run}/log?from=${from}&bytes=${bytes}`)
    windowBytes.current = bytesFor(window)
    return window
  }

  /** One question at a time: two answers to the same end would stand there twice. */
  const once = async (question: () => Promise<void>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    try {
      await question()
      setError(null)
    } catch (refused) {
      if (!(refused instanceof RefusedError)) throw refused
      setError(refused.message)
    } finally {
      busy.current = false
    }
  }

  const later = (): Promise<void> =>
    once(async () => {
      const now = latest.current
      if (now !== null) setLines(addAfter(now, await read(endOf(now))))
    })

  const earlier = (): Promise<void> =>
    once(async () => {
      const now = latest.current
      if (now === null || beginOf(now) === 0) return
      const end = beginOf(now)
      // Where its first line begins is known only to the server; then the window ends where ours begins.
      const { from } = await ask<LogWindow>(
        `runs/${run}/log?from=${Math.max(0, end - windowBytes.current)}&bytes=1`,
      )
      if (from < end) setLines(addBefore(now, await read(from, end - from)))
    })

  const toEnd = (): Promise<void> => once(async () => setLines(startAt(await read(-1), false)))

  useEffect(() => {
    busy.current = false
    setFollowing(at === 'end')
    void (at === 'end'
      ? toEnd()
      : once(async () => setLines(startAt(await read(at === 'start' ? 0 : at), at !== 'start'))))
  }, [run, at])

  const isLive = lines?.isLive === true
  useEffect(() => {
    if (!isFollowing || !isLive) return
    const timer = setInterval(() => void later(), FOLLOW_EVERY_MS)
    return () => clearInterval(timer)
  }, [isFollowing, isLive, run])

  const follow = (on: boolean): void => {
    setFollowing(on)
    const now = latest.current
    if (on && now !== null && endOf(now) < now.size) void toEnd()
  }
  return { lines, error, isFollowing, follow, earlier, later }
}

/** By the length of the lines so far. */
function bytesFor({ from, to, text }: LogWindow): number {
  if (to <= from) return USUAL_BYTES
  const lines = text.split('\n').length
  return Math.min(MOST_BYTES, Math.max(FEWEST_BYTES, Math.ceil(((to - from) / lines) * WINDOW_LINES)))
}
