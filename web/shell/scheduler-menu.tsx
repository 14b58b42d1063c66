/** How many run of how many may. */
import type { VNode } from 'preact'
import type { State } from '../../src/views/state.ts'
import { visit } from '../address.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'

export function SchedulerMenu({ state: { holder, limits, counts } }: { readonly state: State }): VNode {
  return (
    <Menu look="scheduler" entries={[{ name: 'Open Work', run: () => visit('/work') }]}>
      <Icon name={holder === null ? 'idle' : 'run'} tone={holder === null ? 'idle' : 'run'} />
      {holder === null ? (
        <span>No scheduler</span>
      ) : (
        <span>
          <span class="sr">Scheduler: </span>
          {counts.running} of {limits.concurrency}
          <span class="hide-s"> running</span>
        </span>
      )}
      <Icon name="down" />
    </Menu>
  )
}
