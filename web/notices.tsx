/** Causes that block many tasks at once, above the rows: closed gates, open escalations, and no scheduler. */
import type { VNode } from 'preact'
import type { EscalationRecord } from '../src/record/task-story.ts'
import type { State } from '../src/views/state.ts'
import type { GateRow } from '../src/views/waits.ts'
import { useActions } from './actions.ts'
import { goTo } from './address.ts'
import { gateWords, plural } from './words.ts'
import { serverNow } from './live.ts'

export function Notices({ state }: { readonly state: State }): VNode | null {
  const waiting = state.counts.queued + state.counts.deferred + state.counts.waiting
  // A task that needs a person is already shown in its own column.
  const asking = new Set(state.tasks.filter(({ status }) => status === 'escalated').map(({ task }) => task))
  const open = state.escalations.filter((one) => one.state === 'open' && !asking.has(one.task ?? -1))
  const isIdle = state.holder === null && waiting > 0
  if (state.gates.length === 0 && open.length === 0 && !isIdle) return null
  return (
    <ul class="notices" aria-label="What blocks tasks">
      {isIdle && (
        <li class="notice is-waiting">
          <span>
            {plural(waiting, 'task')} {waiting === 1 ? 'waits' : 'wait'}, and no scheduler is at work. Start
            one: <code>mayday work</code>
          </span>
        </li>
      )}
      {state.gates.map((gate) => (
        <GateNotice key={gate.key} gate={gate} />
      ))}
      {open.map((escalation) => (
        <EscalationNotice key={escalation.number} escalation={escalation} />
      ))}
    </ul>
  )
}

function GateNotice({ gate }: { readonly gate: GateRow }): VNode {
  const { run, busy } = useActions()
  const { key, reason, words, tasks, until } = gate
  return (
    <li class="notice is-waiting">
      <span class="mono">{reason}</span>
      <span class="grow">
        {plural(tasks.length, 'task')} {tasks.length === 1 ? 'waits' : 'wait'}{' '}
        {gateWords(words, until, serverNow())} <span class="muted">({key})</span>
      </span>
      <button type="button" disabled={busy} onClick={() => void run(`gates/${encodeURIComponent(key)}/open`)}>
        Open the gate
      </button>
    </li>
  )
}

function EscalationNotice({ escalation }: { readonly escalation: EscalationRecord }): VNode {
  const { run, busy } = useActions()
  const { number, task, cause, times } = escalation
  return (
    <li class="notice is-escalated">
      <span class="grow">
        {cause}
        {times > 1 ? <span class="muted"> (raised {times} times)</span> : null}
      </span>
      {task === null ? null : (
        <button type="button" onClick={() => goTo({ subject: { kind: 'task', task }, log: null })}>
          Task #{task}
        </button>
      )}
      <button type="button" disabled={busy} onClick={() => void run(`escalations/${number}/ack`)}>
        Acknowledge
      </button>
    </li>
  )
}
