/** The lines of one file's patch, with their numbers in both files. */
import * as v from 'valibot'
import { count, type Shape } from '../record/schema.ts'
import { described } from './view.ts'

export const patchLineSchema = v.object({
  kind: described(
    v.picklist(['hunk', 'same', 'added', 'removed', 'note']),
    '`hunk`: a new place in the file. `note`: no newline at the end',
  ),
  old: described(v.nullable(count), 'the line before; null if the line is new'),
  new: described(v.nullable(count), 'the line after; null if the line is gone'),
  text: v.string(),
})

export type PatchLine = Shape<typeof patchLineSchema>

/** Enough to read, and little enough to draw at once. */
const MOST_LINES = 5000
/** A line of a minified file. */
const MOST_CHARS = 2000

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/

export function parsePatch(text: string): { readonly lines: readonly PatchLine[]; readonly isCut: boolean } {
  const lines: PatchLine[] = []
  let old = 0
  let now = 0
  let isInside = false
  for (const raw of text.split('\n')) {
    const hunk = HUNK.exec(raw)
    if (hunk !== null) {
      old = Number(hunk[1])
      now = Number(hunk[2])
      isInside = true
      lines.push({ kind: 'hunk', old, new: now, text: hunk[3] ?? '' })
      continue
    }
    if (!isInside || raw === '') continue
    if (lines.length >= MOST_LINES) return { lines, isCut: true }
    const said = raw.slice(1, MOST_CHARS + 1)
    switch (raw.charAt(0)) {
      case '+':
        lines.push({ kind: 'added', old: null, new: now, text: said })
        now += 1
        break
      case '-':
        lines.push({ kind: 'removed', old, new: null, text: said })
        old += 1
        break
      case '\\':
        lines.push({ kind: 'note', old: null, new: null, text: said.trim() })
        break
      default:
        lines.push({ kind: 'same', old, new: now, text: said })
        old += 1
        now += 1
    }
  }
  return { lines, isCut: false }
}
