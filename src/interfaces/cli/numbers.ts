import { UsageError } from '../../errors.ts'

/** With a comma every three digits. */
export const thousands = (n: number): string => String(n).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** `1 run`, `2,000 runs`. */
export const countOf = (n: number, word: string, words = `${word}s`): string =>
  `${thousands(n)} ${n === 1 ? word : words}`

/** Decimal units, three figures. */
export function bytesInWords(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** step
  return `${step === 0 ? amount : amount.toPrecision(amount < 999.5 ? 3 : 4)} ${units[step] ?? ''}`
}

const unitBytes: Readonly<Record<string, number>> = {
  '': 1,
  k: 1024,
  m: 1024 ** 2,
  g: 1024 ** 3,
  t: 1024 ** 4,
}

/** `512m`, `2g`, `1.5GiB` in bytes. */
export function parseBytes(word: string, what: string): number {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)\s?([kmgt]?)(?:i?b)?$/i.exec(word) ?? []
  const bytes = Math.round(Number(amount) * (unitBytes[unit.toLowerCase()] ?? Number.NaN))
  if (amount !== '' && Number.isSafeInteger(bytes) && bytes > 0) return bytes
  throw new UsageError(`${what} takes a size like 512m or 2g, and got '${word}'.`)
}
