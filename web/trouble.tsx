import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { askAgain } from './again.ts'
import type { RefusedError } from './client.ts'

const AGAIN_MS = 2000

/** Why something could not be loaded. While a temporary failure is shown, the query is sent again. */
export function Trouble({ error }: { readonly error: RefusedError | null }): VNode | null {
  useEffect(() => {
    if (error?.isPassing !== true) return
    const timer = setTimeout(askAgain, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [error])
  if (error === null) return null
  return (
    <p class="trouble" role="alert">
      <span class="grow">{error.message}</span>
      {error.isPassing ? (
        <button type="button" class="b" onClick={askAgain}>
          Try again
        </button>
      ) : null}
    </p>
  )
}
