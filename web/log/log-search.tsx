import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { LogSearch } from '../../src/interfaces/board/api.ts'
import { useRound } from '../again.ts'
import { api, question, RefusedError } from '../client.ts'
import { bytes, plural } from '../words.ts'

type Match = LogSearch['matches'][number]

type Found = {
  readonly words: string
  readonly matches: readonly Match[]
  readonly next: number | null
  readonly size: number
  readonly error: string | null
}

const LIMIT = 100
const NOTHING: Found = { words: '', matches: [], next: null, size: 0, error: null }

async function seek(run: number, words: string, before: Found): Promise<Found> {
  try {
    const { matches, next, size } = await question(api.runs[':id'].log.search, {
      param: { id: `${run}` },
      query: { q: words, from: before.next ?? 0, limit: LIMIT },
    }).ask()
    return { words, matches: [...before.matches, ...matches], next, size, error: null }
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    return { ...before, words, error: error.message }
  }
}

type LogSearchBarProps = {
  readonly run: number
  readonly onSought: (words: string) => void
  /** Shows the line at a byte. */
  readonly onOpen: (offset: number) => void
}

type Search = {
  readonly found: Found
  /** The match that is shown. */
  readonly current: number
  readonly open: (index: number) => void
  readonly search: (words: string) => Promise<void>
  readonly more: () => Promise<void>
}

function useSearch({ run, onSought, onOpen }: LogSearchBarProps, wordsNow: () => string): Search {
  const [found, setFound] = useState(NOTHING)
  const [current, setCurrent] = useState(0)
  const open = (index: number, { matches }: Found = found): void => {
    const match = matches[index]
    if (match === undefined) return
    setCurrent(index)
    onOpen(match.lineOffset)
  }
  const search = async (words: string): Promise<void> => {
    onSought(words)
    const result = words === '' ? NOTHING : await seek(run, words, NOTHING)
    setFound(result)
    open(0, result)
  }
  const round = useRound()
  useEffect(() => {
    if (found.error !== null) void search(wordsNow())
  }, [round])
  const more = async (): Promise<void> => setFound(await seek(run, found.words, found))
  useMatchKeys((by) => open((current + by + found.matches.length) % Math.max(1, found.matches.length)))
  return { found, current, open, search, more }
}

/** Searches the whole file, one part at a time. */
export function LogSearchBar({ run, onSought, onOpen }: LogSearchBarProps): VNode {
  const field = useRef<HTMLInputElement>(null)
  const wordsNow = (): string => field.current?.value ?? ''
  const { found, current, open, search, more } = useSearch({ run, onSought, onOpen }, wordsNow)
  return (
    <form
      class="log-search"
      role="search"
      aria-label="Search in the log"
      onSubmit={(event) => {
        event.preventDefault()
        void search(wordsNow())
      }}
    >
      <input
        class="in"
        type="search"
        ref={field}
        placeholder="Search the whole log (press /)"
        aria-label="Search in the log"
      />
      <button type="submit" class="b">
        Search
      </button>
      <output class="muted">{stateWords(found, current)}</output>
      {found.next === null ? null : (
        <button type="button" class="b" onClick={() => void more()}>
          Search on ({bytes(found.size - found.next)} left)
        </button>
      )}
      {found.matches.length === 0 ? null : <Matches found={found} current={current} open={open} />}
    </form>
  )
}

function stateWords({ words, matches, next, error }: Found, current: number): string {
  if (error !== null) return error
  if (words === '') return ''
  if (matches.length === 0) return next === null ? 'Nothing found.' : 'Nothing found so far.'
  return `${current + 1} of ${plural(matches.length, 'match', 'matches')}${next === null ? '' : ' so far'}`
}

type MatchesProps = {
  readonly found: Found
  readonly current: number
  readonly open: (index: number) => void
}

const Matches = ({ found, current, open }: MatchesProps): VNode => (
  <ol class="matches" aria-label="Matches">
    {found.matches.map(({ offset, line, excerpt }, i) => (
      <li key={offset}>
        <button
          type="button"
          class="mono"
          aria-current={i === current ? 'true' : undefined}
          onClick={() => open(i)}
        >
          <span class="line-number">{line ?? bytes(offset)}</span>
          <span class="cut">{excerpt}</span>
        </button>
      </li>
    ))}
  </ol>
)

/** n and p move through the matches. */
function useMatchKeys(step: (by: 1 | -1) => void): void {
  const latest = useRef(step)
  latest.current = step
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return
      if (event.key === 'n') latest.current(1)
      if (event.key === 'p') latest.current(-1)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
