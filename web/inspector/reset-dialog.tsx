import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useActions } from '../actions.ts'
import { act, RefusedError } from '../client.ts'
import { Dialog } from '../dialog.tsx'

/** The server says what a Reset keeps, by refusing it until it is confirmed. */
export function ResetDialog({
  path,
  onClose,
}: {
  readonly path: string
  readonly onClose: () => void
}): VNode {
  const [keeps, setKeeps] = useState<string | null>(null)
  const { run } = useActions()
  useEffect(() => {
    act('cards/reset', { card: path, confirm: false }).catch((error: unknown) => {
      if (error instanceof RefusedError) setKeeps(error.message.replace(/ Say confirm: true\.$/, ''))
    })
  }, [path])
  return (
    <Dialog title="Reset agent state?" onClose={onClose}>
      <p>{keeps ?? 'Asking what it keeps …'}</p>
      <form method="dialog" class="buttons">
        <button>Keep it as it is</button>
        <button
          class="danger"
          disabled={keeps === null}
          onClick={() => void run('cards/reset', { card: path, confirm: true })}
        >
          Reset
        </button>
      </form>
    </Dialog>
  )
}
