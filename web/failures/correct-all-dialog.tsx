import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Failure } from '../../src/views/failure-schema.ts'
import { useActions } from '../actions.ts'
import { linkFor, visit } from '../address.ts'
import { useAsked } from '../asked.ts'
import { deed, question } from '../client.ts'
import { Dialog } from '../dialog.tsx'
import { Trouble } from '../trouble.tsx'
import { plural } from '../words.ts'

/** Means that none of them was a failure. */
const NONE = ''

type CorrectAllProps = { readonly failure: Failure; readonly onClose: () => void }

export function CorrectAllDialog({ failure, onClose }: CorrectAllProps): VNode {
  const { allRuns, reason: was, tasks } = failure
  const { answer, error } = useAsked(question('reasons'))
  const [reason, setReason] = useState(was)
  const [note, setNote] = useState('')
  const { run } = useActions()
  const known = answer?.reasons ?? []
  const meaning = known.find((one) => one.reason === reason)?.meaning
  const correct = async (): Promise<void> => {
    const words = { runs: allRuns, reason: reason === NONE ? null : reason, note: note === '' ? null : note }
    // The tasks of runs that were no failures are done: that is not undone by another reason.
    const undo = reason === NONE ? {} : { undo: deed('runs/correct', { runs: allRuns, reason: was }) }
    if (await run(deed('runs/correct', words), undo)) visit(linkFor({ page: 'failures' }))
  }
  return (
    <Dialog title={`What was the reason of these ${plural(allRuns.length, 'run')}?`} onClose={onClose}>
      <Trouble error={error} />
      <form method="dialog" class="fields">
        <label>
          Reason
          <select class="in" value={reason} onChange={(event) => setReason(event.currentTarget.value)}>
            <option value={NONE}>it was no failure</option>
            {known.some((one) => one.reason === reason) || reason === NONE ? null : <option>{reason}</option>}
            {known.map((one) => (
              <option key={one.reason} value={one.reason}>
                {one.reason}
              </option>
            ))}
          </select>
        </label>
        <p class="s sub">
          {reason === NONE
            ? `The runs count as successes, and ${plural(tasks, 'task')} may be done by that. This cannot be undone.`
            : meaning}
        </p>
        <label>
          Note for later readers
          <input class="in" value={note} onInput={(event) => setNote(event.currentTarget.value)} />
        </label>
        <p class="s sub">
          It touches runs {allRuns.slice(0, 12).join(', ')}
          {allRuns.length > 12 ? ` and ${allRuns.length - 12} more` : ''}. The verdicts of the classifier are
          kept.
        </p>
        <div class="bs buttons">
          <button type="button" class="b" onClick={onClose}>
            Leave it
          </button>
          <button class="b main" disabled={reason === was} onClick={() => void correct()}>
            Correct {plural(allRuns.length, 'run')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
