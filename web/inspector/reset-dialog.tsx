import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useActions } from '../actions.ts'
import { useRound } from '../again.ts'
import { act, deed, RefusedError } from '../client.ts'
import { Dialog } from '../dialog.tsx'
import { Trouble } from '../trouble.tsx'

/** The server says what a reset keeps: it refuses the reset until it is confirmed. */
function useRefusal(path: string): RefusedError | null {
  const [refusal, setRefusal] = useState<RefusedError | null>(null)
  const round = useRound()
  useEffect(() => {
    act(deed('cards/reset', { card: path, confirm: false })).catch((error: unknown) => {
      if (error instanceof RefusedError) setRefusal(error)
    })
  }, [path, round])
  return refusal
}

type ResetDialogProps = { readonly path: string; readonly onClose: () => void }

export function ResetDialog({ path, onClose }: ResetDialogProps): VNode {
  const refusal = useRefusal(path)
  const { run } = useActions()
  const mayReset = refusal?.code === 'CONFIRM'
  return (
    <Dialog title="Reset agent state?" onClose={onClose}>
      {refusal === null ? <p>Asking what it keeps …</p> : null}
      {mayReset ? <p>{refusal.message.replace(/ Say confirm: true\.$/, '')}</p> : <Trouble error={refusal} />}
      <form method="dialog" class="buttons">
        <button>Keep it as it is</button>
        <button
          class="danger"
          disabled={!mayReset}
          onClick={() => void run(deed('cards/reset', { card: path, confirm: true }))}
        >
          Reset
        </button>
      </form>
    </Dialog>
  )
}
