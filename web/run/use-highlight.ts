/** The highlighted pieces of a difference. The highlighter is loaded when the first difference is shown. */
import { useEffect, useState } from 'preact/hooks'
import type { PatchLine } from '../../src/views/patch-lines.ts'
import type { Piece } from '../highlight/highlight.ts'

/** A longer difference stays plain: it would keep the page busy. */
const MOST_LINES = 4000

type Pieces = readonly (readonly Piece[])[]

export function useHighlight(lines: readonly PatchLine[] | null, path: string): Pieces | null {
  const [found, setFound] = useState<{ readonly of: unknown; readonly pieces: Pieces | null } | null>(null)
  useEffect(() => {
    if (lines === null || lines.length > MOST_LINES) return
    const left = new AbortController()
    const look = async (): Promise<void> => {
      try {
        const { highlight } = await import('../highlight/highlight.ts')
        if (!left.signal.aborted) setFound({ of: lines, pieces: highlight(lines, path) })
      } catch {
        // The server is away. The difference is readable without it.
      }
    }
    void look()
    return () => left.abort()
  }, [lines, path])
  return found?.of === lines ? found.pieces : null
}
