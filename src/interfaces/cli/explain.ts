import { statSync } from 'node:fs'
import { constants } from 'node:os'
import type { VerdictWord } from '../../diagnosis/diagnosis.ts'
import { explain, type ExplainOptions, type Explanation } from '../../diagnosis/explain.ts'
import { explainByLog } from '../../diagnosis/explain-session.ts'
import { MaydayError, UsageError } from '../../errors.ts'
import { reasons } from '../../reasons/table.ts'
import { isStage, stages, type Stage } from '../../reasons/stages.ts'
import { agents } from '../../signals/agents/agents.ts'
import type { Arguments, RunCommand, Terminal } from './command.ts'
import { renderExplanation } from './render-explanation.ts'
import { complain } from '../complain.ts'
import { knownSecrets, shownJson } from '../shown.ts'

export const runExplain: RunCommand = async (args, terminal) => {
  const [file, ...more] = args.positionals
  if (file === undefined || more.length > 0) {
    throw new UsageError(
      `explain takes one file, or - for standard input, and got ${args.positionals.length}. Try: mayday explain run.log`,
    )
  }
  const good = await goodRuns(args.each('good'))
  const options = { ...optionsOf(args), ...good, secrets: knownSecrets() }
  const found =
    args.text('ask') === undefined
      ? await explainInput(file, options, terminal)
      : await asked(args, file, options, terminal)
  terminal.out(args.flag('json') ? `${shownJson(found, 2)}\n` : renderExplanation(found, terminal))
  return args.flag('check') ? CHECK_CODES[found.verdict] : 0
}

async function goodRuns(paths: readonly string[]): Promise<Pick<ExplainOptions, 'good'>> {
  if (paths.length === 0) return {}
  if (paths.includes('-')) throw new UsageError('--good takes the name of a log, and got - (standard input).')
  const { readGoodLogs } = await import('../../signals/read-good-logs.ts')
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
async function asked(
  args: Arguments,
  file: string,
  options: ExplainOptions,
  terminal: Terminal,
): Promise<Explanation> {
  const { explainAsking } = await import('./explain-asking.ts')
  return explainAsking(args, { file, secrets: options.secrets ?? [], input: terminal.input }, (input) =>
    explainInput(file, options, { input }),
  )
}

/** The next step by the policy of the project in which this is asked; a config that cannot be read changes nothing. */
async function underPolicy(found: Explanation): Promise<Explanation> {
  const { plan, reason, circular } = found
  if (plan === null || reason === null || circular) return found
  const [{ projectConfig }, { overridesOf }, { adviceUnder }] = await Promise.all([
    import('./project-config.ts'),
    import('../../config/own-reasons.ts'),
    import('../../recovery/advice.ts'),
  ])
  try {
    const asked = { reason, usual: reasons[reason].policy.plan, advice: plan }
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
  const { explainRunFolder } = await import('../../supervision/explain-run.ts')
  return explainRunFolder(path, good)
}

/** What `--check` answers. 2 and 3 are taken: Mayday could not do its job, and a person is needed. */
const CHECK_CODES: Readonly<Record<VerdictWord, number>> = { succeeded: 0, failed: 1, undetermined: 4 }

function optionsOf(args: Arguments): {
  stage?: Stage
  exitCode?: number
  endSignal?: string
  agent?: string
} {
  const stage = stageOf(args.text('stage'))
  const exitCode = exitCodeOf(args.text('exit-code'))
  const endSignal = signalOf(args.text('signal'))
  const agent = agentOf(args.text('agent'))
  return {
    ...(stage === undefined ? {} : { stage }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(endSignal === undefined ? {} : { endSignal }),
    ...(agent === undefined ? {} : { agent }),
  }
}

function stageOf(word: string | undefined): Stage | undefined {
  if (word === undefined || isStage(word)) return word
  throw new UsageError(`Unknown stage: '${word}'. Known: ${stages.join(', ')}.`)
}

function exitCodeOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  const code = Number(word)
  if (/^-?\d{1,3}$/.test(word) && code >= -64 && code <= 255) return code
  throw new UsageError(
    `--exit-code takes a number from 0 to 255 (or a negative signal number), and got '${word}'.`,
  )
}

function signalOf(word: string | undefined): string | undefined {
  if (word === undefined) return undefined
  const name = word.toUpperCase().startsWith('SIG') ? word.toUpperCase() : `SIG${word.toUpperCase()}`
  if (name in constants.signals) return name
  throw new UsageError(`Unknown signal: '${word}'. Try a name like SIGKILL or TERM.`)
}

function agentOf(word: string | undefined): string | undefined {
  if (word === undefined || agents.some((agent) => agent.name === word)) return word
  throw new UsageError(`Unknown agent: '${word}'. Known: ${agents.map((agent) => agent.name).join(', ')}.`)
}
