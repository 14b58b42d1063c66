import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Failure } from '../../src/views/failure-schema.ts'
import { useActions } from '../actions.ts'
import { linkFor, visit } from '../address.ts'
import { useAsked } from '../asked.ts'
import { deed, question } from '../client.ts'
import { Dialog } from '../dialog.tsx'
import { NONE, ReasonChoice } from '../parts/reason-choice.tsx'
import { Trouble } from '../trouble.tsx'
import { plural } from '../words.ts'

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
    // The tasks of runs that were not failures are done: that is not undone by another reason.
    const undo = reason === NONE ? {} : { undo: deed('runs/correct', { runs: allRuns, reason: was }) }
    if (await run(deed('runs/correct', words), undo)) visit(linkFor({ page: 'failures' }))
  }
  return (
    <Dialog title={`What was the reason of these ${plural(allRuns.length, 'run')}?`} onClose={onClose}>
      <Trouble error={error} />
      <form method="dialog" class="fields">
        <ReasonChoice known={known} reason={reason} onChoose={setReason} />
        <p class="s sub">{reason === NONE ? noFailure(tasks) : meaning}</p>
        <label>
          Note for later readers
          <input class="in" value={note} onInput={(event) => setNote(event.currentTarget.value)} />
        </label>
        <Touched runs={allRuns} />
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

const noFailure = (tasks: number): string =>
  `The runs count as successes, and ${plural(tasks, 'task')} may be done by that. This cannot be undone.`

const MOST = 12

const Touched = ({ runs }: { readonly runs: readonly number[] }): VNode => (
  <p class="s sub">
    It touches runs {runs.slice(0, MOST).join(', ')}
    {runs.length > MOST ? ` and ${runs.length - MOST} more` : ''}. What Mayday had found is kept.
  </p>
)
