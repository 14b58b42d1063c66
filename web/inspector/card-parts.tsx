import type { VNode } from 'preact'
import type { ShownCard } from '../../src/views/card.ts'
import { Section } from './section.tsx'

export function CardParts({ detail }: { readonly detail: ShownCard }): VNode {
  const { summary, criteria, history, card } = detail
  return (
    <Section title="Card" note={card.path}>
      {summary === '' ? null : <p>{summary}</p>}
      {criteria.length === 0 ? null : (
        <ul class="criteria">
          {criteria.map(({ text, isChecked }, i) => (
            <li key={i}>
              <span
                class={isChecked ? 'is-met' : 'muted'}
                role="img"
                aria-label={isChecked ? 'met' : 'not met'}
              >
                {isChecked ? '☑' : '☐'}
              </span>{' '}
              {text}
            </li>
          ))}
        </ul>
      )}
      {history.length === 0 ? null : (
        <details open={history.length < 6}>
          <summary>History, {history.length === 1 ? '1 line' : `${history.length} lines`}</summary>
          <ol class="history">
            {history.toReversed().map((line, i) => (
              <li key={i}>{line}</li>
            ))}
          </ol>
        </details>
      )}
    </Section>
  )
}
