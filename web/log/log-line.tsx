import type { ComponentClass, VNode } from 'preact'
import { memo } from '../memo.ts'
import { parseAnsi } from './ansi.ts'

type LogLineProps = {
  readonly id: number
  readonly number: number | null
  readonly text: string
  /** Whether this is the line that the address names. */
  readonly isWanted: boolean
  readonly sought: string
}

export const LogLine: ComponentClass<LogLineProps> = memo(
  ({ id, number, text, isWanted, sought }: LogLineProps): VNode => (
    <div
      class={`log-line${isWanted ? ' is-wanted' : ''}`}
      {...(isWanted ? { 'aria-current': 'location' } : {})}
    >
      <span class="line-number" aria-hidden="true" data-line={id} title="Link to this line">
        {number}
      </span>
      <span class="line-text">
        {parseAnsi(text).map(({ text, classes, color }, i) => (
          <span key={i} class={classes} {...(color === null ? {} : { style: { color } })}>
            {marked(text, sought)}
          </span>
        ))}
      </span>
    </div>
  ),
)

function marked(text: string, sought: string): readonly (string | VNode)[] | string {
  if (sought === '') return text
  const parts: (string | VNode)[] = []
  const [low, wanted] = [text.toLowerCase(), sought.toLowerCase()]
  let at = 0
  for (let found = low.indexOf(wanted); found >= 0; found = low.indexOf(wanted, at)) {
    parts.push(text.slice(at, found), <mark>{text.slice(found, found + wanted.length)}</mark>)
    at = found + wanted.length
  }
  return parts.length === 0 ? text : [...parts, text.slice(at)]
}
