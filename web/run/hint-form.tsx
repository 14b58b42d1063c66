/** A hint for the next attempt: what the others missed. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { retryNow } from '../deeds/retry-task.ts'

export function HintForm({ task }: { readonly task: number }): VNode {
  const [hint, setHint] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    if (await retryNow([task], { hint: hint.trim() })) setHint('')
    setBusy(false)
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
        <button class="b" disabled={isBusy || hint.trim() === ''}>
          Retry with this hint
        </button>
      </div>
    </form>
  )
}
