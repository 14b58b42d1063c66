/** A person knows the reason better: of one run, or of all runs of a failure. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { useActions } from '../actions.ts'
import { useAsked } from '../asked.ts'
import { api, deed, question } from '../client.ts'
import { Dialog } from '../dialog.tsx'
import { Trouble } from '../trouble.tsx'
import { plural } from '../words.ts'
import { NONE, ReasonChoice } from './reason-choice.tsx'

type CorrectProps = {
  readonly runs: readonly number[]
  /** The reason that counts now; null if they are no failures. */
  readonly was: string | null
  /** How many tasks these runs are of. */
  readonly tasks: number
  readonly onClose: () => void
  readonly onDone?: () => void
}

export function CorrectDialog({ runs, was, tasks, onClose, onDone }: CorrectProps): VNode {
  const { answer, error } = useAsked(question(api.reasons, {}))
  const [reason, setReason] = useState(was ?? NONE)
  const [note, setNote] = useState('')
  const { run } = useActions()
  const known = answer?.reasons ?? []
  const correct = async (): Promise<void> => {
    const words = { runs, reason: reason === NONE ? null : reason, note: note === '' ? null : note }
    if (await run(deed(api.runs.correct, { json: words }), undoOf(runs, was, reason))) onDone?.()
  }
  return (
    <Dialog title={`What was the reason of ${namesOf(runs)}?`} onClose={onClose}>
      <Trouble error={error} />
      <form method="dialog" class="fields">
        <ReasonChoice known={known} reason={reason} onChoose={setReason} />
        <p class="s sub">
          {reason === NONE ? noFailure(runs, tasks) : known.find((one) => one.reason === reason)?.meaning}
        </p>
        <label>
          Note for later readers
          <input class="in" value={note} onInput={(event) => setNote(event.currentTarget.value)} />
        </label>
        <Touched runs={runs} />
        <div class="bs buttons">
          <button type="button" class="b" onClick={onClose}>
            Close
          </button>
          <button
            class="b main"
            disabled={reason === (was ?? NONE) && note === ''}
            onClick={() => void correct()}
          >
            {runs.length === 1 ? 'Correct' : `Correct ${plural(runs.length, 'run')}`}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const namesOf = (runs: readonly number[]): string =>
  runs.length === 1 ? `run ${runs[0] ?? ''}` : `these ${plural(runs.length, 'run')}`

/** The tasks of runs that were not failures are done: another reason does not undo that. */
const undoOf = (runs: readonly number[], was: string | null, reason: string): Undo =>
  was === null || reason === NONE ? {} : { undo: deed(api.runs.correct, { json: { runs, reason: was } }) }

type Undo = NonNullable<Parameters<ReturnType<typeof useActions>['run']>[1]>

const noFailure = (runs: readonly number[], tasks: number): string =>
  `${runs.length === 1 ? 'The run counts as a success' : 'The runs count as successes'}, and ${plural(tasks, 'task')} may be done by that. This cannot be undone.`

const MOST = 12

const Touched = ({ runs }: { readonly runs: readonly number[] }): VNode => (
  <p class="s sub">
    {runs.length === 1
      ? ''
      : `It touches runs ${runs.slice(0, MOST).join(', ')}${runs.length > MOST ? ` and ${runs.length - MOST} more` : ''}. `}
    What Mayday had found is kept.
  </p>
)
