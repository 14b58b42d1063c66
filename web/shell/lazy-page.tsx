/**
 * Loads the code of a page when it is first opened. If that fails, it is tried again like every other question, and
 * the document is loaded again when the server answers.
 */
import type { ComponentType, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Page } from '../address.ts'
import { useRound } from '../again.ts'
import { RefusedError } from '../client.ts'
import { pageNames, pages, type PageProps } from '../pages.ts'
import { Trouble } from '../trouble.tsx'
import { loadPalette } from './lazy-palette.tsx'
import { loadAnew } from './load-anew.ts'

const loaded = new Map<Page, ComponentType<PageProps>>()

async function load(page: Page): Promise<void> {
  if (!loaded.has(page)) loaded.set(page, await pages[page].load())
}

/** Loads the other pages while nothing else happens, so that they open at once, also without the server. */
export function loadAhead(): void {
  requestIdleCallback(() => {
    for (const page of pageNames) void load(page).catch(() => undefined)
    void loadPalette().catch(() => undefined)
  })
}

const NOT_LOADED =
  'The server does not answer, so this page could not be loaded. Is mayday board still running?'
const noFailure = (): null => null

type LazyProps = PageProps & { readonly page: Page }

export function LazyPage({ page, state, address }: LazyProps): VNode {
  const [, setCount] = useState(0)
  const [error, setError] = useState<RefusedError | null>(null)
  const round = useRound()
  useEffect(() => {
    const left = new AbortController()
    const show = async (): Promise<void> => {
      const failure = await load(page).then(noFailure, () => new RefusedError(0, 'AWAY', NOT_LOADED))
      if (left.signal.aborted) return
      setError(failure)
      if (failure !== null) void loadAnew()
      setCount((count) => count + 1)
    }
    void show()
    return () => left.abort()
  }, [page, round])
  const Shown = loaded.get(page)
  if (Shown !== undefined) return <Shown state={state} address={address} />
  return (
    <main class="page" aria-busy="true">
      <Trouble error={error} />
    </main>
  )
}
