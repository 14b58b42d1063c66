const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** Binary units, as `readSize` accepts them; three digits. */
export function bytesInWords(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const amount = bytes / 1024 ** step
  return `${step === 0 ? amount : amount.toPrecision(amount < 999.5 ? 3 : 4)} ${UNITS[step] ?? ''}`
}

/** A size as the user gave it: in the largest unit that is exact with two decimals. `5g` is `5 GiB`. */
export function limitInWords(bytes: number): string {
  const isExact = (step: number): boolean =>
    bytes >= 1024 ** step && Number.isInteger((bytes * 100) / 1024 ** step)
  const step = [4, 3, 2, 1].find(isExact) ?? 0
  return `${bytes / 1024 ** step} ${UNITS[step] ?? ''}`
}
