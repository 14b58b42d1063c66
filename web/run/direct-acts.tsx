/** The buttons of a task: the deed that is advised, one other, and a menu with the rest. */
import type { VNode } from 'preact'
import type { State } from '../../src/views/state.ts'
import type { TaskRow } from '../../src/views/task-row.ts'
import { doingOf } from '../deeds/need-deeds.ts'
import { cancelTasks, retryTasks, skipTasks } from '../deeds/task-deeds.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu, type MenuEntry } from '../parts/menu.tsx'

type Direct = { readonly name: string; readonly run: () => void; readonly isMain: boolean }

/** The deed that Needs you advises, else a retry; and one other. The rest is in the menu. */
export function directActs(row: TaskRow | null, state: State): readonly Direct[] {
  if (row === null) return []
  const need = state.needs.find(({ task }) => task === row.task)
  const may = (action: TaskRow['actions'][number]): boolean => row.actions.includes(action)
  const advised = need === undefined ? null : doingOf(need)
  return [
    ...(advised !== null && need !== undefined
      ? [{ name: advised.name, run: () => advised.run(need, row, state), isMain: true }]
      : may('retry')
        ? [
            {
              name: row.status === 'waiting' ? 'Retry now' : 'Retry',
              run: () => retryTasks([row]),
              isMain: row.status !== 'succeeded',
            },
          ]
        : []),
    ...(may('skip')
      ? [{ name: 'Skip', run: () => skipTasks([row]), isMain: false }]
      : may('cancel')
        ? [{ name: 'Cancel…', run: () => cancelTasks([row]), isMain: false }]
        : []),
  ]
}

type ActButtonsProps = { readonly direct: readonly Direct[]; readonly entries: readonly MenuEntry[] }

/** What has a button is not in the menu again. */
export function ActButtons({ direct, entries }: ActButtonsProps): VNode {
  const shown = new Set(direct.map(({ name }) => name))
  const rest = entries.filter((entry) => entry === 'rule' || !shown.has(entry.name.replace(/ \(.*/, '')))
  return (
    <>
      {direct.map(({ name, run, isMain }) => (
        <button key={name} type="button" class={isMain ? 'b main' : 'b'} onClick={run}>
          {name}
        </button>
      ))}
      {rest.every((entry) => entry === 'rule') ? null : (
        <Menu label="More actions" entries={rest} look="bare icon">
          <Icon name="more" />
        </Menu>
      )}
    </>
  )
}
