/** A range of the old text and its replacement. */
export type Splice = { readonly from: number; readonly to: number; readonly text: string }

/** Applies all splices at once. If two have the same position, the first one comes first. They must not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const parts: string[] = []
  let at = 0
  for (const splice of splices.toSorted((a, b) => a.from - b.from)) {
    parts.push(text.slice(at, splice.from), splice.text)
    at = splice.to
  }
  return [...parts, text.slice(at)].join('')
}
