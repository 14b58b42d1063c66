/** What can be done about a failure. One button is filled; what cannot be undone names what it touches. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Failure, FailureTask } from '../../src/views/failure-schema.ts'
import { useActions } from '../actions.ts'
import { deed, type Deed } from '../client.ts'
import { useCommands } from '../commands.ts'
import { confirmFirst } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu, type MenuEntry } from '../parts/menu.tsx'
import { plural } from '../words.ts'
import { AgentDialog } from './agent-dialog.tsx'
import { CorrectAllDialog } from './correct-all-dialog.tsx'
import { TaskNames } from './task-names.tsx'

type Offered = {
  readonly name: string
  readonly how: string
  readonly tasks: readonly FailureTask[]
  readonly deed: Deed
}

/** The deed that the page advises: what helped, for those who have not had it; else a plain retry of all. */
function offerOf({ key, byTask, helped }: Failure): Offered | null {
  const open = byTask.filter(({ canRetry }) => canRetry)
  const tasks = open.filter(({ task }) => helped?.missing.includes(task) === true)
  const numbers = tasks.map(({ task }) => task)
  if (helped !== null && tasks.length > 0 && helped.hint !== null) {
    const name = `Retry ${tasks.length} with this hint`
    const how = `The prompt of the next attempt gets the hint: “${helped.hint}”`
    return { name, how, tasks, deed: deed('failures/:key/retry', { key, tasks: numbers, hint: helped.hint }) }
  }
  if (helped !== null && tasks.length > 0 && helped.agent !== null) {
    const name = `Ask ${helped.agent} for ${tasks.length}`
    const how = `${helped.agent} makes the next attempt.`
    return {
      name,
      how,
      tasks,
      deed: deed('failures/:key/retry', { key, tasks: numbers, agent: helped.agent }),
    }
  }
  if (open.length === 0) return null
  return {
    name: open.length === 1 ? 'Retry the task' : `Retry all ${open.length}`,
    how: 'Each gets a new attempt at once, and its attempts count from 0.',
    tasks: open,
    deed: deed('failures/:key/retry', { key, tasks: open.map(({ task }) => task) }),
  }
}

export function FailureActs({ failure }: { readonly failure: Failure }): VNode {
  const { key, state, byTask, allRuns } = failure
  const { run, busy } = useActions()
  const [dialog, setDialog] = useState<'correct' | 'agent' | null>(null)
  const offer = offerOf(failure)
  const open = byTask.filter(({ canRetry }) => canRetry)
  const acknowledge = deed('failures/:key/ack', { key })
  const takeBack = deed('failures/:key/unack', { key })
  const retryAll = (offered: Offered): void => askToRetry(offered, () => void run(offered.deed))
  const entries: readonly MenuEntry[] = [
    { name: `Correct the reason of ${plural(allRuns.length, 'run')}…`, run: () => setDialog('correct') },
    ...(open.length === 0
      ? []
      : [{ name: `Ask another agent for ${plural(open.length, 'task')}…`, run: () => setDialog('agent') }]),
  ]
  useCommands(`Failure ${key}`, [
    ...(offer === null ? [] : [{ name: `${offer.name}…`, run: () => retryAll(offer) }]),
    ...(state === 'acknowledged'
      ? [{ name: 'Open this failure again', run: () => void run(takeBack, { undo: acknowledge }) }]
      : state === 'open'
        ? [{ name: 'Acknowledge this failure', run: () => void run(acknowledge, { undo: takeBack }) }]
        : []),
    ...entries.filter((entry) => entry !== 'rule'),
  ])
  return (
    <div class="bs run-acts">
      {offer === null ? null : (
        <button type="button" class="b main" disabled={busy} onClick={() => retryAll(offer)}>
          {offer.name}
        </button>
      )}
      {state === 'acknowledged' ? (
        <button
          type="button"
          class="b"
          disabled={busy}
          onClick={() => void run(takeBack, { undo: acknowledge })}
        >
          Open again
        </button>
      ) : state === 'open' ? (
        <button
          type="button"
          class="b"
          disabled={busy}
          onClick={() => void run(acknowledge, { undo: takeBack })}
        >
          Acknowledge
        </button>
      ) : null}
      <Menu look="bare icon" label="More actions" entries={entries}>
        <Icon name="more" />
      </Menu>
      {dialog === 'correct' ? <CorrectAllDialog failure={failure} onClose={() => setDialog(null)} /> : null}
      {dialog === 'agent' ? (
        <AgentDialog failureKey={key} tasks={open} onClose={() => setDialog(null)} />
      ) : null}
    </div>
  )
}

function askToRetry({ name, how, tasks }: Offered, run: () => void): void {
  confirmFirst({
    title: `${name}?`,
    does: name,
    run,
    body: (
      <>
        <p>{how} A retry cannot be undone, but a run can be canceled.</p>
        <TaskNames tasks={tasks} />
      </>
    ),
  })
}
