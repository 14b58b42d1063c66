import { useState } from 'preact/hooks'
import { askAgain } from './again.ts'
import { act, RefusedError } from './client.ts'
import { say } from './toasts.tsx'

type Actions = {
  /** True where it was done. The server's sentence is shown either way. */
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

/** An action without a button to disable: by key. */
export async function runAction(path: string, body: object = {}): Promise<boolean> {
  try {
    const { said } = await act(path, body)
    say(said)
    // What is open asks again: some of what changed is in no patch.
    askAgain()
    return true
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    say(error.message, { isError: true })
    return false
  }
}
