import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { configuredEnvironment } from '../../config/configured-environment.ts'
import { UsageError } from '../../errors.ts'
import { isLive, type RunRecord } from '../../record/run.ts'
import { readyAsker } from '../../supervision/opinion/ask.ts'
import type { RunOpinion } from '../../supervision/opinion/kept-opinion.ts'
import { askAboutRun } from '../../supervision/opinion/run-opinion.ts'
import { RunFolder } from '../../supervision/run-folder.ts'
import { knownSecrets, shownJson } from '../shown.ts'
import { askTimeoutOf } from './ask-timeout.ts'
import type { Arguments, RunCommand, Terminal } from './command.ts'
import { findRecorded, runArgument } from './find-recorded.ts'
import { untilInterrupted } from './interrupt.ts'
import { openRecorded } from './open-store.ts'
import { projectConfig, trustedConfig } from './project-config.ts'
import { renderOpinion } from './render-opinion.ts'
import { styleFor } from './style.ts'

/** Asks an agent about a recorded run and keeps the answer beside the verdict. */
export const runAsk: RunCommand = async (args, terminal) => {
  const ref = runArgument(args, 'ask')
  const config = await configFor(args, terminal)
  const agent = args.text('agent') ?? config.diagnosis.agent
  if (agent === undefined)
    throw new UsageError('ask needs an agent: --agent claude, or diagnosis.agent in mayday.yaml.')
  const env = configuredEnvironment(config, process.env)
  const ready = readyAsker(agent, env)
  const timeoutMs = askTimeoutOf('timeout', args.text('timeout'))
  const { store, project } = await openRecorded(terminal)
  const run = findRecorded(store, ref)
  store?.close()
  checkRun(run)
  const ownArgs = config.diagnosis.agent === agent ? (config.diagnosis.args ?? []) : []
  using interrupt = untilInterrupted()
  const opinion = await askAboutRun(
    new RunFolder(join(project.record, run.logPath)),
    { file: join(run.logPath, 'worker.log'), now: new Date() },
    { ...ready, args: ownArgs, env, secrets: knownSecrets(), timeoutMs, signal: interrupt.signal },
  )
  tell(run, opinion, args, terminal)
  return 0
}

/** Whoever names the agent needs nothing of what the project's file would execute. */
const configFor = (args: Arguments, terminal: Terminal): Promise<Config> =>
  args.text('agent') === undefined ? trustedConfig(args, terminal) : projectConfig()

function checkRun(run: RunRecord): void {
  if (isLive(run)) throw new UsageError(`Run ${run.run} has not ended yet. Ask when it has: mayday status`)
  if (run.origin !== 'mayday')
    throw new UsageError(
      `Run ${run.run} was imported from ${run.origin}. Ask about its log: mayday explain --ask AGENT FILE`,
    )
}

function tell({ run }: RunRecord, opinion: RunOpinion, args: Arguments, terminal: Terminal): void {
  const { colour, columns } = terminal
  terminal.out(
    args.flag('json')
      ? `${shownJson({ ...opinion, run }, 2)}\n`
      : `${renderOpinion(opinion, styleFor(colour), columns)}\n`,
  )
}
