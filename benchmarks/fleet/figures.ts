export const quantile = (all: readonly number[], share: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0

export const median = (all: readonly number[]): number => quantile(all, 0.5)

export const shown = (ms: number): string => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`
