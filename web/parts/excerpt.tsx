/** Lines of a file or a log, with the line that proves something marked. */
import type { ComponentChildren, VNode } from 'preact'

export type ExcerptLine = {
  /** Null if it is not known. */
  readonly number: number | null
  readonly text: string
  readonly isProof?: boolean
}

type ExcerptProps = {
  readonly lines: readonly ExcerptLine[]
  /** What the lines are from, for a screen reader. */
  readonly label: string
  /** The colour of the proving line: evidence of a success is not red. */
  readonly tone?: 'fail' | 'ok' | 'wait'
}

export const Excerpt = ({ lines, label, tone = 'fail' }: ExcerptProps): VNode => (
  <div class={`code proves-${tone}`} tabIndex={0} role="region" aria-label={label}>
    {lines.map(({ number, text, isProof = false }, at) => (
      // Lines have no other name than their place.
      <div key={at} class={isProof ? 'ln proof' : 'ln'}>
        <i>{number ?? ''}</i>
        <span>{text}</span>
      </div>
    ))}
  </div>
)

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
