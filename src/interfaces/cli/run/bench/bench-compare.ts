import { compareSeries } from '../../../../bench/report/compare-series.ts'
import { describeComparison } from '../../../../bench/report/describe-comparison.ts'
import { MaydayError, UsageError } from '../../../../errors.ts'
import { openSeries, type OpenSeries } from './bench-report.ts'
import type { BenchAsked } from './bench-request.ts'
import type { WholeAnswer } from '../../answers.ts'
import type { Screen } from '../../command.ts'
import { renderBenchCompare } from './render-bench-compare.ts'

type Compared = WholeAnswer<'mayday.bench-compare/1'>

/** `mayday bench compare A B`. The first word is the subcommand. */
export async function runBenchCompare(asked: BenchAsked, screen: Screen): Promise<number> {
  const [first, second, ...more] = [...asked.words, ...asked.behind]
  if (first === undefined || second === undefined || more.length > 0)
    throw new UsageError('bench compare needs two series. Try: mayday bench compare before after')
  const [a, b] = [openSeries(first), openSeries(second)]
  const comparison = compareSeries(a.records, b.records)
  if (comparison.tasks.length === 0)
    throw new MaydayError(
      'NOTHING_SHARED',
      `${a.name} and ${b.name} have no task in common, so there is nothing to compare. Run both with the same task files.`,
    )
  const names = a.name === b.name ? { a: 'A', b: 'B' } : { a: a.name, b: b.name }
  const words = describeComparison(comparison, names)
  const series = { a: describe(a), b: describe(b) }
  const answer: Compared = { format: 'mayday.bench-compare/1', series, words, ...comparison }
  return screen.answer(answer, () =>
    [
      ...[a, b].flatMap(({ name, problems }) =>
        problems.map(({ line, problem }) => `${name}: line ${line} ${problem}.\n`),
      ),
      renderBenchCompare(comparison, names, screen),
    ].join(''),
  )
}

const describe = ({ name, path, records, problems }: OpenSeries): Compared['series']['a'] => ({
  name,
  path,
  attempts: records.length,
  problems,
})
