/** A run's log over the page: windows of it at the visible place, and its end as it grows. */
import type { VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { goTo, linkTo, type LogPlace } from '../address.ts'
import { useAsked } from '../asked.ts'
import { question } from '../client.ts'
import { useTakenFocus } from '../take-focus.ts'
import { Trouble } from '../trouble.tsx'
import { bytes } from '../words.ts'
import { LogLine } from './log-line.tsx'
import { LogSearchBar } from './log-search.tsx'
import { beginOf, endOf } from './log-lines.ts'
import { useLog, type LogView } from './use-log.ts'

export function LogPage({ place }: { readonly place: LogPlace }): VNode {
  const log = useRef<HTMLElement>(null)
  useTakenFocus(log, place.run)
  return (
    <section class="log" ref={log} tabIndex={-1} aria-label={`Log of run ${place.run}`}>
      {place.at === 'result' ? (
        <ResultFile run={place.run} />
      ) : (
        <LogFile key={place.run} run={place.run} at={place.at} />
      )}
    </section>
  )
}

function LogHead({ run, name, children }: { run: number; name: string; children?: VNode }): VNode {
  const other = name === 'worker.log' ? 'result.json' : 'worker.log'
  return (
    <header class="log-head">
      <h2>
        Run {run} <span class="mono">{name}</span>
      </h2>
      <a href={linkTo({ log: { run, at: other === 'result.json' ? 'result' : 'start' } })}>{other}</a>
      {children}
      <button
        type="button"
        class="plain close"
        aria-label="Close the log"
        onClick={() => goTo({ log: null })}
      >
        ×
      </button>
    </header>
  )
}

function ResultFile({ run }: { readonly run: number }): VNode {
  const { answer, error } = useAsked(question('runs/:id/result', { id: run }))
  return (
    <>
      <LogHead run={run} name="result.json" />
      <Trouble error={error} />
      <pre class="log-text" tabIndex={0}>
        {answer === null ? '' : JSON.stringify(answer, null, 2)}
      </pre>
    </>
  )
}

function LogFile({ run, at }: { readonly run: number; readonly at: number | 'start' | 'end' }): VNode {
  const view = useLog(run, at)
  const [sought, setSought] = useState('')
  const { lines, isFollowing, follow } = view
  useFollowKey(() => follow(!isFollowing))
  return (
    <>
      <LogHead run={run} name="worker.log">
        <>
          <span class="muted wide">
            {lines === null
              ? ''
              : `${bytes(endOf(lines) - beginOf(lines))} of ${bytes(lines.size)}, from byte ${beginOf(lines).toLocaleString('en')}`}
          </span>
          <span class="grow" />
          <a href={linkTo({ log: { run, at: 'start' } })}>Beginning</a>
          <a href={linkTo({ log: { run, at: 'end' } })}>End</a>
          {lines?.isLive === true ? (
            <label class="follow">
              <input
                type="checkbox"
                checked={isFollowing}
                onChange={(event) => follow(event.currentTarget.checked)}
              />{' '}
              Follow <span class="chip is-running">live</span>
            </label>
          ) : null}
        </>
      </LogHead>
      <LogSearchBar
        run={run}
        onSought={setSought}
        // Adds no entry to the browser history: one search would add dozens.
        onOpen={(at) => goTo({ log: { run, at } }, { replace: true })}
      />
      <Trouble error={isMissing(view) ? null : view.error} />
      <LogText view={view} sought={sought} />
    </>
  )
}

/** Whether there is no log, and none will come. */
export const isMissing = ({ lines, error }: LogView): boolean =>
  lines === null && error !== null && !error.isPassing

/** The text that is shown instead of lines. */
function placeholder({ lines, error }: LogView): string | null {
  if (lines !== null) return lines.size === 0 ? 'Nothing was printed.' : null
  if (error === null) return 'Reading …'
  return error.isPassing ? null : error.message
}

function useFollowKey(toggle: () => void): void {
  const latest = useRef(toggle)
  latest.current = toggle
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (
        event.key === 'f' &&
        !event.ctrlKey &&
        !event.metaKey &&
        !(event.target instanceof HTMLInputElement)
      )
        latest.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const NEAR_PX = 500

export function LogText({ view, sought }: { readonly view: LogView; readonly sought: string }): VNode {
  const { lines, isFollowing, follow, earlier, later } = view
  const instead = placeholder(view)
  const box = useRef<HTMLDivElement>(null)
  /** The last scroll position. */
  const top = useRef(0)
  /** The stretch whose wanted line was scrolled to the middle, with the lines before it above. */
  const settled = useRef(0)

  useLayoutEffect(() => {
    const element = box.current
    if (element === null || lines === null) return
    if (isFollowing) element.scrollTop = element.scrollHeight
    else if (settled.current !== lines.stretch) showWanted(element)
    if (isFollowing || beginOf(lines) === 0 || lines.blocks.length > 1) settled.current = lines.stretch
    top.current = element.scrollTop
  }, [lines, isFollowing])

  const grow = (): void => {
    const element = box.current
    if (element === null || lines === null) return
    if (element.scrollTop < NEAR_PX && beginOf(lines) > 0)
      void (settled.current === lines.stretch ? keepingPlace(element, earlier) : earlier())
    else if (isAtEnd(element, NEAR_PX) && endOf(lines) < lines.size) void later()
  }
  useEffect(grow, [lines])

  /** Scrolling away from the end of a live log stops following. Scrolling down to the end follows again. */
  const scroll = (): void => {
    grow()
    const element = box.current
    if (element === null || lines === null) return
    const isDown = element.scrollTop > top.current
    top.current = element.scrollTop
    const isEnd = isAtEnd(element, 40)
    if (isFollowing && !isEnd) follow(false)
    else if (!isFollowing && isDown && isEnd && lines.isLive && endOf(lines) === lines.size) follow(true)
  }
  return (
    <div class="log-text" ref={box} onScroll={scroll} tabIndex={0} role="group" aria-label="Log text">
      {instead === null ? null : <p class="muted">{instead}</p>}
      {lines?.blocks.map((block) => (
        <div key={block.from} class="log-block">
          {block.lines.map(({ key, number, text, isWanted }) => (
            <LogLine key={key} number={number} text={text} isWanted={isWanted} sought={sought} />
          ))}
        </div>
      ))}
    </div>
  )
}

const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement, px: number): boolean =>
  scrollTop + clientHeight > scrollHeight - px

const showWanted = (element: HTMLElement): void => {
  const wanted = element.querySelector('.is-wanted')
  // Only the box scrolls: the page around it stays where it is.
  if (wanted === null) element.scrollTop = 0
  else
    element.scrollTop +=
      wanted.getBoundingClientRect().top - element.getBoundingClientRect().top - element.clientHeight / 2
}

/** The visible lines stay in place while earlier lines are inserted above. */
async function keepingPlace(element: HTMLElement, earlier: () => Promise<void>): Promise<void> {
  const before = element.scrollHeight
  const watch = new MutationObserver(() => {
    element.scrollTop += element.scrollHeight - before
    watch.disconnect()
  })
  watch.observe(element, { childList: true })
  await earlier()
  setTimeout(() => watch.disconnect(), 100)
}
