import { UsageError } from '../../errors.ts'
import type { Project } from '../../record/project.ts'
import type { Store } from '../../record/store.ts'
import type { SnapshotRecord, TaskRecord } from '../../record/task.ts'
import {
  previewRestore,
  type Restored,
  type RestorePreview,
} from '../../recovery/snapshots/restore-snapshot.ts'
import { chooseSnapshot, restoreTask, type RestoredTask } from '../../scheduling/restore-task.ts'
import { workFolder } from '../../scheduling/work-folder.ts'
import { countOf } from '../../signals/count-of.ts'
import { askPerson, isPerson } from './ask-person.ts'
import { oneLine } from './columns.ts'
import type { Arguments, RunCommand, Terminal } from './command.ts'
import { findTask } from './find-task.ts'
import { openRecorded } from './open-store.ts'
import { styleFor } from './style.ts'
import { shownJson } from '../shown.ts'

type House = { readonly store: Store; readonly project: Project }

/** More would push the question off the screen. */
const SHOWN_CHANGES = 20

export const runRestore: RunCommand = async (args, terminal) => {
  const [ref, number] = wordsOf(args)
  const { store, project } = await openRecorded(terminal)
  const task = findTask(store, ref)
  if (store === null) return 2
  try {
    const house = { store, project }
    const snapshot = await chooseSnapshot(task, number ?? null, house)
    return await restore({ house, task, snapshot }, args, terminal)
  } finally {
    store.close()
  }
}

function wordsOf({ positionals }: Arguments): readonly [task: string, snapshot: string | undefined] {
  const [task, snapshot, ...more] = positionals
  if (task !== undefined && task !== '' && more.length === 0) return [task, snapshot]
  throw new UsageError(
    `restore takes the number of a task and, if you like, of a snapshot, and got ${positionals.join(' ') || 'none'}. See: mayday restore --help`,
  )
}

type Chosen = { readonly house: House; readonly task: TaskRecord; readonly snapshot: SnapshotRecord }

async function restore(chosen: Chosen, args: Arguments, terminal: Terminal): Promise<number> {
  const { house, task, snapshot } = chosen
  const preview = await previewRestore({ cwd: workFolder(task, house), ref: snapshot.ref })
  const isJson = args.flag('json')
  if (!isJson) terminal.out(renderPreview(chosen, preview, terminal))
  if (preview.isSame) return tell(chosen, { preview, done: null, isJson }, terminal)
  if (!args.flag('yes')) {
    if (isJson || !isPerson(terminal)) {
      if (isJson) tell(chosen, { preview, done: null, isJson }, terminal)
      throw new UsageError(
        `Nothing was restored. To do it: mayday restore ${task.task} ${snapshot.number} --yes`,
      )
    }
    if (!(await askPerson(terminal, 'Restore it? What is there now is saved first.')))
      return tell(chosen, { preview, done: null, isJson }, terminal)
  }
  const done = await restoreTask(task, snapshot, house)
  return tell(chosen, { preview, done, isJson }, terminal)
}

const SIGNS = { written: '+', changed: '~', removed: '-' } as const

function renderPreview(
  { task, snapshot }: Chosen,
  { changes, isSame }: RestorePreview,
  { colour }: Terminal,
): string {
  const style = styleFor(colour)
  const title = `Snapshot ${snapshot.number} of task ${task.task}: ${oneLine(snapshot.why)}`
  if (isSame) return `${title}\nEverything is as it was then.\n`
  const shown = changes
    .slice(0, SHOWN_CHANGES)
    .map(({ path, change }) => `  ${SIGNS[change]} ${oneLine(path)}`)
  const more = changes.length - shown.length
  return `${[
    style.bold(title),
    ...shown,
    ...(more > 0 ? [`  and ${countOf(more, 'more file')}`] : []),
    ...(changes.length === 0 ? ['  No file changes; what is staged, or permissions, do.'] : []),
  ].join('\n')}\n`
}

type Outcome = {
  readonly preview: RestorePreview
  readonly done: RestoredTask | null
  readonly isJson: boolean
}

function tell({ task, snapshot }: Chosen, { preview, done, isJson }: Outcome, terminal: Terminal): number {
  if (isJson) {
    const { changes, isSame, snapshot: kept } = preview
    const safety = done === null ? null : { number: done.number, ref: done.restored.safety.ref }
    terminal.out(
      `${shownJson({ format: 'mayday.restore/1', task: task.task, snapshot, restored: done !== null, isSame, changes, safety, head: done?.restored.head ?? null, headThen: kept.head }, 2)}\n`,
    )
    return 0
  }
  if (done !== null)
    terminal.out(lastWords(task, done.restored, { number: done.number, colour: terminal.colour }))
  else if (!preview.isSame) terminal.out('Nothing was restored.\n')
  return 0
}

function lastWords(
  { task }: TaskRecord,
  { changes, head, headThen }: Restored,
  { number, colour }: { readonly number: number; readonly colour: boolean },
): string {
  const style = styleFor(colour)
  const lines = [
    `${style.green('✓')} Restored: ${countOf(changes.length, 'file')} changed.`,
    `To get back what was there: mayday restore ${task} ${number}`,
  ]
  if (head !== headThen && headThen !== null)
    lines.push(
      `HEAD stays where it is: it was ${headThen.slice(0, 12)} then, and what was committed since shows as changes.`,
    )
  return `${lines.join('\n')}\n`
}
