export const findingLevels = ['fine', 'warning', 'problem'] as const

/** The result of one check of `mayday doctor`. */
export type Finding = {
  /** The stable name of the check. */
  readonly check: string
  /** A run can proceed with a warning, but not with a problem. */
  readonly level: (typeof findingLevels)[number]
  /** One sentence. */
  readonly says: string
  /** What a person can do about it. */
  readonly next?: string
  /** Fixes the problem, and returns what it did. */
  readonly fix?: () => string | Promise<string>
}

export const fine = (check: string, says: string): Finding => ({ check, level: 'fine', says })

export const warning = (check: string, says: string, more: Pick<Finding, 'next' | 'fix'> = {}): Finding => ({
  check,
  level: 'warning',
  says,
  ...more,
})

export const problem = (check: string, says: string, more: Pick<Finding, 'next' | 'fix'> = {}): Finding => ({
  check,
  level: 'problem',
  says,
  ...more,
})

const MOST_NAMED = 8

/** `run 41`, `runs 41, 42 and 43`, with a count if there are many. */
export function namedRuns(runs: readonly (number | string)[]): string {
  const shown = runs.slice(0, MOST_NAMED).map(String)
  if (runs.length === 1) return `run ${shown[0] ?? ''}`
  if (runs.length > MOST_NAMED) return `${runs.length} runs (${shown.join(', ')}, …)`
  return `runs ${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`
}
