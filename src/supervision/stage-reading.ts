/** How the log of a stage is read: while it runs, and again by an adopter. */
import type { SignalReader } from '../signals/reader.ts'
import type { LogTail } from './log-tail.ts'
import type { AgentProfile } from './profiles/profile.ts'
import { readingOf, type StageSpec } from './run-spec.ts'
import { readStory, type StageStory } from './run-story.ts'
import type { LogPlace, StageOutcome } from './stage-outcome.ts'
import type { SupervisedRun } from './supervised-run.ts'
import type { TranscriptWatch } from './transcript-watch.ts'

/** Reads a stage that was announced as ended again from the log, for an adopter. */
export async function readStage(
  run: SupervisedRun,
  spec: StageSpec,
  ended: Omit<StageOutcome, 'reading' | 'spec'>,
): Promise<StageOutcome> {
  const { reader, tail } = await openReading(run, spec, ended.from)
  await tail.readAll(ended.to.offset)
  const [{ readTranscript }, { readGoodStages }, { readers }] = await Promise.all([
    import('./transcript.ts'),
    import('./good-runs.ts'),
    run.knownAgents.load(),
  ])
  const { retryAt = null, compared = [] } = storyOf(run, spec) ?? {}
  reader.compareWith(await readGoodStages(run.folder.recordFolder, compared))
  const outcome = { ...ended, spec, reading: await reader.endInTurns(ended.exitCode), retryAt }
  return { ...outcome, transcript: readTranscript(run, outcome, readers) }
}

/** Called only while the agent is silent. So other runs do not load it. */
export function transcriptBeside(
  run: SupervisedRun,
  { stage }: StageSpec,
  { reader, startedAt }: { reader: SignalReader; startedAt: string },
): { readonly look: () => void; readonly close: () => void } {
  let watch: TranscriptWatch | null = null
  let loading: Promise<void> | null = null
  const load = async (): Promise<void> => {
    const { TranscriptWatch } = await import('./transcript-watch.ts')
    watch = new TranscriptWatch(run, { output: reader, startedAt, agents: await run.knownAgents.load() })
  }
  return {
    look: () => {
      if (stage !== 'agent_run' || !reader.isKnown) return
      loading ??= load()
      watch?.look()
    },
    close: () => watch?.close(),
  }
}

/** The events of a stage. */
export const storyOf = ({ folder }: SupervisedRun, { stage }: StageSpec): StageStory | undefined =>
  readStory(folder.events()).find((one) => one.stage === stage)

export type OpenReading = {
  readonly reader: SignalReader
  readonly tail: LogTail
  readonly profiles: readonly AgentProfile[]
}

/** Loads the readers here and not earlier: the worker is already running. */
export async function openReading(
  run: SupervisedRun,
  { stage }: StageSpec,
  from: LogPlace,
): Promise<OpenReading> {
  const [{ SignalReader }, { readers, profiles }, { LogTail }, spans] = await Promise.all([
    import('../signals/reader.ts'),
    run.knownAgents.load(),
    import('./log-tail.ts'),
    run.spans(),
    // Preloaded, so that the verdict does not wait for these modules.
    import('./conclude.ts'),
    import('./mask-log.ts'),
    import('./transcript.ts'),
  ])
  const reader = new SignalReader({
    agents: readers,
    stage,
    file: `${run.spec.logPath}/worker.log`,
    secrets: run.secrets,
    ...readingOf(run.spec, stage),
  })
  return { reader, tail: new LogTail(run.logFile, from.offset, reader, spans), profiles }
}
