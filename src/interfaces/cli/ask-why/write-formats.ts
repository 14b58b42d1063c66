/**
 * Writes an explanation in every requested format.
 *
 * W1 At most one machine-readable format is written to standard output. W2 On GitHub the text of a log is printed
 * where the runner executes no workflow commands.
 */
import { randomUUID } from 'node:crypto'
import type { Explanation } from '../../../diagnosis/explain.ts'
import { UsageError } from '../../../errors.ts'
import { githubAnnotation, withoutCommands } from '../../reporters/explained/github.ts'
import { renderGitlab } from '../../reporters/explained/gitlab.ts'
import { renderExplainedJunit } from '../../reporters/explained/junit.ts'
import { renderMarkdown } from '../../reporters/explained/markdown.ts'
import { dotenvLines, outputLines } from '../../reporters/explained/outputs.ts'
import { shownJson } from '../../shown.ts'
import type { Terminal } from '../command.ts'
import type { ReportAsked, ReportFormat } from '../parse/report-format.ts'
import { writeReport } from '../record/write-report.ts'
import { renderExplanation } from './render-explanation.ts'

export type Reported = {
  readonly found: Explanation
  /** What was explained, in one line: the name of the test case. */
  readonly name: string
  /** Runs of the same command before it, a line each. */
  readonly before?: readonly string[]
}

/** Both people and the runner read text and workflow commands. */
const SHARING: ReadonlySet<ReportFormat> = new Set(['text', 'github'])

/** W1. Call this before anything is read. `others`: the command prints other text to standard output too. */
export function checkFormats(
  asked: readonly ReportAsked[],
  { others }: { readonly others: boolean } = { others: false },
): void {
  const printed = asked.filter(({ file }) => file === null).map(({ format }) => format)
  const alone = printed.find((format) => !SHARING.has(format))
  if (alone === undefined || (printed.length === 1 && !others)) return
  throw new UsageError(
    `Only text and github share standard output. Give ${alone} a file: --format ${alone}=FILE. See: mayday explain --help`,
  )
}

export function writeFormats(reported: Reported, asked: readonly ReportAsked[], screen: Terminal): void {
  const isOnGithub = asked.some(({ format }) => format === 'github')
  for (const { format, file } of asked) {
    const text = rendered(format, reported, screen)
    if (file !== null) writeReport(file, text)
    else if (format === 'text' && isOnGithub) screen.out(withoutCommands(text, randomUUID()))
    else screen.out(text)
  }
  if (isOnGithub) writeGithubFiles(reported, process.env)
}

function rendered(format: ReportFormat, { found, name, before }: Reported, screen: Terminal): string {
  switch (format) {
    case 'text':
      return renderExplanation(found, screen)
    case 'json':
      return `${shownJson(found, 2)}\n`
    case 'github':
      return githubAnnotation(found, workspaceOf(process.env))
    case 'markdown':
      return renderMarkdown(found, before)
    case 'junit':
      return renderExplainedJunit(found, name)
    case 'gitlab':
      return renderGitlab(found, workspaceOf(process.env))
    case 'dotenv':
      return dotenvLines(found)
  }
}

/** The checkout of the job; outside of CI the working directory. */
const workspaceOf = ({ GITHUB_WORKSPACE, CI_PROJECT_DIR }: NodeJS.ProcessEnv): string =>
  GITHUB_WORKSPACE ?? CI_PROJECT_DIR ?? process.cwd()

/** The runner creates these files for each step and reads them afterwards. */
function writeGithubFiles(
  { found, before }: Reported,
  { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output }: NodeJS.ProcessEnv,
): void {
  if (isGiven(summary)) writeReport(summary, renderMarkdown(found, before), 'append')
  if (isGiven(output)) writeReport(output, outputLines(found), 'append')
}

const isGiven = (path: string | undefined): path is string => path !== undefined && path !== ''
