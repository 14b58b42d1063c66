/** Starts and stops the scheduler, and says how many may run at once. */
import type { VNode } from 'preact'
import type { State } from '../../src/views/state.ts'
import { limitTo, startScheduler, stopCommands } from '../deeds/scheduler-deeds.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'

export function SchedulerControls({ state }: { readonly state: State }): VNode {
  const { concurrency } = state.limits
  if (state.isShared) return <span class="s sub">The nodes of the fleet work here.</span>
  if (state.holder === null)
    return (
      <button type="button" class="b" onClick={startScheduler}>
        <Icon name="play" />
        Start the scheduler
      </button>
    )
  return (
    <>
      <div class="seg" role="group" aria-label="At once">
        <button
          type="button"
          aria-label="One fewer"
          disabled={concurrency <= 1}
          onClick={() => limitTo(concurrency - 1, concurrency)}
        >
          <Icon name="minus" />
        </button>
        <span>{concurrency} at once</span>
        <button type="button" aria-label="One more" onClick={() => limitTo(concurrency + 1, concurrency)}>
          <Icon name="plus" />
        </button>
      </div>
      <Menu label="Stop the scheduler" entries={stopCommands(state)}>
        Stop <Icon name="down" />
      </Menu>
    </>
  )
}
