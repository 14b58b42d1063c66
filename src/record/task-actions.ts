/** The actions on a task that the table of task states offers a person. Every interface uses this list. */
import { targetsOf, taskActions, taskEvents, type TaskAction } from './task-events.ts'
import type { TaskStatus } from './task-states.ts'

type Offered = { readonly status: TaskStatus; readonly isImplicit: boolean; readonly card: string | null }

/** In the order of the table. The task of a plain run can only be canceled, while it runs. */
export const actionsOf = ({ status, isImplicit, card }: Offered): readonly TaskAction[] =>
  offers[isImplicit ? 'plain' : card === null ? 'task' : 'card'](status)

type Offers = (status: TaskStatus) => readonly TaskAction[]

/** Computed once per state: lists of thousands of tasks contain them. */
function offersFor(isOffered: (action: TaskAction, status: TaskStatus) => boolean): Offers {
  const known = new Map<TaskStatus, readonly TaskAction[]>()
  return (status) => {
    const found = known.get(status) ?? taskActions.filter((action) => isOffered(action, status))
    known.set(status, found)
    return found
  }
}

const isAllowed = (action: TaskAction, status: TaskStatus): boolean => targetsOf(action, status).length > 0

const offers: Readonly<Record<'plain' | 'task' | 'card', Offers>> = {
  plain: offersFor((action, status) => action === 'cancel' && status === 'running'),
  task: offersFor((action, status) => isAllowed(action, status) && taskEvents[action].isForCards !== true),
  card: offersFor(isAllowed),
}
