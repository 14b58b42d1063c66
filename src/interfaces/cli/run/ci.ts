/**
 * `mayday ci -- COMMAND`: supervises a command in a CI job, and reports to the job why it failed.
 *
 * C1 The exit code is that of the command. C2 On GitHub the runner executes no workflow command that the command
 * prints.
 */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:os'
import { reasonThatCounts, statusThatCounts } from '../../../record/run.ts'
import { UsageError } from '../../../errors.ts'
import type { RunResult, StageReport } from '../../../record/run-result.ts'
import { agentReaders } from '../../../agents/readers.ts'
import { explainRunFolder } from '../../../supervision/explain-run.ts'
import { checkFormats, writeFormats } from '../ask-why/write-formats.ts'
import { complain } from '../../complain.ts'
import type { Screen } from '../command.ts'
import { exitWith } from '../exit-codes.ts'
import type { Flags, Maybe, Values } from '../parse/option.ts'
import type { ReportAsked } from '../parse/report-format.ts'
import type { runLimits, stageCommands } from '../parse/shared-options.ts'
import { openRecorded } from '../record/open-store.ts'
import { oneLine } from '../screen/columns.ts'
import { openable } from '../screen/record-paths.ts'
import { runOnce } from './run.ts'
import { reporterFor, type RunReporter } from './run-reporter.ts'

export type CiAsked = Values<typeof stageCommands & typeof runLimits> &
  Maybe<'agent' | 'promptFile' | 'title' | 'cwd'> &
  Flags<'expectChanges' | 'check' | 'quiet' | 'trust'> & {
    readonly format: readonly ReportAsked[]
    readonly words: readonly string[]
    readonly behind: readonly string[]
  }

export async function runCi(asked: CiAsked, screen: Screen): Promise<number> {
  if (asked.words.length + asked.behind.length === 0)
    throw new UsageError('Missing command: mayday ci -- COMMAND. Example: mayday ci -- ./agent.sh')
  const formats = asked.format.length > 0 ? asked.format : defaultFormats(process.env)
  checkFormats(formats, { others: true })
  const isOnGithub = formats.some(({ format }) => format === 'github')
  const { result, folder } = await quietly(isOnGithub, titleOf(asked), screen, () =>
    runOnce(runAskedOf(asked), screen, silentEnd(reporterFor(screen, false)), { follow: !asked.quiet }),
  )
  const found = await explainRunFolder(folder, { agents: agentReaders })
  if (found === null) complain(`The files of run ${result.run} are gone, so nothing was written.`)
  else
    writeFormats(
      {
        found: { ...found, evidence: openable(found.evidence) },
        name: titleOf(asked),
        before: await runsBefore(result.run),
      },
      formats,
      screen,
    )
  const code = keptCode(result)
  return asked.check && code === 0 && result.status === 'failed' ? exitWith('failed') : code
}

const MOST_BEFORE = 5
const LOOKED_THROUGH = 100

/** Earlier runs of the same command, if the machine keeps the record between jobs. */
async function runsBefore(run: number): Promise<readonly string[]> {
  using opened = await openRecorded({ reconciles: false })
  const title = opened.store?.find(run)?.title
  const earlier = opened.store?.history({ limit: LOOKED_THROUGH, before: run }) ?? []
  return earlier
    .filter((one) => one.title === title)
    .slice(0, MOST_BEFORE)
    .map((one) => {
      const reason = reasonThatCounts(one)
      return `run ${one.run}, ${one.startedAt}: ${statusThatCounts(one)}${reason === null ? '' : ` (${reason})`}`
    })
}

/** The formats that a CI system shows by default. */
function defaultFormats({ GITHUB_ACTIONS, GITLAB_CI }: NodeJS.ProcessEnv): readonly ReportAsked[] {
  const text = { format: 'text', file: null } as const
  if (GITHUB_ACTIONS === 'true') return [text, { format: 'github', file: null }]
  if (GITLAB_CI !== 'true') return [text]
  return [
    text,
    { format: 'junit', file: 'mayday/junit.xml' },
    { format: 'gitlab', file: 'mayday/code-quality.json' },
    { format: 'dotenv', file: 'mayday/mayday.env' },
  ]
}

const titleOf = ({ title, words, behind }: CiAsked): string =>
  oneLine(title ?? [...words, ...behind].join(' '))

/** The explanation reports the end. */
const silentEnd = (reporter: RunReporter): RunReporter => ({
  get runId() {
    return reporter.runId
  },
  report: reporter.report,
  show: reporter.show,
  canceling: reporter.canceling,
  end: () => undefined,
})

/** C2. Prints a collapsible group in which no workflow command is executed. */
async function quietly<T>(
  isOnGithub: boolean,
  title: string,
  { out }: Screen,
  act: () => Promise<T>,
): Promise<T> {
  if (!isOnGithub) return act()
  const token = randomUUID()
  out(`::group::${title.replaceAll('%', '%25')}\n::stop-commands::${token}\n`)
  try {
    return await act()
  } finally {
    out(`::${token}::\n::endgroup::\n`)
  }
}

const runAskedOf = (asked: CiAsked): Parameters<typeof runOnce>[0] => ({
  ...asked,
  // A CI job has no user who can answer a question.
  json: true,
  noWait: true,
  compare: false,
  noCompare: false,
  noExpectChanges: false,
  flow: 'implement',
  model: undefined,
  maxTurns: undefined,
  resume: undefined,
  phase: undefined,
  task: undefined,
})

/** C1. If the command succeeded and another stage failed, the exit code is 1. */
function keptCode({ status, stages }: RunResult): number {
  if (status === 'canceled') return exitWith('canceled')
  const agent = stages.find(({ stage }) => stage === 'agent_run')
  if (agent === undefined) return exitWith('failed')
  const own = codeOf(agent)
  const hasFailedElsewhere = stages.some(({ stage, reason }) => stage !== 'agent_run' && reason !== null)
  return own === 0 && hasFailedElsewhere ? exitWith('failed') : own
}

function codeOf({ ending, exitCode, endSignal }: StageReport): number {
  if (ending.kind === 'stopped') return exitWith(ending.by === 'done' ? 'succeeded' : 'limit')
  if (exitCode !== null) return exitCode
  const number = Object.entries(constants.signals).find(([name]) => name === endSignal)?.[1]
  return number === undefined ? exitWith('failed') : 128 + number
}
