/** Who is held up, until when, and how many tasks wait. A gate is a pause for all tasks that need the same account. */
import type { VNode } from 'preact'
import type { State } from '../../src/views/state.ts'
import type { GateRow } from '../../src/views/waits.ts'
import { openGate } from '../deeds/gate-deeds.ts'
import { useNow } from '../now.ts'
import { Icon } from '../parts/icon.tsx'
import { gateWords, plural } from '../words.ts'

const nameOf = (key: string): string => {
  const [word = '', agent = '', account = ''] = key.split(':')
  if (word === 'machine') return 'This machine'
  if (word === 'breaker') return `The circuit breaker of ${agent || 'all agents'}`
  return account === '' || account === 'default' ? agent : `${agent} (${account})`
}

export function GateBar({ gate, state }: { readonly gate: GateRow; readonly state: State }): VNode {
  const now = useNow()
  const { key, words, until, tasks } = gate
  return (
    <section class="gate" aria-label={`Paused: ${nameOf(key)}`}>
      <Icon name="wait" />
      <p>
        <b>{nameOf(key)}</b> is paused: it waits {gateWords(words, until, now)} ·{' '}
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
