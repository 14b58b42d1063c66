/** How many run of how many may. */
import type { VNode } from 'preact'
import type { State } from '../../src/views/state.ts'
import { visit } from '../address.ts'
import { schedulerCommands } from '../deeds/scheduler-deeds.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu, type MenuEntry } from '../parts/menu.tsx'

const schedulerEntries = (state: State): readonly MenuEntry[] => {
  const commands = schedulerCommands(state)
  return commands.length === 0 ? [] : ['rule', ...commands]
}

export function SchedulerMenu({ state }: { readonly state: State }): VNode {
  const { holder, limits, counts } = state
  return (
    <Menu
      look="scheduler"
      entries={[{ name: 'Open Work', run: () => visit('/work') }, ...schedulerEntries(state)]}
    >
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
