/** The head of a run's page: its place, name, status and actions. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { BoardRow } from '../../src/views/board-row.ts'
import type { ShownRun } from '../../src/views/show-run.ts'
import type { State } from '../../src/views/state.ts'
import type { TaskRow } from '../../src/views/task-row.ts'
import { linkFor } from '../address.ts'
import { useCommands } from '../commands.ts'
import { taskMenu } from '../deeds/task-deeds.ts'
import { Crumbs } from '../parts/crumb.tsx'
import { Icon } from '../parts/icon.tsx'
import { StateTag } from '../parts/state.tsx'
import { ActButtons, directActs } from './direct-acts.tsx'
import { CorrectRun } from './correct-run.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { runMenu } from './run-menu.ts'

type HeadProps = { readonly detail: ShownRun; readonly row: BoardRow | null; readonly state: State }

export function RunHead({ detail, row, state }: HeadProps): VNode {
  const { run } = detail
  const newest = row?.run ?? detail.task?.run ?? run.run
  return (
    <>
      <Crumbs
        crumbs={[
          { name: 'Work', href: linkFor({ page: 'work' }) },
          { name: `Task #${run.task}`, href: linkFor({ page: 'task', task: run.task }) },
          { name: `Run ${run.run}` },
        ]}
      />
      <div class="head">
        <h1>{run.title}</h1>
        <StateTag status={run.statusThatCounts} />
        <span class="grow hide-s" />
        <Actions detail={detail} row={newest === run.run ? (row ?? detail.task) : null} state={state} />
      </div>
      {row === null || row.problem === null ? null : (
        <p class="note wait">
          <Icon name="need" />
          <span class="grow">
            <b>The card of this task is in an impossible state.</b> {row.problem}{' '}
            <a href={linkFor({ page: 'cards' }, { card: row.card ?? '' })}>Open the card</a>
          </span>
        </p>
      )}
      {newest === run.run ? null : (
        <p class="note older">
          <Icon name="wait" />
          <span class="grow">
            This is an older run of the task. The newest is{' '}
            <a href={linkFor({ page: 'run', run: newest, tab: 'why' })}>run {newest}</a>.
          </span>
        </p>
      )}
    </>
  )
}

type ActionsProps = {
  readonly detail: ShownRun
  /** Null if it is not the newest run: actions apply to the present state of the task. */
  readonly row: TaskRow | null
  readonly state: State
}

type Open = 'correct' | 'restore' | null

function Actions({ detail, row, state }: ActionsProps): VNode | null {
  const [open, setOpen] = useState<Open>(null)
  const direct = directActs(row, state)
  const rest = [
    ...(row === null ? [] : taskMenu(row)),
    ...runMenu(detail, row, state, {
      correct: () => setOpen('correct'),
      restore: () => setOpen('restore'),
    }),
  ]
  useCommands(
    `Run ${detail.run.run}`,
    rest.filter((entry) => entry !== 'rule'),
  )
  if (direct.length + rest.length === 0) return null
  return (
    <div class="bs run-acts" role="group" aria-label="Actions">
      <ActButtons direct={direct} entries={rest} />
      {open === 'correct' ? <CorrectRun run={detail.run} onClose={() => setOpen(null)} /> : null}
      {open === 'restore' ? (
        <RestoreDialog
          task={detail.run.task}
          snapshot={detail.snapshots.at(-1)?.number ?? 1}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </div>
  )
}
