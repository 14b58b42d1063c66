import { useState } from 'preact/hooks'
import { askAgain } from './again.ts'
import { act, RefusedError, type Deed } from './client.ts'
import { say } from './toasts.tsx'

/** What can be offered with the result: the action that takes it back, and its word if it is not `Undo`. */
type Offer = { readonly undo?: Deed; readonly back?: string }

type Actions = {
  /** True if it succeeded. The server's sentence is shown in both cases. */
  readonly run: (deed: Deed, more?: Offer) => Promise<boolean>
  readonly busy: boolean
}

export function useActions(): Actions {
  const [busy, setBusy] = useState(false)
  return {
    busy,
    run: async (deed, more) => {
      setBusy(true)
      const isDone = await runAction(deed, more)
      setBusy(false)
      return isDone
    },
  }
}

/** Runs an action by key, without a button to disable. */
export async function runAction(deed: Deed, { undo, back }: Offer = {}): Promise<boolean> {
  try {
    const { said } = await act(deed)
    say(
      said,
      undo === undefined ? {} : { undo: () => void runAction(undo), ...(back === undefined ? {} : { back }) },
    )
    // Open views load again: some changes are in no patch.
    askAgain()
    return true
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    say(error.message, { isError: true })
    return false
  }
}

type Many = {
  /** `3 tasks are skipped.` */
  readonly said: (done: number) => string
  readonly undo?: readonly Deed[]
  readonly back?: string
}

/** Runs several actions, one after the other, and says once what came of them. Each refusal is said too. */
export async function runAll(deeds: readonly Deed[], { said, undo, back }: Many): Promise<void> {
  let done = 0
  for (const one of deeds) {
    try {
      await act(one)
      done += 1
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      say(error.message, { isError: true })
    }
  }
  askAgain()
  if (done === 0) return
  const takeBack = (): void => void runAll(undo ?? [], { said: () => `${back ?? 'Undo'}: done.` })
  say(said(done), undo === undefined ? {} : { undo: takeBack, ...(back === undefined ? {} : { back }) })
}
