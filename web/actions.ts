import { useState } from 'preact/hooks'
import { askAgain } from './again.ts'
import { act, RefusedError } from './client.ts'
import { say } from './toasts.tsx'

type Actions = {
  /** True if it succeeded. The server's sentence is shown in both cases. */
  readonly run: (path: string, body?: object) => Promise<boolean>
  readonly busy: boolean
}

export function useActions(): Actions {
  const [busy, setBusy] = useState(false)
  return {
    busy,
    run: async (path, body) => {
      setBusy(true)
      const isDone = await runAction(path, body)
      setBusy(false)
      return isDone
    },
  }
}

/** Runs an action by key, without a button to disable. */
export async function runAction(path: string, body: object = {}): Promise<boolean> {
  try {
    const { said } = await act(path, body)
    say(said)
    // Open views load again: some changes are in no patch.
    askAgain()
    return true
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    say(error.message, { isError: true })
    return false
  }
}
