import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { TaskRow } from '../../src/views/task-row.ts'
import type { ShownCard } from '../../src/views/card.ts'
import type { ShownRun } from '../../src/views/show-run.ts'
import type { State } from '../../src/views/state.ts'
import { useActions } from '../actions.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import { EnqueueDialog } from './enqueue-dialog.tsx'
import { possibleActions, type Dialog, type PossibleAction } from './possible-actions.ts'
import { ResetDialog } from './reset-dialog.tsx'

type ActionBarProps = {
  readonly row: TaskRow | null
  readonly detail: ShownRun | null
  readonly card: ShownCard | null
  readonly state: State
}

/** Shows only actions that are possible now. */
export function ActionBar({ row, detail, card, state }: ActionBarProps): VNode | null {
  const [open, setOpen] = useState<Dialog | null>(null)
  const { run, busy } = useActions()
  const actions = possibleActions({ row, detail, card, escalations: state.escalations })
  const begin = (action: PossibleAction): void => {
    if (busy) return
    if (action.kind === 'ask') setOpen(action.dialog)
    else void run(action.deed)
  }
  if (actions.length === 0) return null
  return (
    <div class="actions" role="group" aria-label="Actions">
      {actions.map((action) => (
        <button
          key={action.name}
          type="button"
          class={action.isMain === true ? 'main' : undefined}
          // A disabled button would lose the focus.
          aria-disabled={busy}
          title={action.does}
          onClick={() => begin(action)}
        >
          {action.name}
        </button>
      ))}
      {open === 'reset' && card !== null ? (
        <ResetDialog path={card.card.path} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'agent' && card !== null ? (
        <EnqueueDialog path={card.card.path} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'correct' && detail !== null ? (
        <CorrectDialog run={detail.run} onClose={() => setOpen(null)} />
      ) : null}
    </div>
  )
}
