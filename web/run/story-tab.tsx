/** The story: what the agent was asked, said and did, turn by turn. */
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { StoryTurn } from '../../src/views/story/story-schema.ts'
import { linkFor, visit } from '../address.ts'
import { usePageKeys } from '../keys.ts'
import { Empty } from '../parts/empty.tsx'
import { Trouble } from '../trouble.tsx'
import { StoryMap } from './story-map.tsx'
import { Turn } from './story-turn.tsx'
import { useStory, type StoryView } from './use-story.ts'

type Show = 'all' | 'words' | 'errors'

type Look = { readonly sought: string; readonly show: Show; readonly isUnfolded: boolean }

export function StoryTab({ run, from }: { readonly run: number; readonly from: string | null }): VNode {
  const story = useStory(run, from, false)
  const overview = useStory(run, null, true)
  const [look, setLook] = useState<Look>({ sought: '', show: 'all', isUnfolded: false })
  const { sought, show, isUnfolded } = look
  const rawLog = (): string => linkFor({ page: 'run', run, tab: 'log' }, { at: offsetInView() })
  usePageKeys({ l: () => visit(rawLog()) })
  const errors = overview.turns.reduce((sum, turn) => sum + turn.errors, 0)
  const shown = story.turns.filter((turn) => fits(turn, show, sought))
  const isMissing = story.last === null && story.error !== null && !story.error.isPassing
  if (isMissing) return <NoStory error={story.error} />
  return (
    <>
      <Tools run={run} errors={errors} look={look} setLook={setLook} rawLog={rawLog} />
      <Trouble error={story.error} />
      <StoryMap run={run} overview={overview} shown={story.turns} />
      {from === null ? null : (
        <p class="s">
          <a href={linkFor({ page: 'run', run, tab: 'story' })}>From the beginning</a>
        </p>
      )}
      <ol class="story" aria-busy={story.isAsking}>
        {shown.map((turn) => (
          <Turn
            key={`${turn.kind} ${turn.offset} ${turn.turn ?? ''}`}
            run={run}
            turn={turn}
            isUnfolded={isUnfolded || sought !== ''}
            onlyWords={show === 'words'}
          />
        ))}
      </ol>
      <End story={story} isFiltered={shown.length < story.turns.length} isEmpty={shown.length === 0} />
    </>
  )
}

const NoStory = ({ error }: Pick<StoryView, 'error'>): VNode => (
  <Empty title="There is no story to tell">
    <p>{error?.message}</p>
  </Empty>
)

type ToolsProps = {
  readonly run: number
  readonly errors: number
  readonly look: Look
  readonly setLook: (look: Look) => void
  readonly rawLog: () => string
}

function Tools({ run, errors, look, setLook, rawLog }: ToolsProps): VNode {
  const { sought, show, isUnfolded } = look
  const choose = (wanted: Show): void => setLook({ ...look, show: wanted })
  return (
    <div class="tools">
      <input
        class="in"
        type="search"
        placeholder="Search the story"
        aria-label="Search the story"
        value={sought}
        onInput={(event) => setLook({ ...look, sought: event.currentTarget.value })}
      />
      <div class="seg" role="group" aria-label="Show">
        <Choice name="All" value="all" show={show} onChoose={choose} />
        <Choice name="Words" value="words" show={show} onChoose={choose} />
        <Choice name={`Errors ${errors}`} value="errors" show={show} onChoose={choose} />
      </div>
      <span class="grow hide-s" />
      <button
        type="button"
        class="b bare hide-s"
        aria-pressed={isUnfolded}
        onClick={() => setLook({ ...look, isUnfolded: !isUnfolded })}
      >
        {isUnfolded ? 'Fold all' : 'Unfold all'}
      </button>
      <RawLog run={run} rawLog={rawLog} />
    </div>
  )
}

const RawLog = ({ run, rawLog }: Pick<ToolsProps, 'run' | 'rawLog'>): VNode => (
  <a
    class="b"
    href={linkFor({ page: 'run', run, tab: 'log' })}
    onClick={(event) => {
      event.preventDefault()
      visit(rawLog())
    }}
  >
    Raw log here <kbd class="hide-s">l</kbd>
  </a>
)

type ChoiceProps = {
  readonly name: string
  readonly value: Show
  readonly show: Show
  readonly onChoose: (show: Show) => void
}

const Choice = ({ name, value, show, onChoose }: ChoiceProps): VNode => (
  <button type="button" aria-pressed={show === value} onClick={() => onChoose(value)}>
    {name}
  </button>
)

function fits(turn: StoryTurn, show: Show, sought: string): boolean {
  if (show === 'errors' && turn.errors + turn.waits === 0) return false
  if (sought.trim() === '') return true
  const wanted = sought.trim().toLowerCase()
  return turn.entries.some((entry) =>
    (entry.kind === 'tool' ? `${entry.target} ${entry.input.text} ${entry.result?.text ?? ''}` : entry.text)
      .toLowerCase()
      .includes(wanted),
  )
}

/** The byte of the turn at the top of the screen. */
function offsetInView(): string {
  const turns = [...document.querySelectorAll<HTMLElement>('.turn[data-offset]')]
  const found = turns.find((turn) => turn.getBoundingClientRect().bottom > 96) ?? turns.at(-1)
  return found?.dataset['offset'] ?? ''
}

type EndProps = { readonly story: StoryView; readonly isFiltered: boolean; readonly isEmpty: boolean }

/** The next part is asked for when the end comes near, and by a button. */
function End({ story, isFiltered, isEmpty }: EndProps): VNode | null {
  const mark = useRef<HTMLDivElement>(null)
  const { last, more, isAsking } = story
  const hasMore = last !== null && !last.isEnd
  useEffect(() => {
    const element = mark.current
    if (element === null || !hasMore) return
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) void more()
      },
      { rootMargin: '600px' },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [hasMore, last])
  return (
    <div ref={mark} class="story-end">
      {last === null ? <p class="sub">Reading …</p> : null}
      {isFiltered && isEmpty ? <p class="sub">Nothing in the part that is loaded fits.</p> : null}
      {hasMore ? (
        <button type="button" class="b" disabled={isAsking} onClick={() => void more()}>
          Read on
        </button>
      ) : null}
      {last?.isEnd === true && last.isLive ? <p class="sub">It goes on as the agent works.</p> : null}
      {last?.isEnd === true && !last.isLive && story.turns.length === 0 ? (
        <p class="sub">Nothing was printed.</p>
      ) : null}
    </div>
  )
}
