import { reasonThatCounts, type RunRecord } from '../record/run.ts'

/** As many as the comparison looks at. */
const WINDOW = 4

/** Says what repeats itself: the failing tests, the error, the changed files, or at least the approach. */
export function describeRepetition(run: RunRecord, runs: readonly RunRecord[]): string {
  const recent = runs.slice(-WINDOW).filter((earlier) => reasonThatCounts(earlier) !== null)
  const found = LOOKS.flatMap(({ of, words }) => {
    const now = of(run)
    const alike = recent.filter((earlier) => of(earlier) === now)
    return now === '' || alike.length < 2 ? [] : [`${words(run)} (runs ${numbersOf(alike)})`]
  })
  const what = found[0] ?? `the same approach was tried again (runs ${numbersOf(recent)})`
  return `The agent goes in circles: ${what}.`
}

const LOOKS: readonly {
  readonly of: (run: RunRecord) => string
  readonly words: (run: RunRecord) => string
}[] = [
  {
    of: ({ diagnosis }) => (diagnosis?.failing ?? []).toSorted().join('\n'),
    words: ({ diagnosis }) => `the same tests fail: ${(diagnosis?.failing ?? []).slice(0, 3).join(', ')}`,
  },
  { of: ({ summary }) => summary, words: ({ summary }) => `the same error: ${summary.replace(/\.$/, '')}` },
  {
    of: ({ changedFiles }) => (changedFiles ?? []).toSorted().join('\n'),
    words: ({ changedFiles }) =>
      `the same files were changed: ${(changedFiles ?? []).slice(0, 3).join(', ')}`,
  },
]

const numbersOf = (runs: readonly RunRecord[]): string => runs.map(({ run }) => run).join(', ')
