/** The number with a comma every three digits. */
export const thousands = (n: number): string => String(n).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** `1 run`, `2,000 runs`. The words may include a verb: `countOf(n, 'run is', 'runs are')`. */
export const countOf = (n: number, word: string, words = `${word}s`): string =>
  `${thousands(n)} ${n === 1 ? word : words}`
