import type { Piece, PieceKind } from '../highlight/highlight.ts'
import type { MarkedLine } from './pair-marks.ts'

export type Segment = { readonly text: string; readonly isMarked: boolean; readonly kind: PieceKind }

/** The line cut at every border of both: of what is marked as different, and of what is highlighted. */
export function segmentsOf(
  parts: MarkedLine['parts'],
  pieces: readonly Piece[] | undefined,
): readonly Segment[] {
  if (pieces === undefined) return parts.map((part) => ({ ...part, kind: 'plain' }))
  const segments: Segment[] = []
  const rest = pieces.map((piece) => ({ ...piece }))
  for (const part of parts)
    for (let left = part.text; left !== '';) {
      const piece = rest[0]
      const size = Math.min(left.length, piece?.text.length ?? left.length)
      segments.push({ text: left.slice(0, size), isMarked: part.isMarked, kind: piece?.kind ?? 'plain' })
      left = left.slice(size)
      if (piece === undefined) continue
      if (piece.text.length === size) rest.shift()
      else rest[0] = { ...piece, text: piece.text.slice(size) }
    }
  return segments
}
