/** Starts and stops the scheduler, and says how many may run at once. */
import type { VNode } from 'preact'
import type { State } from '../../src/views/state.ts'
import { useActions } from '../actions.ts'
import { deed } from '../client.ts'
import { confirmFirst } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { plural } from '../words.ts'

export function SchedulerControls({ state }: { readonly state: State }): VNode {
  const { run, busy } = useActions()
  const { holder, limits, counts, isShared } = state
  const { concurrency } = limits
  if (isShared) return <span class="s sub">The nodes of the fleet work here.</span>
  if (holder === null)
    return (
      <button type="button" class="b" disabled={busy} onClick={() => void run(deed('scheduler/start', {}))}>
        <Icon name="play" />
        Start the scheduler
      </button>
    )
  const limit = (to: number): void => void run(deed('scheduler/limit', { concurrency: to }))
  return (
    <>
      <div class="seg" role="group" aria-label="At once">
        <button
          type="button"
          aria-label="One fewer"
          disabled={busy || concurrency <= 1}
          onClick={() => limit(concurrency - 1)}
        >
          <Icon name="minus" />
        </button>
        <span>{concurrency} at once</span>
        <button type="button" aria-label="One more" disabled={busy} onClick={() => limit(concurrency + 1)}>
          <Icon name="plus" />
        </button>
      </div>
      <Menu
        label="Stop the scheduler"
        entries={[
          { name: 'Finish what runs, then stop', run: () => void run(deed('scheduler/drain', {})) },
          {
            name: 'Stop now…',
            run: () =>
              confirmFirst({
                title: 'Stop the scheduler and what it runs?',
                body: `${plural(counts.running, 'run')} ${counts.running === 1 ? 'is' : 'are'} stopped and canceled: ${namesOf(state)}. What they changed stays in the files. Queued tasks stay queued.`,
                does: 'Stop now',
                run: () => void run(deed('scheduler/stop', {})),
              }),
          },
        ]}
      >
        Stop <Icon name="down" />
      </Menu>
    </>
  )
}

function namesOf({ tasks }: State): string {
  const running = tasks.filter(({ status }) => status === 'running')
  const names = running.slice(0, 8).map(({ title, task }) => `“${title}” (#${task})`)
  return `${names.join(', ')}${running.length > 8 ? ` and ${running.length - 8} more` : ''}` || 'none'
}
