import { gitTopLevel } from '../../../record/git.ts'
import type { TaskRecord } from '../../../record/task.ts'
import type { SnapshotRecord } from '../../../record/task-story.ts'
import { countFiles } from '../../../recovery/snapshots/find-snapshots.ts'
import { snapshotsOfTask } from '../../../scheduling/task-snapshots.ts'
import { workFolder } from '../../../scheduling/work-folder.ts'
import { countOf } from '../../../signals/count-of.ts'
import { cut, oneLine, padEnd, padStart, widthOf } from '../screen/columns.ts'
import type { Answer } from '../answers.ts'
import type { Screen, Terminal } from '../command.ts'
import { withTask } from '../record/find-recorded.ts'
import { openRecorded } from '../record/open-store.ts'
import { styleFor } from '../screen/style.ts'
import { shortTime } from '../screen/times.ts'

/** A snapshot with the number of files that differ from its base commit; null if git does not have it. */
type Listed = SnapshotRecord & { readonly files: number | null }

export async function runSnapshots(
  asked: { readonly task: string },
  screen: Screen<Answer<'mayday.snapshots/1'>>,
): Promise<number> {
  using opened = await openRecorded({ ofNode: true })
  const { store, project, task } = withTask(opened, asked.task)
  const cwd = workFolder(task, { project })
  const isThere = gitTopLevel(cwd) !== null
  const snapshots: Listed[] = []
  for (const snapshot of await snapshotsOfTask({ store, project }, task))
    snapshots.push({ ...snapshot, files: isThere ? await countFiles({ cwd }, snapshot.ref) : null })
  return screen.answer({ task: task.task, taskId: task.taskId, snapshots }, () =>
    render(task, snapshots, screen),
  )
}

function render({ task }: TaskRecord, listed: readonly Listed[], { colour, columns }: Terminal): string {
  if (listed.length === 0) return `There are no snapshots of task ${task} yet.\n`
  const style = styleFor(colour)
  const nowMs = Date.now()
  const rows = listed.toReversed().map(({ number, at, run, files, why, ref }) => ({
    cells: [
      `${number}`,
      shortTime(at, nowMs),
      run === null ? '' : `run ${run}`,
      files === null ? 'gone' : countOf(files, 'file'),
    ],
    why: oneLine(why),
    ref,
  }))
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map(({ cells }) => widthOf(cells[at] ?? ''))))
  const lines = rows.map(({ cells, why, ref }) => {
    const [number = '', ...rest] = cells
    const head = [
      padStart(number, widths[0] ?? 0),
      ...rest.map((cell, at) => padEnd(cell, widths[at + 1] ?? 0)),
    ]
    const room = Math.max(20, columns - widthOf(head.join('  ')) - 2)
    return `${head.join('  ')}  ${cut(why, room)}\n${' '.repeat((widths[0] ?? 0) + 2)}${style.dim(ref)}`
  })
  return `${[...lines, '', `Restore one: mayday restore ${task} [SNAPSHOT]`].join('\n')}\n`
}
