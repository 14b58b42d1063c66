import type { StopCause } from '../reasons/ending.ts'
import type { GoodStage } from './good-stage.ts'
import type { ProcessIdentity } from './processes/processes.ts'
import type { Recorded } from './run-event.ts'
import type { LogPlace } from './stage-outcome.ts'
import type { RunStage } from '../reasons/stages.ts'

type Ended = Extract<Recorded, { event: 'stage:ended' }>

/** What events.jsonl says about one announced stage. */
export type StageStory = {
  readonly stage: RunStage
  readonly startedAt: string
  readonly from: LogPlace
  readonly wrapper: ProcessIdentity | null
  readonly elapsedMs: number
  /** The end of the period that this time covers. */
  readonly countedUntil: string
  readonly silentMs: number
  readonly retryingMs: number
  /** When the agent would retry a failed request; null if it did not say. */
  readonly retryAt: string | null
  readonly stopping: StopCause | null
  /** When Mayday began to stop it. */
  readonly stoppingAt: string | null
  readonly ended: Ended | null
  /** The proof that the disk was full when it ended. */
  readonly diskProof: string | null
  /** The good runs with which its output was compared. */
  readonly compared: readonly GoodStage[]
}

/** The announced stages in order, each with its last known state. */
export function readStory(events: readonly Recorded[]): readonly StageStory[] {
  const stories = new Map<RunStage, StageStory>()
  for (const event of events) {
    if (!('stage' in event)) continue
    const known = stories.get(event.stage)
    const next = known === undefined ? beginning(event) : continued(known, event)
    if (next !== null) stories.set(event.stage, next)
  }
  return [...stories.values()]
}

const retryAtOf = ({ at, nextMs }: Extract<Recorded, { event: 'agent:retrying' }>): string | null =>
  nextMs === null ? null : new Date(Math.min(Date.parse(at) + nextMs, LAST_INSTANT)).toISOString()

/** The largest valid Date. */
const LAST_INSTANT = 8.64e15

function beginning(event: Recorded): StageStory | null {
  if (event.event !== 'stage:starting') return null
  return storyFrom(event.stage, event.at, { offset: event.from, line: event.fromLine })
}

/** A stage of which nothing but its start is known. */
export const storyFrom = (stage: RunStage, startedAt: string, from: LogPlace): StageStory => ({
  stage,
  startedAt,
  from,
  wrapper: null,
  elapsedMs: 0,
  countedUntil: startedAt,
  silentMs: 0,
  retryingMs: 0,
  retryAt: null,
  stopping: null,
  stoppingAt: null,
  ended: null,
  diskProof: null,
  compared: [],
})

function continued(story: StageStory, event: Recorded): StageStory {
  switch (event.event) {
    case 'stage:started':
      return { ...story, wrapper: event.wrapper }
    case 'stage:ticked':
      return {
        ...story,
        elapsedMs: event.elapsedMs,
        countedUntil: event.at,
        silentMs: event.silentMs,
        retryingMs: event.retryingMs ?? 0,
      }
    case 'agent:retrying':
      return { ...story, retryAt: retryAtOf(event) }
    case 'stage:stopping':
      return {
        ...story,
        stopping: event.by,
        stoppingAt: story.stoppingAt ?? event.at,
        elapsedMs: event.afterMs,
        countedUntil: event.at,
      }
    case 'stage:ended':
      return { ...story, ended: event }
    case 'stage:compared':
      return { ...story, compared: event.with }
    case 'disk:full':
      return { ...story, diskProof: event.says }
    default:
      return story
  }
}
