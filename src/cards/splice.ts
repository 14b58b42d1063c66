/** Characters of the old text that give way to new ones. */
export type Splice = { readonly from: number; readonly to: number; readonly text: string }

/** All of them at once; of two at one place the first stands first. They must not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const parts: string[] = []
  let at = 0
  for (const splice of splices.toSorted((a, b) => a.from - b.from)) {
    parts.push(text.slice(at, splice.from), splice.text)
    at = splice.to
  }
  return [...parts, text.slice(at)].join('')
}
