/** What was decided after each run, and the work that was saved. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { RunDetail } from '../../src/interfaces/board/api.ts'
import { useActions } from '../actions.ts'
import { Dialog } from '../dialog.tsx'
import { Ago } from '../next-step.tsx'
import { Section } from './section.tsx'

export function Plans({ plans }: { readonly plans: RunDetail['plans'] }): VNode | null {
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

type SnapshotsProps = { readonly detail: RunDetail; readonly isRunning: boolean }

export function Snapshots({ detail: { snapshots, run }, isRunning }: SnapshotsProps): VNode | null {
  const [asked, setAsked] = useState<number | null>(null)
  const { run: act, busy } = useActions()
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
              disabled={busy || isRunning}
              title={isRunning ? 'The task is running. Cancel it first, or wait for its end.' : undefined}
              onClick={() => setAsked(number)}
            >
              Restore
            </button>
          </li>
        ))}
      </ul>
      {asked === null ? null : (
        <Dialog title={`Restore snapshot ${asked}?`} onClose={() => setAsked(null)}>
          <p>
            The files in the work tree become as they were in this snapshot. What is there now is saved first,
            as a snapshot of its own, so nothing is lost.
          </p>
          <form method="dialog" class="buttons">
            <button>Keep things as they are</button>
            <button class="danger" onClick={() => void act(`tasks/${run.task}/restore`, { snapshot: asked })}>
              Restore
            </button>
          </form>
        </Dialog>
      )}
    </Section>
  )
}
