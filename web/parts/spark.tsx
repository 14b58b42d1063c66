/** Counts over days, hours or weeks as bars. A bar with a link leads to what it counts. */
import type { VNode } from 'preact'
import { visit } from '../address.ts'

export type Bar = {
  readonly value: number
  /** What it counts: `3 on 9 Nov`. */
  readonly words: string
  readonly href?: string
}

type SparkProps = {
  readonly bars: readonly Bar[]
  /** The whole graph in a sentence. */
  readonly label: string
  /** Colour means state: without one the bars are ink. */
  readonly tone?: 'fail'
}

const STEP = 20
const WIDTH = 14
const HEIGHT = 64
const LEAST = 4

export function Spark({ bars, label, tone }: SparkProps): VNode {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const hasLinks = bars.some(({ href }) => href !== undefined)
  return (
    <svg
      class={tone === undefined ? 'spark' : `spark ${tone}`}
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT + 2}`}
      preserveAspectRatio="none"
      role={hasLinks ? 'group' : 'img'}
      aria-label={label}
    >
      {bars.map((bar, at) => (
        <Column key={at} bar={bar} x={at * STEP + (STEP - WIDTH) / 2} share={bar.value / most} />
      ))}
    </svg>
  )
}

type ColumnProps = { readonly bar: Bar; readonly x: number; readonly share: number }

function Column({ bar: { value, words, href }, x, share }: ColumnProps): VNode {
  if (value === 0) return <rect class="none" x={x} y={HEIGHT - 1} width={WIDTH} height={1} />
  const height = Math.max(LEAST, share * HEIGHT)
  const drawn = (
    <rect x={x} y={HEIGHT - height} width={WIDTH} height={height}>
      <title>{words}</title>
    </rect>
  )
  if (href === undefined) return drawn
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    visit(href)
  }
  return (
    <a href={href} aria-label={words} onClick={follow}>
      <rect class="hit" x={x - 3} y={0} width={STEP} height={HEIGHT} />
      {drawn}
    </a>
  )
}
