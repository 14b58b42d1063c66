/** The lines of a log that are loaded. Scrolling loads more at both ends. */
import type { RefObject, VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { LogLine } from './log-line.tsx'
import { beginOf, endOf, offsetOf } from './log-lines.ts'
import type { LogView } from './use-log.ts'

/** Whether there is no log, and none will come. */
export const isMissing = ({ lines, error }: LogView): boolean =>
  lines === null && error !== null && !error.isPassing

/** The text that is shown instead of lines. */
function placeholder({ lines, error }: LogView): string | null {
  if (lines !== null) return lines.size === 0 ? 'Nothing was printed.' : null
  if (error === null) return 'Reading …'
  return error.isPassing ? null : error.message
}

const NEAR_PX = 500

type LogTextProps = {
  readonly view: LogView
  readonly sought: string
  /** The number of a line was clicked: its byte. */
  readonly onLine: (offset: number) => void
  readonly label: string
}

export function LogText({ view, sought, onLine, label }: LogTextProps): VNode {
  const { lines } = view
  const instead = placeholder(view)
  const { box, scroll } = useScrolling(view)
  const pick = (event: MouseEvent): void => {
    const clicked = event.target instanceof Element ? event.target.closest<HTMLElement>('.line-number') : null
    const key = Number(clicked?.dataset['line'] ?? 0)
    const offset = lines === null || key === 0 ? null : offsetOf(lines, key)
    if (offset !== null) onLine(offset)
  }
  return (
    <div
      class="log-text"
      ref={box}
      onScroll={scroll}
      onClick={pick}
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      {instead === null ? null : <p class="muted">{instead}</p>}
      {lines?.blocks.map((block) => (
        <div key={block.from}>
          {block.lines.map(({ key, number, text, isWanted }) => (
            <LogLine key={key} id={key} number={number} text={text} isWanted={isWanted} sought={sought} />
          ))}
        </div>
      ))}
    </div>
  )
}

type Scrolling = { readonly box: RefObject<HTMLDivElement | null>; readonly scroll: () => void }

function useScrolling({ lines, isFollowing, follow, earlier, later }: LogView): Scrolling {
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
    if (isFollowing || beginOf(lines) <= lines.first || lines.blocks.length > 1)
      settled.current = lines.stretch
    top.current = element.scrollTop
  }, [lines, isFollowing])

  const grow = (): void => {
    const element = box.current
    if (element === null || lines === null) return
    if (element.scrollTop < NEAR_PX && beginOf(lines) > lines.first)
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
  return { box, scroll }
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
