import type { ShownRun } from '../../src/views/show-run.ts'
import type { State } from '../../src/views/state.ts'
import type { TaskRow } from '../../src/views/task-row.ts'
import { runAction } from '../actions.ts'
import { api, deed } from '../client.ts'
import { acknowledge, closeEscalation } from '../deeds/escalation-deeds.ts'
import type { MenuEntry } from '../parts/menu.tsx'

type Dialogs = { readonly correct: () => void; readonly restore: () => void }

/** What can be done with the run itself, besides what its task can do. */
export function runMenu(
  detail: ShownRun,
  row: TaskRow | null,
  state: State,
  dialogs: Dialogs,
): readonly MenuEntry[] {
  const { run, snapshots } = detail
  if (run.endedAt === null) return []
  const entries: readonly MenuEntry[] = [
    ...(row?.canResume === true && row.run === run.run
      ? [{ name: 'Resume its session', run: () => resume(run) }]
      : []),
    ...(run.actions.includes('correct') ? [{ name: 'Correct the reason…', run: dialogs.correct }] : []),
    ...ofEscalation(row, state),
    ...(snapshots.length === 0 ? [] : [{ name: 'Go back to saved work…', run: dialogs.restore }]),
  ]
  return row === null || entries.length === 0 ? entries : ['rule', ...entries]
}

const resume = ({ run, task }: ShownRun['run']): void =>
  void runAction(deed(api.runs[':id'].resume, { param: { id: `${run}` } }), {
    undo: deed(api.tasks[':n'].cancel, { param: { n: `${task}` } }),
    back: 'Cancel it',
  })

function ofEscalation(row: TaskRow | null, { escalations }: State): readonly MenuEntry[] {
  const raised = escalations.find(
    ({ task, number }) => row !== null && (task === row.task || number === row.waiting?.escalation),
  )
  if (raised === undefined || row === null) return []
  const { number, state } = raised
  return [
    ...(state === 'open' ? [{ name: 'Acknowledge…', run: () => acknowledge(number, row.title) }] : []),
    { name: 'Close the escalation…', run: () => closeEscalation(number, row.title) },
  ]
}
