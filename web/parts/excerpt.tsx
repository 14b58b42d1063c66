/** Lines of a file or a log, with the line that proves something marked. */
import type { ComponentChildren, VNode } from 'preact'

export type ExcerptLine = {
  /** Null if it is not known. */
  readonly number: number | null
  readonly text: string
  readonly isProof?: boolean
  /** The words of a proving line that prove it; without them, the whole line does. */
  readonly words?: string
}

/** Longer lines are records of an agent: they wrap, because what counts can be anywhere in them. */
const LONG_CHARS = 160

type ExcerptProps = {
  readonly lines: readonly ExcerptLine[]
  /** What the lines are from, for a screen reader. */
  readonly label: string
  /** The colour of the proving line: evidence of a success is not red. */
  readonly tone?: 'fail' | 'ok' | 'wait'
}

export function Excerpt({ lines, label, tone = 'fail' }: ExcerptProps): VNode {
  const wraps = lines.some(({ text }) => text.length > LONG_CHARS) ? ' wraps' : ''
  return (
    <div class={`code proves-${tone}${wraps}`} tabIndex={0} role="region" aria-label={label}>
      {lines.map((line, at) => (
        // Lines have no other name than their place.
        <Line key={at} {...line} />
      ))}
    </div>
  )
}

function Line({ number, text, isProof = false, words = text }: ExcerptLine): VNode {
  const at = words === '' ? -1 : text.indexOf(words)
  const isPart = isProof && at !== -1 && words !== text
  return (
    <div class={`ln${isProof ? ' proof' : ''}${isPart ? ' in-part' : ''}`}>
      <i>{number ?? ''}</i>
      {isPart ? (
        <span>
          {text.slice(0, at)}
          <b>{words}</b>
          {text.slice(at + words.length)}
        </span>
      ) : (
        <span>{text}</span>
      )}
    </div>
  )
}

type PanelProps = {
  readonly caption: ComponentChildren
  /** A link or a button at the right edge. */
  readonly action?: ComponentChildren
  readonly children: ComponentChildren
}

/** A panel with a caption line above its content. */
export const Captioned = ({ caption, action, children }: PanelProps): VNode => (
  <div class="panel">
    <div class="cap">
      <span>{caption}</span>
      {action}
    </div>
    {children}
  </div>
)
