import { UsageError } from '../../errors.ts'

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** Binary units, as `parseBytes` takes them; three figures. */
export function bytesInWords(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const amount = bytes / 1024 ** step
  return `${step === 0 ? amount : amount.toPrecision(amount < 999.5 ? 3 : 4)} ${UNITS[step] ?? ''}`
}

/** A size as a person gave it: in the largest unit in which two decimals are exact. `5g` is `5 GiB`. */
export function limitInWords(bytes: number): string {
  const isExact = (step: number): boolean =>
    bytes >= 1024 ** step && Number.isInteger((bytes * 100) / 1024 ** step)
  const step = [4, 3, 2, 1].find(isExact) ?? 0
  return `${bytes / 1024 ** step} ${UNITS[step] ?? ''}`
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
