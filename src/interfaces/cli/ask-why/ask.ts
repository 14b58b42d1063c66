import { knownAgents } from '../../../agents/known-agents.ts'
import { join } from 'node:path'
import { configuredEnvironment } from '../../../config/configured-environment.ts'
import { UsageError } from '../../../errors.ts'
import { isLive, type RunRecord } from '../../../record/run.ts'
import { readyAsker } from '../../../supervision/opinion/ask.ts'
import { askAboutRun } from '../../../supervision/opinion/run-opinion.ts'
import { RunFolder } from '../../../supervision/run-folder.ts'
import { knownSecrets } from '../../shown.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { withRun } from '../record/find-recorded.ts'
import { untilInterrupted } from '../screen/interrupt.ts'
import { openRecorded } from '../record/open-store.ts'
import { projectConfig, trustedConfig, type TrustAsked } from '../config/project-config.ts'
import { renderOpinion } from './render-opinion.ts'
import { styleFor } from '../screen/style.ts'

export type AskAsked = TrustAsked & {
  readonly run: string
  readonly agent: string | undefined
  readonly timeout: number
}

/** Asks an agent about a recorded run and stores the answer next to the verdict. */
export async function runAsk(asked: AskAsked, screen: Screen<Answer<'mayday.opinion/1'>>): Promise<number> {
  // If the user names the agent, no executing value of the project's config is used.
  const config = asked.agent === undefined ? await trustedConfig(asked, screen) : await projectConfig()
  const agent = asked.agent ?? config.diagnosis.agent
  if (agent === undefined)
    throw new UsageError('ask needs an agent: --agent claude, or diagnosis.agent in mayday.yaml.')
  const env = configuredEnvironment(config, process.env)
  const ready = await readyAsker(agent, env, knownAgents)
  using opened = await openRecorded({ ofNode: true })
  const { store, project, run } = withRun(opened, asked.run)
  store.close()
  checkRun(run)
  const args = config.diagnosis.agent === agent ? (config.diagnosis.args ?? []) : []
  using interrupt = untilInterrupted()
  const opinion = await askAboutRun(
    new RunFolder(join(project.record, run.logPath)),
    { file: join(run.logPath, 'worker.log'), now: new Date() },
    { ...ready, args, env, secrets: knownSecrets(), timeoutMs: asked.timeout, signal: interrupt.signal },
  )
  return screen.answer(
    { ...opinion, run: run.run },
    () => `${renderOpinion(opinion, styleFor(screen.colour), screen.columns)}\n`,
  )
}

function checkRun(run: RunRecord): void {
  if (isLive(run)) throw new UsageError(`Run ${run.run} has not ended yet. Ask when it has: mayday status`)
  if (run.origin !== 'mayday')
    throw new UsageError(
      `Run ${run.run} was imported from ${run.origin}. Ask about its log: mayday explain --ask AGENT FILE`,
    )
}
