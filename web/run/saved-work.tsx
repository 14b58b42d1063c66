/** The decision after each run, and the work that was saved on the way. */
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ShownRun } from '../../src/views/show-run.ts'
import { linkFor } from '../address.ts'
import { When } from '../parts/when.tsx'
import { RestoreDialog } from './restore-dialog.tsx'

export function Decisions({ plans }: { readonly plans: ShownRun['plans'] }): VNode | null {
  if (plans.length === 0) return null
  return (
    <section class="sec">
      <h2>What Mayday decided</h2>
      <ul class="panel pad s lines">
        {plans.toReversed().map(({ number, kind, why, differs, at, run }) => (
          <li key={number}>
            <span class="dim">
              <When at={at} />
            </span>{' '}
            <b>{kind}</b> after <a href={linkFor({ page: 'run', run, tab: 'why' })}>run {run}</a>: {why}
            {differs === '' ? '' : ` It differs: ${differs}.`}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The place of the saved work on its page, which is long. */
export const SAVED = 'saved-work'

export const showSaved = (): void => document.getElementById(SAVED)?.scrollIntoView()

type SavedProps = { readonly detail: ShownRun; readonly isRunning: boolean }

export function SavedWork({ detail: { snapshots, run }, isRunning }: SavedProps): VNode | null {
  const [asked, setAsked] = useState<number | null>(null)
  useEffect(() => {
    if (location.hash === `#${SAVED}`) showSaved()
  }, [])
  if (snapshots.length === 0) return null
  return (
    <section class="sec" aria-label="Saved work" id={SAVED}>
      <h2>
        Saved work <span>snapshots of this task’s files</span>
      </h2>
      <ul class="panel saved">
        {snapshots.toReversed().map(({ number, why, at, commit }) => (
          <li key={number}>
            <span class="grow">
              <b>{number}</b> {why} <code class="dim">{commit.slice(0, 8)}</code>{' '}
              <span class="dim">
                <When at={at} />
              </span>
            </span>
            <button
              type="button"
              class="b"
              disabled={isRunning}
              title={isRunning ? 'The task is running. Cancel it first, or wait for its end.' : undefined}
              onClick={() => setAsked(number)}
            >
              Restore…
            </button>
          </li>
        ))}
      </ul>
      {asked === null ? null : (
        <RestoreDialog task={run.task} snapshot={asked} onClose={() => setAsked(null)} />
      )}
    </section>
  )
}
