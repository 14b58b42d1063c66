/** A hint for the next attempt: what the others missed. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { useActions } from '../actions.ts'
import { deed } from '../client.ts'

export function HintForm({ task }: { readonly task: number }): VNode {
  const [hint, setHint] = useState('')
  const { run, busy } = useActions()
  const send = async (): Promise<void> => {
    if (await run(deed('tasks/:n/retry', { n: task, hint: hint.trim() }))) setHint('')
  }
  return (
    <form
      class="hint"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label for="hint">Say what it missed. It goes to the next attempt with what was learned so far.</label>
      <textarea
        class="in"
        id="hint"
        rows={2}
        value={hint}
        placeholder="For example: the redirect is set in legacy/hooks.py, which you deleted."
        onInput={(event) => setHint(event.currentTarget.value)}
      />
      <div class="bs">
        <button class="b" disabled={busy || hint.trim() === ''}>
          Retry with this hint
        </button>
      </div>
    </form>
  )
}
