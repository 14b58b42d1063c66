/** The proving line of several runs. The newest one is shown with the line before it. */
import type { VNode } from 'preact'
import type { Failure } from '../../src/views/failure-schema.ts'
import { linkFor } from '../address.ts'
import { Excerpt, type ExcerptLine } from '../parts/excerpt.tsx'
import { StateMark } from '../parts/state.tsx'
import { When } from '../parts/when.tsx'
import { plural } from '../words.ts'

type Shown = Failure['shown'][number]

export function FailureEvidence({ failure: { key, shown, runs } }: { readonly failure: Failure }): VNode {
  return (
    <section class="sec">
      <h2>
        Evidence{' '}
        <span>
          {shown.length === runs ? plural(runs, 'run') : `${shown.length} of ${plural(runs, 'run')}`}
        </span>
      </h2>
      <div class="panel">
        <table class="stack evidence">
          <thead>
            <tr>
              <th>Run</th>
              <th class="n">When</th>
              <th>Task</th>
              <th>Agent</th>
              <th>Line</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one, at) => (
              <>
                <Row key={one.run} shown={one} />
                {at === 0 && one.evidence !== null ? <Proof key="proof" shown={one} /> : null}
              </>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length === runs ? null : (
        <p class="s more-link">
          <a href={linkFor({ page: 'runs' }, { cause: key })}>All {plural(runs, 'run')}</a>
        </p>
      )}
    </section>
  )
}

function Row({ shown: { run, task, title, agent, model, at, evidence } }: { readonly shown: Shown }): VNode {
  return (
    <tr>
      <td class="nw">
        <StateMark status="failed" /> <a href={linkFor({ page: 'run', run, tab: 'why' })}>Run {run}</a>
      </td>
      <td class="n dim">
        <When at={at} />
      </td>
      <td class="full">
        <a class="quiet" href={linkFor({ page: 'task', task })}>
          {title}
        </a>
      </td>
      <td class="sub full" title={model ?? undefined}>
        {agent ?? 'a command'}
      </td>
      <td class="full mono break">{evidence === null ? '' : lineWords(evidence)}</td>
    </tr>
  )
}

const lineWords = ({ line, excerpt }: NonNullable<Shown['evidence']>): string =>
  `${line === null ? '' : `${line}: `}${excerpt}`

function Proof({ shown: { run, evidence } }: { readonly shown: Shown }): VNode | null {
  if (evidence === null) return null
  const { line, excerpt, context } = evidence
  // The line before it, or what the agent did last: its number is not known.
  const before: readonly ExcerptLine[] =
    context === undefined || context.trim() === '' ? [] : [{ number: null, text: context }]
  return (
    <tr class="ex">
      <td colSpan={5}>
        <Excerpt
          label={`Evidence of run ${run}`}
          lines={[...before, { number: line, text: excerpt, isProof: true }]}
        />
      </td>
    </tr>
  )
}
