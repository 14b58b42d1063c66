/** The story of a run, part by part. A live run grows at its end. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Story, StoryTurn } from '../../src/views/story/story-schema.ts'
import { useRound } from '../again.ts'
import { api, question, RefusedError } from '../client.ts'

const LOOK_EVERY_MS = 1500

export type StoryView = {
  readonly turns: readonly StoryTurn[]
  /** Null before the first part. */
  readonly last: Story | null
  readonly error: RefusedError | null
  readonly isAsking: boolean
  readonly more: () => Promise<void>
}

type Told = { readonly turns: readonly StoryTurn[]; readonly last: Story | null }

const NOTHING: Told = { turns: [], last: null }

/** With `isBrief` all parts are asked for, one after the other: they are the overview. */
export function useStory(run: number, from: string | null, isBrief: boolean): StoryView {
  const { told, error, isAsking, more, isGone } = useParts(run, from, isBrief)
  const round = useRound()
  useEffect(() => {
    isGone.current = false
    void more()
    return () => {
      isGone.current = true
    }
  }, [round])
  const { last } = told
  useEffect(() => {
    if (isBrief && last?.isEnd === false) void more()
  }, [last])
  const isLive = last?.isLive === true && last.isEnd
  useEffect(() => {
    if (!isLive) return
    const timer = setInterval(() => void more(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isLive])
  return { ...told, error, isAsking, more }
}

type Parts = Pick<StoryView, 'error' | 'isAsking' | 'more'> & {
  readonly told: Told
  readonly isGone: { current: boolean }
}

function useParts(run: number, from: string | null, isBrief: boolean): Parts {
  const [told, setTold] = useState(NOTHING)
  const [error, setError] = useState<RefusedError | null>(null)
  const [isAsking, setAsking] = useState(false)
  const latest = useRef(told)
  latest.current = told
  const isBusy = useRef(false)
  const isGone = useRef(false)

  const more = async (): Promise<void> => {
    const { last } = latest.current
    const next = last === null ? from : last.next
    if (isBusy.current || (last !== null && next === null)) return
    isBusy.current = true
    setAsking(true)
    try {
      const part = await question(api.runs[':id'].story, {
        param: { id: `${run}` },
        query: { from: next, brief: isBrief },
      }).ask()
      if (isGone.current) return
      setTold({ turns: joined(latest.current.turns, part.turns), last: part })
      setError(null)
    } catch (refused) {
      if (!(refused instanceof RefusedError)) throw refused
      if (!isGone.current) setError(refused)
    } finally {
      isBusy.current = false
      if (!isGone.current) setAsking(false)
    }
  }

  return { told, error, isAsking, more, isGone }
}

/** A turn that was cut goes on in the next part. */
function joined(before: readonly StoryTurn[], more: readonly StoryTurn[]): readonly StoryTurn[] {
  const [first, ...rest] = more
  const last = before.at(-1)
  if (first === undefined) return before
  if (last === undefined || !first.continues || first.turn !== last.turn) return [...before, ...more]
  const whole: StoryTurn = {
    ...last,
    to: first.to,
    tokens: first.tokens ?? last.tokens,
    costUsd: first.costUsd ?? last.costUsd,
    calls: last.calls + first.calls,
    errors: last.errors + first.errors,
    waits: last.waits + first.waits,
    entries: [...last.entries, ...first.entries],
  }
  return [...before.slice(0, -1), whole, ...rest]
}
