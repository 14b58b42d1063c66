/** All turns as bars: the longest is the highest. Each leads to its turn. */
import type { VNode } from 'preact'
import type { StoryTurn } from '../../src/views/story/story-schema.ts'
import { linkFor } from '../address.ts'
import { bytes, duration, plural } from '../words.ts'
import type { StoryView } from './use-story.ts'

/** More bars would be too thin to hit; several turns share one then. */
const MOST_BARS = 120

type Bar = {
  readonly turns: readonly StoryTurn[]
  readonly weight: number
  readonly tone: '' | 'fail' | 'wait'
}

const KEYS = [
  ['fail', 'error'],
  ['wait', 'waited for the provider'],
] as const

type MapProps = { readonly run: number; readonly overview: StoryView; readonly shown: readonly StoryTurn[] }

export function StoryMap({ run, overview, shown }: MapProps): VNode | null {
  const turns = overview.turns.filter(({ kind }) => kind === 'turn')
  if (turns.length < 3) return null
  const hasTimes = turns.some(({ durationMs }) => durationMs !== null)
  const bars = barsOf(turns, hasTimes)
  const highest = Math.max(1, ...bars.map(({ weight }) => weight))
  const loaded = new Set(shown.map(({ turn }) => turn))
  const longest = hasTimes
    ? duration(Math.max(...turns.map((one) => one.durationMs ?? 0)))
    : bytes(Math.max(...turns.map((one) => one.to - one.offset)))
  return (
    <figure class="panel pad story-map">
      <div class="map">
        {bars.map((bar) => (
          <BarLink key={bar.turns[0]?.offset} run={run} bar={bar} highest={highest} loaded={loaded} />
        ))}
      </div>
      <figcaption class="xs dim">
        <span>
          {plural(turns.length, 'turn')} by {hasTimes ? 'time' : 'size'}; the longest is {longest}
          {overview.last?.isEnd === false ? ' so far' : ''}
        </span>
        {KEYS.map(([tone, words]) =>
          bars.some((bar) => bar.tone === tone) ? (
            <span key={tone}>
              <span class={`key ${tone}`}>■</span> {words}
            </span>
          ) : null,
        )}
      </figcaption>
    </figure>
  )
}

type BarLinkProps = {
  readonly run: number
  readonly bar: Bar
  readonly highest: number
  /** The turns that are on the page: the bar scrolls to them. */
  readonly loaded: ReadonlySet<number | null>
}

function BarLink({ run, bar: { turns, weight, tone }, highest, loaded }: BarLinkProps): VNode | null {
  const [first] = turns
  if (first === undefined) return null
  const name = nameOf(turns)
  const cursor = `${first.offset}.${first.line}.${(first.turn ?? 1) - 1}`
  return (
    <a
      class={tone}
      href={linkFor({ page: 'run', run, tab: 'story' }, { from: cursor })}
      title={`${name}: ${first.gist}`}
      aria-label={name}
      onClick={(event) => {
        if (!loaded.has(first.turn)) return
        event.preventDefault()
        document.getElementById(`t${first.turn ?? ''}`)?.scrollIntoView({ block: 'start' })
      }}
    >
      <i style={{ height: `${Math.max(6, Math.round((weight / highest) * 100))}%` }} />
    </a>
  )
}

function barsOf(turns: readonly StoryTurn[], hasTimes: boolean): readonly Bar[] {
  const each = Math.ceil(turns.length / MOST_BARS)
  const bars: Bar[] = []
  for (let at = 0; at < turns.length; at += each) {
    const group = turns.slice(at, at + each)
    const weight = group.reduce(
      (sum, turn) => sum + (hasTimes ? (turn.durationMs ?? 0) : turn.to - turn.offset),
      0,
    )
    const tone = group.some(({ errors }) => errors > 0)
      ? 'fail'
      : group.some(({ waits }) => waits > 0)
        ? 'wait'
        : ''
    bars.push({ turns: group, weight, tone })
  }
  return bars
}

function nameOf(group: readonly StoryTurn[]): string {
  const [first, last] = [group[0]?.turn ?? 0, group.at(-1)?.turn ?? 0]
  return first === last ? `Turn ${first}` : `Turns ${first} to ${last}`
}
