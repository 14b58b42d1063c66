import { agentReaders } from '../../../agents/readers.ts'
import { statSync } from 'node:fs'
import { explain, type ExplainOptions } from '../../../agents/explain.ts'
import type { Explanation } from '../../../diagnosis/explain.ts'
import { explainByLog } from '../../../agents/explain-session.ts'
import { MaydayError } from '../../../errors.ts'
import { reasons } from '../../../reasons/table.ts'
import type { Stage } from '../../../reasons/stages.ts'
import type { Screen, Terminal } from '../command.ts'
import { exitWith } from '../exit-codes.ts'
import { renderExplanation } from './render-explanation.ts'
import { complain } from '../../complain.ts'
import { knownSecrets } from '../../shown.ts'
import type { Maybe } from '../parse/option.ts'
import type { ReportAsked } from '../parse/report-format.ts'

export type ExplainAsked = Maybe<'signal' | 'agent' | 'ask'> & {
  readonly file: string
  readonly stage: Stage | undefined
  readonly good: readonly string[]
  readonly askTimeout: number
  readonly exitCode: number | undefined
  readonly format: readonly ReportAsked[]
  readonly check: boolean
  readonly json: boolean
}

export async function runExplain(asked: ExplainAsked, screen: Screen): Promise<number> {
  const { file, ask } = asked
  const report = await reporterOf(asked)
  const options = { ...optionsOf(asked), ...(await goodRuns(asked.good)), secrets: knownSecrets() }
  const found =
    ask === undefined
      ? await explainInput(file, options, screen)
      : await explainWith(ask, asked, options, screen)
  return report(found, screen, exitWith(asked.check ? CHECK_CODES[found.verdict] : 'succeeded'))
}

type Report = (found: Explanation, screen: Screen, exitCode: number) => number

/** `--format` is checked before anything is read. Its code is loaded only with the option. */
async function reporterOf({ file, format, json }: ExplainAsked): Promise<Report> {
  if (format.length === 0)
    return (found, screen, exitCode) => screen.answer(found, () => renderExplanation(found, screen), exitCode)
  const all: readonly ReportAsked[] = [...(json ? [{ format: 'json', file: null } as const] : []), ...format]
  const { checkFormats, writeFormats } = await import('./write-formats.ts')
  checkFormats(all)
  return (found, screen, exitCode) => {
    writeFormats({ found, name: file === '-' ? 'standard input' : file }, all, screen)
    return exitCode
  }
}

async function goodRuns(paths: readonly string[]): Promise<Pick<ExplainOptions, 'good'>> {
  if (paths.length === 0) return {}
  const { readGoodLogs } = await import('../../../signals/read-good-logs.ts')
  return { good: await readGoodLogs(paths) }
}

const explainInput = async (
  file: string,
  options: ExplainOptions,
  { input }: Pick<Terminal, 'input'>,
): Promise<Explanation> =>
  file === '-'
    ? await underPolicy(await explain(input, { file: '-', ...options }))
    : ((await explainRecorded(file, options)) ?? (await underPolicy(await explainFile(file, options))))

/** Explains with an agent's second opinion. Its code is loaded only with the option. */
async function explainWith(
  agent: string,
  { file, askTimeout: timeoutMs }: ExplainAsked,
  options: ExplainOptions,
  { input }: Terminal,
): Promise<Explanation> {
  const { explainAsking } = await import('./explain-asking.ts')
  return explainAsking({ agent, timeoutMs, file, secrets: options.secrets ?? [], input }, (piped) =>
    explainInput(file, options, { input: piped }),
  )
}

/**
 * Adds the next step by the policy of the current project. If its config cannot be read, the default policy applies.
 */
async function underPolicy(found: Explanation): Promise<Explanation> {
  const { plan, reason, circular } = found
  if (plan === null || reason === null || circular) return found
  const [{ projectConfig }, { overridesOf }, { adviceUnder }] = await Promise.all([
    import('../config/project-config.ts'),
    import('../../../config/custom-reasons.ts'),
    import('../../../recovery/advice.ts'),
  ])
  try {
    const asked = { reason, defaultPlan: reasons[reason].policy.plan, advice: plan }
    return { ...found, plan: adviceUnder(overridesOf(await projectConfig()), asked) }
  } catch (error) {
    if (!(error instanceof MaydayError)) throw error
    complain(`the next step is the default one: ${error.message}`)
    return found
  }
}

async function explainFile(path: string, options: ExplainOptions): Promise<Explanation> {
  const found = await explain(path, options)
  return (await explainByLog(path, found, options)) ?? found
}

/**
 * Explains the folder of a run from its recorded stages and endings. Null if it is not a folder, or options say how to
 * read it.
 */
async function explainRecorded(
  path: string,
  { secrets: _secrets, good, ...told }: ExplainOptions,
): Promise<Explanation | null> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder || Object.keys(told).length > 0) return null
  const { explainRunFolder } = await import('../../../supervision/explain-run.ts')
  return explainRunFolder(path, { agents: agentReaders, ...(good === undefined ? {} : { good }) })
}

/** The exit code of `--check` for each verdict. */
const CHECK_CODES = { succeeded: 'succeeded', failed: 'failed', undetermined: 'unproven' } as const

const optionsOf = ({ stage, exitCode, signal, agent }: ExplainAsked): ExplainOptions => ({
  ...(stage === undefined ? {} : { stage }),
  ...(exitCode === undefined ? {} : { exitCode }),
  ...(signal === undefined ? {} : { endSignal: signal }),
  ...(agent === undefined ? {} : { agent }),
})
