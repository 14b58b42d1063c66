/** What can be done about a failure. One button is filled; what cannot be undone names what it touches. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Failure, FailureTask } from '../../src/views/failure-schema.ts'
import { useActions } from '../actions.ts'
import { linkFor, visit } from '../address.ts'
import { api, deed, type Deed } from '../client.ts'
import { useCommands } from '../commands.ts'
import { askFor } from '../deeds/deed-dialogs.tsx'
import { confirmFirst } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { CorrectDialog } from '../parts/correct-dialog.tsx'
import { Menu, type MenuEntry } from '../parts/menu.tsx'
import { TaskNames } from '../parts/task-names.tsx'
import { plural } from '../words.ts'

type Act = ReturnType<typeof useActions>['run']

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
    return {
      name,
      how,
      tasks,
      deed: deed(api.failures[':key'].retry, { param: { key }, json: { tasks: numbers, hint: helped.hint } }),
    }
  }
  if (helped !== null && tasks.length > 0 && helped.agent !== null) {
    const name = `Ask ${helped.agent} for ${tasks.length}`
    const how = `${helped.agent} makes the next attempt.`
    return {
      name,
      how,
      tasks,
      deed: deed(api.failures[':key'].retry, {
        param: { key },
        json: { tasks: numbers, agent: helped.agent },
      }),
    }
  }
  if (open.length === 0) return null
  return {
    name: open.length === 1 ? 'Retry the task' : `Retry all ${open.length}`,
    how: 'Each gets a new attempt at once, and its attempts count from 0.',
    tasks: open,
    deed: deed(api.failures[':key'].retry, { param: { key }, json: { tasks: open.map(({ task }) => task) } }),
  }
}

export function FailureActs({ failure }: { readonly failure: Failure }): VNode {
  const { key, byTask, allRuns } = failure
  const { run, busy } = useActions()
  const [isCorrecting, setCorrecting] = useState(false)
  const offer = offerOf(failure)
  const open = byTask.filter(({ canRetry }) => canRetry)
  const seen = seenOf(failure, run)
  const retryAll = (offered: Offered): void => askToRetry(offered, () => void run(offered.deed))
  const entries = menuOf(allRuns.length, open, () => setCorrecting(true))
  useCommands(`Failure ${key}`, [
    ...(offer === null ? [] : [{ name: `${offer.name}…`, run: () => retryAll(offer) }]),
    ...(seen === null ? [] : [{ name: seen.command, run: seen.run }]),
    ...entries.filter((entry) => entry !== 'rule'),
  ])
  return (
    <div class="bs run-acts">
      {offer === null ? null : (
        <button type="button" class="b main" disabled={busy} onClick={() => retryAll(offer)}>
          {offer.name}
        </button>
      )}
      {seen === null ? null : (
        <button type="button" class="b" disabled={busy} onClick={seen.run}>
          {seen.name}
        </button>
      )}
      <Menu look="bare icon" label="More actions" entries={entries}>
        <Icon name="more" />
      </Menu>
      {isCorrecting ? <CorrectAll failure={failure} onClose={() => setCorrecting(false)} /> : null}
    </div>
  )
}

type CorrectAllProps = { readonly failure: Failure; readonly onClose: () => void }

const CorrectAll = ({ failure: { allRuns, reason, tasks }, onClose }: CorrectAllProps): VNode => (
  <CorrectDialog
    runs={allRuns}
    was={reason}
    tasks={tasks}
    onClose={onClose}
    onDone={() => visit(linkFor({ page: 'failures' }))}
  />
)

const menuOf = (runs: number, open: readonly FailureTask[], correct: () => void): readonly MenuEntry[] => [
  { name: `Correct the reason of ${plural(runs, 'run')}…`, run: correct },
  ...(open.length === 0
    ? []
    : [
        {
          name: `Ask another agent for ${plural(open.length, 'task')}…`,
          run: () => askFor({ kind: 'agent', tasks: open }),
        },
      ]),
]

type Seen = { readonly name: string; readonly command: string; readonly run: () => void }

/** Acknowledges the failure, or takes that back. A solved one needs neither. */
function seenOf({ key, state }: Failure, run: Act): Seen | null {
  const acknowledge = deed(api.failures[':key'].ack, { param: { key } })
  const takeBack = deed(api.failures[':key'].unack, { param: { key } })
  if (state === 'solved') return null
  return state === 'acknowledged'
    ? {
        name: 'Open again',
        command: 'Open this failure again',
        run: () => void run(takeBack, { undo: acknowledge }),
      }
    : {
        name: 'Acknowledge',
        command: 'Acknowledge this failure',
        run: () => void run(acknowledge, { undo: takeBack }),
      }
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
