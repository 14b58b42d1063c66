/** The runs that are loaded so far, newest first, and how to load more. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { History } from '../src/views/history.ts'
import type { RunRow } from '../src/views/run-row.ts'
import type { Filter } from './address.ts'
import { useRound } from './again.ts'
import { useAsked } from './asked.ts'
import { api, question, type Question, RefusedError } from './client.ts'

const PAGE = 200

type Loaded = {
  readonly query: string
  readonly runs: readonly RunRow[]
  /** Where loading continues; null if everything is loaded, or nothing so far. */
  readonly next: number | null
  /** Why the last page could not be loaded. */
  readonly error: RefusedError | null
}

export type LoadedRuns = Pick<Loaded, 'runs' | 'error'> & {
  readonly counts: History['counts']
  /** The first answer is here. */
  readonly isKnown: boolean
  readonly more: () => Promise<void>
}

const nothing = (query: string): Loaded => ({ query, runs: [], next: null, error: null })

const queryOf = ({ class: _, ...filter }: Filter, before: number | null = null): Question<History> =>
  question(api.runs, { query: { limit: PAGE, ...filter, before } })

/** `mark` changes when there may be newer runs. */
export function useRuns(filter: Filter, mark: string): LoadedRuns {
  const asked = queryOf(filter)
  const query = asked.key
  const first = useAsked(asked, mark)
  const [kept, setKept] = useState(() => nothing(query))
  const loaded = kept.query === query ? kept : nothing(query)
  const asking = useRef<string | null>(null)
  /** An answer to an earlier filter is not mixed with other runs. */
  const change = (make: (old: Loaded) => Loaded): void =>
    setKept((old) => (old.query === query ? make(old) : old))
  const more = async (): Promise<void> => {
    const following = queryOf(filter, loaded.next)
    if (loaded.next === null || asking.current === following.key) return
    asking.current = following.key
    try {
      const { runs, next } = await following.ask()
      change((old) => ({ ...old, runs: [...old.runs, ...runs], next, error: null }))
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      change((old) => ({ ...old, error }))
    } finally {
      asking.current = null
    }
  }
  useEffect(() => {
    const { answer } = first
    if (answer !== null) setKept((old) => withFirst(old.query === query ? old : nothing(query), answer))
  }, [first.answer])
  const round = useRound()
  useEffect(() => {
    if (loaded.error !== null) void more()
  }, [round])
  return {
    runs: loaded.runs,
    error: first.error ?? loaded.error,
    counts: first.answer?.counts ?? null,
    isKnown: first.answer !== null,
    more,
  }
}

/** The first page takes the place of what it tells anew; what lies behind it stays. */
function withFirst(old: Loaded, { runs, next }: History): Loaded {
  const last = runs.at(-1)
  const behind =
    next === null || last === undefined ? [] : old.runs.filter((run) => orderOf(run) < orderOf(last))
  return { ...old, runs: [...runs, ...behind], next: behind.length === 0 ? next : old.next }
}

/** In the order of the server. */
const orderOf = ({ startedAt, run }: RunRow): string => `${startedAt} ${String(run).padStart(16, '0')}`
