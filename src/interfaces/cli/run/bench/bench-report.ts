import type { SeriesProgress } from '../../../../bench/report/report-schema.ts'
import {
  askedBeside,
  findSeries,
  isOwnSeries,
  type SeriesFile,
} from '../../../../bench/report/find-series.ts'
import { readAttempts, type Attempts } from '../../../../bench/report/read-attempts.ts'
import { isDone } from '../../../../bench/attempt-record.ts'
import { progressOf } from '../../../../bench/report/series-progress.ts'
import { sumSeries } from '../../../../bench/report/sum-series.ts'
import { MaydayError, UsageError } from '../../../../errors.ts'
import { findProject } from '../../../../record/project.ts'
import type { BenchAsked } from './bench-request.ts'
import type { WholeAnswer } from '../../answers.ts'
import type { Screen } from '../../command.ts'
import { writeReport } from '../../record/write-report.ts'
import { leftInWords } from './bench-words.ts'
import { renderBenchReport } from './render-bench-report.ts'

/** `mayday bench report [SERIES]`. The first word is the subcommand. */
export async function runBenchReport(asked: BenchAsked, screen: Screen): Promise<number> {
  const [word, ...more] = [...asked.words, ...asked.behind]
  if (more.length > 0)
    throw new UsageError(
      `bench report takes one series, not '${word} ${more.join(' ')}'. To compare two: mayday bench compare ${word} ${more[0]}`,
    )
  return reportSeries(openSeries(word), asked, screen)
}

export type OpenSeries = SeriesFile &
  Attempts & {
    readonly progress: SeriesProgress
    /** The series that can be resumed; null if it does not belong to this project. */
    readonly resumes: string | null
  }

/** The finished attempts of a series. A series without any is an error. */
export function openSeries(word: string | undefined): OpenSeries {
  const project = findProject(process.cwd(), process.env)
  const file = findSeries(word, project, process.cwd())
  const { records, problems } = readAttempts(file.path)
  const progress = progressOf(records, askedBeside(file))
  const resumes = isOwnSeries(file, project) ? file.name : null
  const found = { ...file, records: records.filter(isDone), problems, progress, resumes }
  if (progress.attempts > 0) return found
  throw new MaydayError('NO_ATTEMPTS', `${file.name} contains no finished attempt${whyEmpty(found)}`)
}

function whyEmpty({ problems, progress, resumes, path }: OpenSeries): string {
  const [odd] = problems
  if (odd !== undefined) return `: line ${odd.line} ${odd.problem} (${path}).`
  const left = leftInWords(progress, resumes)
  return left === '' ? ` (${path}).` : `; ${left}`
}

/** Prints the report and writes the requested files. */
async function reportSeries(
  { name, path, records, problems, progress, resumes }: OpenSeries,
  { html, junit }: BenchAsked,
  screen: Screen,
): Promise<number> {
  const sum = sumSeries(records)
  if (html !== undefined)
    writeReport(
      html,
      (await import('../../../reporters/series-html.ts')).renderHtml({ sum, records, problems, progress }),
    )
  if (junit !== undefined)
    writeReport(junit, (await import('../../../reporters/series-junit.ts')).renderJunit(name, records))
  const answer: WholeAnswer<'mayday.bench-report/1'> = {
    format: 'mayday.bench-report/1',
    path,
    ...sum,
    ...progress,
    problems,
  }
  return screen.answer(answer, () => renderBenchReport({ sum, problems, progress, resumes }, screen))
}
