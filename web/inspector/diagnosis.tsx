import type { VNode } from 'preact'
import type { RunRow } from '../../src/views/run-row.ts'
import type { ShownRun } from '../../src/views/show-run.ts'
import { linkTo } from '../address.ts'
import { longTime } from '../words.ts'
import { errorWords } from './error-words.ts'
import { Section } from './section.tsx'

type Found = NonNullable<RunRow['diagnosis']>

/** What went wrong, why we think so, and the lines that prove it: each opens the log there. */
export function Diagnosis({ detail }: { readonly detail: ShownRun }): VNode | null {
  const { run, meaning, card } = detail
  const error = errorWords(run)
  const found = run.diagnosis
  const line = card?.historyLine ?? null
  if (run.endedAt === null && found === null) return null
  return (
    <Section title={run.statusThatCounts === 'failed' ? 'Why it failed' : 'How it ended'}>
      <p class="summary">{run.summary === '' ? (error ?? 'It ended.') : run.summary}</p>
      {error === null || run.summary.includes(error) ? null : <p class="error-words mono">{error}</p>}
      {meaning === null ? null : <p class="muted">{meaning}</p>}
      {found === null ? null : <Evidence run={run} found={found} />}
      {found?.statedReason === undefined ? null : (
        <p>
          <span class="muted">The agent said:</span> {found.statedReason}
        </p>
      )}
      {found?.failing === undefined || found.failing.length === 0 ? null : (
        <p>
          <span class="muted">{hasNew(found) ? 'New failures:' : 'Failing:'}</span>{' '}
          <span class="mono">{found.failing.join(', ')}</span>
        </p>
      )}
      {found === null || found.alternatives.length === 0 ? null : <Alternatives found={found} />}
      <Opinion detail={detail} />
      <Corrections detail={detail} />
      {line === null ? null : (
        <p class="history-line">
          <span class="muted">History:</span> {line}
        </p>
      )}
    </Section>
  )
}

/** If failing tests were compared, only the new ones are listed. */
const hasNew = ({ compared }: Found): boolean => (compared?.kinds?.new.length ?? 0) > 0

function Evidence({ run, found }: { readonly run: RunRow; readonly found: Found }): VNode {
  return (
    <>
      {found.evidence.length === 0 ? (
        <p class="muted">No line decided. Only the exit status shows the failure.</p>
      ) : (
        <ol class="evidence" aria-label="Evidence">
          {found.evidence.map(({ line, byteOffset, excerpt, context, source, newSince }, i) => (
            <li key={i}>
              {byteOffset === null ? (
                <span class="mono">{excerpt}</span>
              ) : (
                <a href={linkTo({ log: { run: run.run, at: byteOffset } })} class="evidence-line mono">
                  <span class="line-number">
                    <span class="unseen">Open the log at line </span>
                    {line ?? '…'}
                  </span>
                  <span>{excerpt}</span>
                </a>
              )}
              {context === undefined ? null : <p class="muted mono context">{context}</p>}
              {newSince === undefined ? null : <p class="muted small">new since {newSince}</p>}
              <span class="unseen">{source}</span>
            </li>
          ))}
        </ol>
      )}
      <p class="muted small">
        {found.confidence} confidence · rule {found.rule} · in {found.stage.replaceAll('_', ' ')}
        {found.resetAt === undefined ? '' : ` · resets ${longTime(found.resetAt)}`}
        {found.circular ? ' · goes in circles' : ''}
      </p>
    </>
  )
}

const Alternatives = ({ found }: { readonly found: Found }): VNode => (
  <details>
    <summary>
      {found.alternatives.length === 1 ? '1 alternative' : `${found.alternatives.length} alternatives`}{' '}
      considered
    </summary>
    <ul class="plain-list">
      {found.alternatives.map(({ reason, why, rule }) => (
        <li key={rule}>
          <span class="mono">{reason}</span> <span class="muted">{why}</span>
        </li>
      ))}
    </ul>
  </details>
)

/** The answer of an agent that was asked. It never replaces a proven verdict. */
function Opinion({ detail: { opinion, opinionWords } }: { readonly detail: ShownRun }): VNode | null {
  if (opinion === null) return null
  const { agent, model, costUsd } = opinion.asked
  const told = [agent, model, costUsd === null ? null : `$${costUsd.toFixed(4)}`].filter(
    (one) => one !== null,
  )
  return (
    <div class="notice" role="group" aria-label="Second opinion">
      <p>
        Second opinion <span class="muted">({told.join(', ')})</span>
        {opinion.reason === null ? null : (
          <>
            : <span class="mono">{opinion.reason}</span>
          </>
        )}
      </p>
      <p>{opinionWords}</p>
      {opinion.evidence === null ? null : <p class="mono">{opinion.evidence.excerpt}</p>}
    </div>
  )
}

function Corrections({ detail: { run, corrections } }: { readonly detail: ShownRun }): VNode | null {
  const last = corrections.at(-1)
  if (last === undefined) return null
  return (
    <p class="notice">
      A person corrected it on {longTime(last.at)}: <span class="mono">{last.reason ?? 'no failure'}</span>
      {last.note === null ? '' : ` (${last.note})`}. The classifier said{' '}
      <span class="mono">{run.reason ?? 'no failure'}</span>.
    </p>
  )
}
