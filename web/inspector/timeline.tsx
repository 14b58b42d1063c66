import type { VNode } from 'preact'
import type { RunDetail } from '../../src/interfaces/board/api.ts'
import { linkTo } from '../address.ts'
import { clockSeconds, duration } from '../words.ts'
import { eventWords } from './event-words.ts'
import { Section } from './section.tsx'

type Line = {
  readonly at: string
  readonly words: string
  readonly from: number | null
  readonly tone: string
}

function linesOf({ events, card }: RunDetail): readonly Line[] {
  const story = events.flatMap((event): readonly Line[] => {
    const words = eventWords(event)
    if (words === null) return []
    const from = event.event === 'stage:starting' ? event.from : null
    return [{ at: event.at, words, from, tone: toneOf(event) }]
  })
  const written = (card?.events ?? []).map(({ at, line }) => ({
    at,
    words: `card: ${line}`,
    from: null,
    tone: '',
  }))
  return [...story, ...written].toSorted((a, b) => a.at.localeCompare(b.at))
}

const toneOf = (event: RunDetail['events'][number]): string =>
  event.event === 'run:ended' ? `is-${event.status}` : event.event === 'stage:stopping' ? 'is-waiting' : ''

export function Timeline({ detail }: { readonly detail: RunDetail }): VNode | null {
  const lines = linesOf(detail)
  if (lines.length === 0) return null
  return (
    <Section title="Timeline">
      <Stages detail={detail} />
      <ol class="timeline">
        {lines.map(({ at, words, from, tone }, i) => (
          <li key={i} class={tone}>
            <time dateTime={at}>{clockSeconds(at)}</time>
            <span>{words}</span>
            {from === null ? null : (
              <a
                href={linkTo({ log: { run: detail.run.run, at: from } })}
                aria-label={`Log of this stage: ${words}`}
              >
                log
              </a>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** The width of each stage is its duration. */
function Stages({ detail: { run } }: { readonly detail: RunDetail }): VNode | null {
  const all = run.stages.reduce((sum, { durationMs }) => sum + durationMs, 0)
  if (run.stages.length < 2 || all === 0) return null
  return (
    <div
      class="stages"
      role="img"
      aria-label={run.stages.map((one) => `${one.stage} ${duration(one.durationMs)}`).join(', ')}
    >
      {run.stages.map(({ stage, durationMs, reason }) => (
        <span
          key={stage}
          class={reason === null ? 'is-succeeded' : 'is-failed'}
          style={{ flexGrow: String(Math.max(0.04, durationMs / all)) }}
          title={`${stage.replaceAll('_', ' ')}: ${duration(durationMs)}${reason === null ? '' : `, ${reason}`}`}
        >
          {stage.replaceAll('_', ' ')}
        </span>
      ))}
    </div>
  )
}
