/** The head of a run's page: where it is, what it is called, how it stands, and what can be done. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { BoardRow } from '../../src/views/board-row.ts'
import type { ShownRun } from '../../src/views/show-run.ts'
import type { State } from '../../src/views/state.ts'
import { useActions } from '../actions.ts'
import { linkFor } from '../address.ts'
import { CorrectDialog } from '../inspector/correct-dialog.tsx'
import { possibleActions, type PossibleAction } from '../inspector/possible-actions.ts'
import { RestoreDialog } from '../inspector/restore-dialog.tsx'
import { Crumbs } from '../parts/crumb.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu, type MenuEntry } from '../parts/menu.tsx'
import { StateTag } from '../parts/state.tsx'

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
  readonly row: BoardRow | ShownRun['task']
  readonly state: State
}

/** One main button and one other: to stop what runs, else to skip. */
function directOf(all: readonly PossibleAction[]): readonly PossibleAction[] {
  const posts = all.filter(({ kind }) => kind === 'post')
  const main = posts.find(({ isMain }) => isMain === true) ?? posts[0]
  const other = posts.find(({ name }) => name === 'Skip') ?? posts.find((one) => one !== main)
  return [...new Set([main, other])].filter((one) => one !== undefined)
}

type Open = 'correct' | 'restore' | null

function Actions({ detail, row, state }: ActionsProps): VNode | null {
  const [open, setOpen] = useState<Open>(null)
  const { run: act, busy } = useActions()
  const all = possibleActions({ row, detail, card: null, escalations: state.escalations })
  const begin = (action: PossibleAction): void => {
    if (busy) return
    if (action.kind === 'post') void act(action.deed)
    else setOpen('correct')
  }
  const direct = directOf(all)
  const rest = all.filter((action) => !direct.includes(action))
  const entries: readonly MenuEntry[] = [
    ...rest.map((action) => ({ name: action.name, title: action.does, run: () => begin(action) })),
    ...(detail.snapshots.length === 0 || detail.run.endedAt === null
      ? []
      : ['rule' as const, { name: 'Go back to saved work…', run: () => setOpen('restore') }]),
  ]
  if (direct.length + entries.length === 0) return null
  return (
    <div class="bs run-acts" role="group" aria-label="Actions">
      {direct.map((action) => (
        <button
          key={action.name}
          type="button"
          class={action.isMain === true ? 'b main' : 'b'}
          aria-disabled={busy}
          title={action.does}
          onClick={() => begin(action)}
        >
          {action.name}
        </button>
      ))}
      {entries.length === 0 ? null : (
        <Menu label="More actions" entries={entries} look="bare icon">
          <Icon name="more" />
        </Menu>
      )}
      {open === 'correct' ? <CorrectDialog run={detail.run} onClose={() => setOpen(null)} /> : null}
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
