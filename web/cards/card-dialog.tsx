/** One card: what it wants, how far it is, and its way into the queue. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { ShownCard } from '../../src/views/card.ts'
import { useActions } from '../actions.ts'
import { linkFor } from '../address.ts'
import { useAsked } from '../asked.ts'
import { api, deed, question } from '../client.ts'
import { cancelTasks } from '../deeds/task-deeds.ts'
import { Dialog } from '../dialog.tsx'
import { AgentChoice } from '../parts/agent-choice.tsx'
import { confirmFirst } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { Trouble } from '../trouble.tsx'

type CardDialogProps = { readonly path: string; readonly onClose: () => void }

export function CardDialog({ path, onClose }: CardDialogProps): VNode {
  const { answer, error } = useAsked(question(api.card, { query: { path } }))
  return (
    <Dialog title={answer?.card.title ?? path} onClose={onClose} isWide>
      <Trouble error={error} />
      {answer !== null || error === null ? null : (
        <form method="dialog" class="bs buttons">
          <button class="b">Close</button>
        </form>
      )}
      {answer === null ? null : <Shown shown={answer} onClose={onClose} />}
    </Dialog>
  )
}

type ShownProps = { readonly shown: ShownCard; readonly onClose: () => void }

function Shown({ shown, onClose }: ShownProps): VNode {
  const { card, summary, criteria, history, task } = shown
  const canQueue =
    card.status === 'idle' &&
    card.problem === null &&
    !card.isMalformed &&
    (task === null || task.actions.includes('enqueue'))
  return (
    <>
      <p class="s dim mono break">{card.path}</p>
      {card.problem === null ? null : (
        <div class="note wait sec">
          <Icon name="need" />
          <p class="grow">{card.problem}</p>
        </div>
      )}
      {summary === '' ? null : <p class="sec">{summary}</p>}
      <Criteria criteria={criteria} />
      <History history={history} />
      {canQueue ? <Enqueue shown={shown} onClose={onClose} /> : <Acts shown={shown} onClose={onClose} />}
    </>
  )
}

function Criteria({ criteria }: Pick<ShownCard, 'criteria'>): VNode | null {
  if (criteria.length === 0) return null
  return (
    <ul class="sec">
      {criteria.map(({ text, isChecked }, at) => (
        <li key={at} class="crit s">
          <Icon name={isChecked ? 'ok' : 'idle'} tone={isChecked ? 'ok' : 'idle'} />
          <span class="sr">{isChecked ? 'Met: ' : 'Not met: '}</span>
          {text}
        </li>
      ))}
    </ul>
  )
}

function History({ history }: Pick<ShownCard, 'history'>): VNode | null {
  if (history.length === 0) return null
  return (
    <details class="sec s" open={history.length < 6}>
      <summary>History</summary>
      <ol class="sub">
        {history.toReversed().map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ol>
    </details>
  )
}

const FLOWS = ['implement', 'review', 'research', 'document'] as const

/** What mayday.yaml does not say is asked for here. */
function Enqueue({ shown: { card, needsAgent }, onClose }: ShownProps): VNode {
  const [agent, setAgent] = useState('')
  const [flow, setFlow] = useState(card.flow ?? 'implement')
  const { run } = useActions()
  const words = { card: card.path, flow, ...(agent === '' ? {} : { agent }) }
  const flows = FLOWS.some((one) => one === card.flow) || card.flow === null ? FLOWS : [card.flow, ...FLOWS]
  return (
    <form method="dialog" class="fields sec">
      <AgentChoice value={agent} onChoose={setAgent} />
      <label>
        Flow <span class="dim">what kind of work it is; review and research change no files</span>
        <select class="in" value={flow} onChange={(event) => setFlow(event.currentTarget.value)}>
          {flows.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <div class="bs buttons">
        <button type="button" class="b" onClick={onClose}>
          Close
        </button>
        <button
          class="b main"
          disabled={needsAgent && agent === ''}
          onClick={() =>
            void run(deed(api.cards.enqueue, { json: words }), {
              undo: deed(api.cards.cancel, { json: { card: card.path } }),
            })
          }
        >
          Into the queue
        </button>
      </div>
    </form>
  )
}

const askToReset = (path: string, run: () => void): void =>
  confirmFirst({
    title: 'Set the card back to idle?',
    does: 'Reset',
    run,
    body: (
      <p>
        {path} is idle again, leaves the queue, and its locks are released. Its text, its History, its place
        and all recorded runs stay.
      </p>
    ),
  })

/** A card with a task, or one that cannot be queued. */
function Acts({ shown: { card, task }, onClose }: ShownProps): VNode {
  const { run, busy } = useActions()
  const { path } = card
  const canRetry = task?.actions.includes('retry') === true
  const reset = (): void =>
    askToReset(path, () => void run(deed(api.cards.reset, { json: { card: path, confirm: true } })))
  return (
    <div class="bs buttons">
      {task === null ? null : (
        <a class="b" href={linkFor({ page: 'task', task: task.task })}>
          Open its task #{task.task}
        </a>
      )}
      {card.isMalformed || card.status === 'idle' ? null : (
        <button type="button" class="b" onClick={reset}>
          Reset…
        </button>
      )}
      {task?.actions.includes('cancel') === true ? (
        <button type="button" class="b" disabled={busy} onClick={() => cancelTasks([task])}>
          Cancel…
        </button>
      ) : null}
      <button type="button" class={canRetry ? 'b' : 'b main'} onClick={onClose}>
        Close
      </button>
      {canRetry ? <Retry path={path} /> : null}
    </div>
  )
}

function Retry({ path }: { readonly path: string }): VNode {
  const { run, busy } = useActions()
  return (
    <button
      type="button"
      class="b main"
      disabled={busy}
      onClick={() =>
        void run(deed(api.cards.retry, { json: { card: path } }), {
          undo: deed(api.cards.cancel, { json: { card: path } }),
          back: 'Cancel it',
        })
      }
    >
      Retry
    </button>
  )
}
