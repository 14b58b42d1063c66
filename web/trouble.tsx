import type { ComponentChildren, VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { askAgain } from './again.ts'
import type { RefusedError } from './client.ts'
import { Empty } from './parts/empty.tsx'

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

/** Whether what the page shows does not exist. */
export const isMissing = (error: RefusedError | null): boolean => error?.status === 404

type MissingProps = { readonly error: RefusedError | null; readonly children: ComponentChildren }

/** A thing that is not there is no failure: the server's words, and where to go from there. */
export const Missing = ({ error, children }: MissingProps): VNode =>
  error !== null && isMissing(error) ? (
    <Empty title={error.message}>
      <p>{children}</p>
    </Empty>
  ) : (
    <Trouble error={error} />
  )
