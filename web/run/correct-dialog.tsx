import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { RunRow } from '../../src/views/run-row.ts'
import { useActions } from '../actions.ts'
import { useAsked } from '../asked.ts'
import { deed, question } from '../client.ts'
import { Dialog } from '../dialog.tsx'
import { NONE, ReasonChoice } from '../parts/reason-choice.tsx'
import { Trouble } from '../trouble.tsx'

type CorrectProps = { readonly run: RunRow; readonly onClose: () => void }

export function CorrectDialog({ run, onClose }: CorrectProps): VNode {
  const { answer, error } = useAsked(question('reasons'))
  const [reason, setReason] = useState(run.reasonThatCounts ?? NONE)
  const [note, setNote] = useState('')
  const { run: act } = useActions()
  const known = answer?.reasons ?? []
  const meaning = known.find((one) => one.reason === reason)?.meaning
  const body = { reason: reason === NONE ? null : reason, note: note === '' ? null : note }
  return (
    <Dialog title={`What was the reason of run ${run.run}?`} onClose={onClose}>
      <Trouble error={error} />
      <form method="dialog" class="fields">
        <ReasonChoice known={known} reason={reason} onChoose={setReason} />
        <p class="muted">{meaning ?? 'The run counts as a success from now on.'}</p>
        <label>
          Note for later readers
          <input class="in" value={note} onInput={(event) => setNote(event.currentTarget.value)} />
        </label>
        <div class="bs buttons">
          <button type="button" class="b" onClick={onClose}>
            Leave it
          </button>
          <button class="b main" onClick={() => void act(deed('runs/:id/correct', { id: run.run, ...body }))}>
            Correct
          </button>
        </div>
      </form>
    </Dialog>
  )
}
