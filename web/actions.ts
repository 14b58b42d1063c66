import { useState } from 'preact/hooks'
import { askAgain } from './again.ts'
import { RefusedError, type Deed } from './client.ts'
import { say } from './toasts.tsx'
import { plural } from './words.ts'

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
    const { said } = await deed()
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

/** A deed, and the one that takes it back. */
export type Step = { readonly deed: Deed; readonly undo?: Deed }

type Many = {
  /** `3 tasks are skipped.` */
  readonly said: (done: number) => string
  /** The word of the button that takes it back. */
  readonly back?: string
}

/**
 * Runs several actions, one after the other, and says once what came of them. Each refusal is said too. Only what was
 * done is taken back: what was refused, another person may have done. True if one was done.
 */
export async function runAll(steps: readonly Step[], { said, back }: Many): Promise<boolean> {
  const done: Step[] = []
  for (const step of steps) {
    try {
      await step.deed()
      done.push(step)
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      say(error.message, { isError: true })
    }
  }
  askAgain()
  if (done.length === 0) return false
  const undos = done.flatMap(({ undo }) => (undo === undefined ? [] : [{ deed: undo }]))
  const takeBack = (): void => void runAll(undos, { said: (n) => `${plural(n, 'action')} taken back.` })
  say(
    said(done.length),
    undos.length === 0 ? {} : { undo: takeBack, ...(back === undefined ? {} : { back }) },
  )
  return true
}
