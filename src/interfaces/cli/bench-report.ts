import { writeFileSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { findSeries, type SeriesFile } from '../../bench/report/find-series.ts'
import { readAttempts, type Attempts } from '../../bench/report/read-attempts.ts'
import { sumSeries } from '../../bench/report/sum-series.ts'
import { MaydayError, UsageError } from '../../errors.ts'
import { realInside } from '../../record/inside-project.ts'
import { findProject } from '../../record/project.ts'
import type { Arguments, RunCommand, Terminal } from './command.ts'
import { renderBenchReport } from './render-bench-report.ts'
import { shownJson } from '../shown.ts'

/** `mayday bench report [SERIES]`; the first word is the subcommand's own. */
export const runBenchReport: RunCommand = async (args, terminal) => {
  const [, word, ...more] = args.positionals
  if (more.length > 0)
    throw new UsageError(
      `bench report takes one series, and got '${more[0]}' too. To compare two: mayday bench compare ${word} ${more[0]}`,
    )
  const series = openSeries(word)
  await reportSeries(series, args, terminal)
  return 0
}

export type OpenSeries = SeriesFile & Attempts

/** The attempts of a series; a series without any is an error. */
export function openSeries(word: string | undefined): OpenSeries {
  const file = findSeries(word, findProject(process.cwd(), process.env), process.cwd())
  const attempts = readAttempts(file.path)
  if (attempts.records.length > 0) return { ...file, ...attempts }
  const odd = attempts.problems[0]
  throw new MaydayError(
    'NO_ATTEMPTS',
    `${file.name} holds no attempt that has ended${odd === undefined ? '' : `: line ${odd.line} ${odd.problem}`} (${file.path}).`,
  )
}

/** Prints the report, and writes the files that were asked for. */
async function reportSeries(
  { name, path, records, problems }: OpenSeries,
  args: Arguments,
  terminal: Terminal,
): Promise<void> {
  const sum = sumSeries(records)
  const [html, junit] = [args.text('html'), args.text('junit')]
  if (html !== undefined)
    writeReport(html, (await import('../reporters/series-html.ts')).renderHtml({ sum, records, problems }))
  if (junit !== undefined)
    writeReport(junit, (await import('../reporters/series-junit.ts')).renderJunit(name, records))
  const { colour, columns } = terminal
  terminal.out(
    args.flag('json')
      ? `${shownJson({ format: 'mayday.bench-report/1', path, ...sum, problems }, 2)}\n`
      : renderBenchReport(sum, problems, { colour, columns }),
  )
}

/** Inside the project a link may stand there that leads out of it. Any other place is the user's own choice. */
function placeOf(path: string): string {
  const { root } = findProject(process.cwd(), process.env)
  const way = relative(root, resolve(path))
  return way.startsWith('..') || isAbsolute(way) ? resolve(path) : realInside(root, resolve(path))
}

function writeReport(path: string, text: string): void {
  try {
    writeFileSync(placeOf(path), text)
  } catch (error) {
    if (error instanceof MaydayError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new MaydayError('UNWRITABLE', `The report cannot be written to '${path}': ${code}.`, {
      cause: error,
    })
  }
}
