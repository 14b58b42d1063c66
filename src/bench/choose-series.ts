import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../errors.ts'
import type { BenchContext } from './bench-context.ts'
import { isDone } from './attempt-record.ts'
import { attemptsAsked, isSeriesBusy } from './run-series.ts'
import { benchFolder, keyOf, Series, type SeriesRequest } from './series.ts'

/** The series to continue. */
export function resumeSeries(name: string, { project }: BenchContext): Series {
  const found = Series.find(project, name)
  if (found !== null) return found
  const known = Series.list(project).map(({ spec }) => spec.series)
  throw new UsageError(
    `There is no series '${name}'. ${known.length === 0 ? 'None is recorded here yet' : `Known: ${known.slice(-10).join(', ')}`}.`,
  )
}

/** The series of a command: the named one, else an unfinished one with exactly the same request, else a new one. */
export function chooseSeries(request: SeriesRequest, name: string | null, context: BenchContext): Series {
  const { project } = context
  if (name !== null) {
    const found = Series.find(project, name)
    if (found === null) return Series.create(project, name, request)
    if (found.spec.key === keyOf(request)) return found
    throw new UsageError(
      `The series ${name} was started with another suite, agent or number of attempts. Continue it: mayday bench run --resume ${name}. Or choose another --series.`,
    )
  }
  const unfinished = Series.list(project).findLast(
    (one) => one.spec.key === keyOf(request) && isUnfinished(one) && !isSeriesBusy(one, context),
  )
  return unfinished ?? Series.create(project, freeName(request.suite, context), request)
}

const isUnfinished = (series: Series): boolean =>
  series.records().filter(isDone).length < attemptsAsked(series.spec)

/** The name of the suite and the next number. */
function freeName(suite: string, { project }: BenchContext): string {
  const base =
    suite
      .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 80) || 'series'
  for (let number = 1; ; number += 1) {
    const name = `${base}-${number}`
    if (!existsSync(join(benchFolder(project), name))) return name
  }
}
