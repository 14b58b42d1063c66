/** Who is held up, until when, and how many tasks wait. A gate is a pause for all tasks that need the same account. */
import type { VNode } from 'preact'
import type { State } from '../../src/views/state.ts'
import type { GateRow } from '../../src/views/waits.ts'
import { gateName, openGate } from '../deeds/gate-deeds.ts'
import { useNow } from '../now.ts'
import { Icon } from '../parts/icon.tsx'
import { gateWords, plural } from '../words.ts'

export function GateBar({ gate, state }: { readonly gate: GateRow; readonly state: State }): VNode {
  const now = useNow()
  const { key, words, until, tasks } = gate
  return (
    <section class="gate" aria-label={`Paused: ${gateName(key)}`}>
      <Icon name="wait" />
      <p>
        <b>{gateName(key)}</b> is paused: it waits {gateWords(words, until, now)} ·{' '}
        <a href="/work">
          {plural(tasks.length, 'task')} {tasks.length === 1 ? 'waits' : 'wait'}
        </a>
      </p>
      <button
        type="button"
        class="b"
        title="One run tries at once. If it works, the others follow."
        onClick={() => openGate(key, state)}
      >
        Resume now
      </button>
    </section>
  )
}
