/** The stages of a run with their parts of the log. A live run has them in its events. */
import type { ShownRun } from '../../src/views/show-run.ts'

export type LoggedStage = {
  readonly stage: string
  readonly command: string
  readonly startedAt: string
  readonly from: number
  /** Null while it prints. */
  readonly to: number | null
  /** Null while it runs. */
  readonly durationMs: number | null
  readonly exitCode: number | null
  readonly status: 'running' | 'succeeded' | 'failed'
}

export const loggedStages = ({ run, events }: ShownRun): readonly LoggedStage[] =>
  run.endedAt === null ? stagesIn(events) : run.stages.map(endedStage)

const endedStage = ({
  stage,
  command,
  startedAt,
  from,
  to,
  durationMs,
  exitCode,
  reason,
}: ShownRun['run']['stages'][number]): LoggedStage => ({
  stage,
  command,
  startedAt,
  from,
  to,
  durationMs,
  exitCode,
  status: reason === null ? 'succeeded' : 'failed',
})

/** The verdict comes at the end of the run, so the exit code stands for it until then. */
const stagesIn = (events: ShownRun['events']): readonly LoggedStage[] =>
  events.flatMap((begun): readonly LoggedStage[] => {
    if (begun.event !== 'stage:starting') return []
    const end = events.find((one) => one.event === 'stage:ended' && one.stage === begun.stage)
    const ended = end?.event === 'stage:ended' ? end : null
    return [
      {
        stage: begun.stage,
        command: '',
        startedAt: begun.at,
        from: begun.from,
        to: ended?.to ?? null,
        durationMs: ended?.durationMs ?? null,
        exitCode: ended?.exitCode ?? null,
        status: ended === null ? 'running' : ended.exitCode === 0 ? 'succeeded' : 'failed',
      },
    ]
  })
