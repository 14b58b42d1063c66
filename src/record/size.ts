/** Sizes in bytes, with binary units: `512m`, `2g`, `1.5GiB`. */

const UNITS = [
  ['t', 1024 ** 4],
  ['g', 1024 ** 3],
  ['m', 1024 ** 2],
  ['k', 1024],
  ['', 1],
] as const

export const SIZE_FORM: RegExp = /^(\d+(?:\.\d+)?)\s?([kmgtKMGT]?)(?:[iI]?[bB])?$/

/** Null if the word is not a size above zero. */
export function readSize(word: string): number | null {
  const [, amount = '', unit = ''] = SIZE_FORM.exec(word) ?? []
  const [, one] = UNITS.find(([name]) => name === unit.toLowerCase()) ?? []
  const bytes = Math.round(Number(amount) * (one ?? Number.NaN))
  return amount !== '' && Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null
}

/** The form that a person types, in the largest unit that divides it: `5g`. */
export function typedSize(bytes: number): string {
  const [unit, one] = UNITS.find(([, size]) => bytes >= size && bytes % size === 0) ?? ['', 1]
  return `${bytes / one}${unit}`
}
