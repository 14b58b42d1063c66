/** The decision after each run, and the saved work. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { ShownRun } from '../../src/views/show-run.ts'
import { Ago } from '../next-step.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { Section } from './section.tsx'

export function Plans({ plans }: { readonly plans: ShownRun['plans'] }): VNode | null {
  if (plans.length === 0) return null
  return (
    <Section title="Plans">
      <ul class="plain-list">
        {plans.toReversed().map(({ number, kind, why, differs, state, at, run }) => (
          <li key={number}>
            <strong>{kind}</strong>{' '}
            <span class="muted">
              after run {run}, {state},
            </span>{' '}
            <Ago at={at} />
            <p class="small">
              {why}
              {differs === '' ? '' : `; what differs: ${differs}`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type SnapshotsProps = { readonly detail: ShownRun; readonly isRunning: boolean }

export function Snapshots({ detail: { snapshots, run }, isRunning }: SnapshotsProps): VNode | null {
  const [asked, setAsked] = useState<number | null>(null)
  if (snapshots.length === 0) return null
  return (
    <Section title="Snapshots" note="work that was saved">
      <ul class="plain-list">
        {snapshots.toReversed().map(({ number, why, at, commit }) => (
          <li key={number} class="with-button">
            <span class="grow">
              <strong>{number}</strong> {why} <span class="muted mono">{commit.slice(0, 8)}</span>{' '}
              <Ago at={at} />
            </span>
            <button
              type="button"
              disabled={isRunning}
              title={isRunning ? 'The task is running. Cancel it first, or wait for its end.' : undefined}
              onClick={() => setAsked(number)}
            >
              Restore
            </button>
          </li>
        ))}
      </ul>
      {asked === null ? null : (
        <RestoreDialog task={run.task} snapshot={asked} onClose={() => setAsked(null)} />
      )}
    </Section>
  )
}
