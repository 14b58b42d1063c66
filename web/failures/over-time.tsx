/** Failures over time, one bar per day or hour, divided by class. The numbers are also in a table. */
import type { VNode } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Failures } from '../../src/views/failures-schema.ts'
import { clock, dayOf, plural } from '../words.ts'

type Bucket = Failures['overTime'][number]
type Class = keyof Bucket['byClass']

const CLASSES: readonly Class[] = [
  'setup',
  'task',
  'machine',
  'provider',
  'agent',
  'work',
  'person',
  'unknown',
]

const [HEIGHT, LEFT, BOTTOM, TOP] = [190, 34, 20, 8]
/** The width of a label below the bars. */
const NAME_PX = 80

const nameOf = ({ range }: Failures, { at }: Bucket): string =>
  range === '24h' ? clock(new Date(at)) : dayOf(at)

/** The next round number: 1, 2, 5, 10, 20, 50 and so on. */
function roundUp(most: number): number {
  const scale = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return [1, 2, 5, 10].map((step) => step * scale).find((step) => step >= most) ?? most
}

export function OverTime({ failures }: { readonly failures: Failures }): VNode {
  const used = CLASSES.filter((one) => failures.overTime.some(({ byClass }) => (byClass[one] ?? 0) > 0))
  return (
    <section class="chart" aria-label="Failures over time">
      <h2>
        Failures over time{' '}
        <span class="muted">per {failures.range === '24h' ? 'hour' : 'day'}, by class</span>
      </h2>
      <ul class="legend" aria-label="Classes">
        {used.map((one) => (
          <li key={one}>
            <span class={`swatch c-${one}`} aria-hidden="true" /> {one}
          </li>
        ))}
      </ul>
      <Bars failures={failures} used={used} />
      <details>
        <summary>Figures</summary>
        <FigureTable failures={failures} used={used} />
      </details>
    </section>
  )
}

type BarsProps = { readonly failures: Failures; readonly used: readonly Class[] }

function Bars({ failures, used }: BarsProps): VNode {
  const { overTime } = failures
  const top = roundUp(Math.max(...overTime.map(({ failed }) => failed)))
  const { box, width } = useWidth()
  const step = (width - LEFT) / overTime.length
  const every = Math.ceil((overTime.length * NAME_PX) / Math.max(NAME_PX, width - LEFT))
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top)
  const lines = top === 1 ? [0, 1] : [0, top / 2, top]
  return (
    <svg
      ref={box}
      role="img"
      aria-label={`${plural(failures.failed, 'failure')} in ${failures.range === '24h' ? '24 hours' : '30 days'}; the table below has the figures`}
    >
      {lines.map((value) => (
        <g key={value}>
          <line class="grid" x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
          <text class="tick" x={LEFT - 6} y={y(value) + 4} text-anchor="end">
            {value}
          </text>
        </g>
      ))}
      {overTime.map((bucket, i) => (
        <Bar
          key={bucket.at}
          bucket={bucket}
          x={LEFT + i * step}
          width={step}
          y={y}
          used={used}
          name={nameOf(failures, bucket)}
        />
      ))}
      {overTime.map((bucket, i) =>
        i % every === 0 ? (
          <text key={bucket.at} class="tick" x={LEFT + (i + 0.5) * step} y={HEIGHT - 5} text-anchor="middle">
            {nameOf(failures, bucket)}
          </text>
        ) : null,
      )}
    </svg>
  )
}

/** Drawn at the available width, so that the text keeps its size. */
function useWidth(): { readonly box: { current: SVGSVGElement | null }; readonly width: number } {
  const box = useRef<SVGSVGElement>(null)
  const [width, setWidth] = useState(800)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const sizes = new ResizeObserver(() => setWidth(element.clientWidth))
    sizes.observe(element)
    setWidth(element.clientWidth)
    return () => sizes.disconnect()
  }, [])
  return { box, width }
}

type BarProps = {
  readonly bucket: Bucket
  readonly x: number
  readonly width: number
  readonly y: (value: number) => number
  readonly used: readonly Class[]
  readonly name: string
}

function Bar({ bucket, x, width, y, used, name }: BarProps): VNode {
  let below = 0
  const parts = used.flatMap((one) => {
    const value = bucket.byClass[one] ?? 0
    if (value === 0) return []
    const from = below
    below += value
    // A thin gap between two parts, so that they can be distinguished without colours.
    return [
      <rect
        key={one}
        class={`c-${one}`}
        x={x + width * 0.16}
        width={width * 0.68}
        y={y(below)}
        height={Math.max(1, y(from) - y(below) - 1)}
      />,
    ]
  })
  return (
    <g>
      <title>{`${name}: ${bucket.failed} of ${plural(bucket.runs, 'run')} failed${reasonsOf(bucket)}`}</title>
      <rect class="hit" x={x} width={width} y={TOP} height={HEIGHT - TOP - BOTTOM} />
      {parts}
    </g>
  )
}

const reasonsOf = ({ byReason }: Bucket): string =>
  Object.entries(byReason)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, failed]) => `\n${reason} ${failed}`)
    .join('')

function FigureTable({ failures, used }: BarsProps): VNode {
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label="Failures over time, figures">
      <table>
        <thead>
          <tr>
            <th scope="col">{failures.range === '24h' ? 'Hour' : 'Day'}</th>
            <th scope="col" class="figure">
              Runs
            </th>
            <th scope="col" class="figure">
              Failed
            </th>
            {used.map((one) => (
              <th key={one} scope="col" class="figure">
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {failures.overTime
            .filter(({ runs }) => runs > 0)
            .toReversed()
            .map((bucket) => (
              <tr key={bucket.at}>
                <th scope="row">{nameOf(failures, bucket)}</th>
                <td class="figure">{bucket.runs}</td>
                <td class="figure">{bucket.failed}</td>
                {used.map((one) => (
                  <td key={one} class="figure">
                    {bucket.byClass[one] ?? 0}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
