import { statSync } from 'node:fs'
import { explain, type ExplainOptions, type Explanation } from '../../../diagnosis/explain.ts'
import { explainByLog } from '../../../diagnosis/explain-session.ts'
import { MaydayError } from '../../../errors.ts'
import { reasons } from '../../../reasons/table.ts'
import type { Stage } from '../../../reasons/stages.ts'
import type { Screen, Terminal } from '../command.ts'
import { exitWith } from '../exit-codes.ts'
import { renderExplanation } from './render-explanation.ts'
import { complain } from '../../complain.ts'
import { knownSecrets } from '../../shown.ts'
import type { Maybe } from '../parse/option.ts'

export type ExplainAsked = Maybe<'signal' | 'agent' | 'ask'> & {
  readonly file: string
  readonly stage: Stage | undefined
  readonly good: readonly string[]
  readonly askTimeout: number
  readonly exitCode: number | undefined
  readonly check: boolean
}

export async function runExplain(asked: ExplainAsked, screen: Screen): Promise<number> {
  const { file, ask, check } = asked
  const options = { ...optionsOf(asked), ...(await goodRuns(asked.good)), secrets: knownSecrets() }
  const found =
    ask === undefined
      ? await explainInput(file, options, screen)
      : await explainWith(ask, asked, options, screen)
  return screen.answer(
    found,
    () => renderExplanation(found, screen),
    exitWith(check ? CHECK_CODES[found.verdict] : 'succeeded'),
  )
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

/** With an agent's second opinion. Nothing of it is loaded without the option. */
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

/** The next step by the policy of the project in which this is asked; a config that cannot be read changes nothing. */
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

/** The folder of a run, where nobody says otherwise how to read it; its stages and endings are in its files. */
async function explainRecorded(
  path: string,
  { secrets: _secrets, good, ...told }: ExplainOptions,
): Promise<Explanation | null> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder || Object.keys(told).length > 0) return null
  const { explainRunFolder } = await import('../../../supervision/explain-run.ts')
  return explainRunFolder(path, good)
}

/** What `--check` answers. */
const CHECK_CODES = { succeeded: 'succeeded', failed: 'failed', undetermined: 'unproven' } as const

const optionsOf = ({ stage, exitCode, signal, agent }: ExplainAsked): ExplainOptions => ({
  ...(stage === undefined ? {} : { stage }),
  ...(exitCode === undefined ? {} : { exitCode }),
  ...(signal === undefined ? {} : { endSignal: signal }),
  ...(agent === undefined ? {} : { agent }),
})
