/** Reads the state of live runs from their files. While nothing changes, each look costs two stat calls. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { LastRun, TaskHead } from '../record/sqlite/task-heads.ts'
import { isLive } from '../record/run.ts'
import type { Recorded } from '../supervision/run-event.ts'
import { RunFolder } from '../supervision/run-folder.ts'
import { readStory } from '../supervision/run-story.ts'
import { ShownLog } from '../supervision/shown-log.ts'
import { plainLine } from '../supervision/screen-text.ts'
import type { LiveView } from './board-row.ts'
import type { LiveRetry } from './live-run.ts'
import { doingOf } from './live-words.ts'

/** Enough bytes to find the agent's current activity. */
const LOOKED_AT_BYTES = 8 * 1024
/** The time limit of one look. Runs that were not read are first at the next one. */
const MOST_READING_MS = 15
const LONGEST_DOING = 200

type Seen = {
  /** The size of the log when `doing` was read, and the time. */
  readonly readSize: number
  readonly readAtMs: number
  readonly printedAtMs: number | null
  readonly eventsSize: number
  readonly doing: string | null
  readonly stage: string | null
  readonly retrying: LiveRetry | null
  readonly turns: number | null
  readonly costUsd: number | null
}

export class LiveRuns {
  readonly #record: string
  #seen: ReadonlyMap<string, Seen> = new Map()

  constructor(record: string) {
    this.#record = record
  }

  /** By the run's id. */
  look(heads: readonly TaskHead[], nowMs: number): ReadonlyMap<string, LiveView> {
    const before = this.#seen
    const readAt = (runId: string): number => before.get(runId)?.readAtMs ?? 0
    const live = heads
      .flatMap(({ last }) => (last !== null && last.endedAt === null && isLive(last) ? [last] : []))
      .toSorted((a, b) => readAt(a.runId) - readAt(b.runId))
    const endMs = performance.now() + MOST_READING_MS
    this.#seen = new Map(
      live.map(({ runId, logPath }) => {
        const folder = new RunFolder(join(this.#record, logPath))
        return [runId, seeRun(folder, before.get(runId), performance.now() < endMs)]
      }),
    )
    return new Map(live.map((run) => [run.runId, viewOf(run, this.#seen.get(run.runId), nowMs)]))
  }
}

function viewOf({ run, startedAt }: LastRun, seen: Seen | undefined, nowMs: number): LiveView {
  const startedMs = Date.parse(startedAt)
  const printedAtMs = seen?.printedAtMs ?? null
  return {
    run,
    stage: seen?.stage ?? null,
    elapsedMs: Math.max(0, nowMs - startedMs),
    silentMs: Math.max(0, nowMs - (printedAtMs ?? startedMs)),
    doing: seen?.doing ?? null,
    retrying: seen?.retrying ?? null,
    turns: seen?.turns ?? null,
    costUsd: seen?.costUsd ?? null,
    printedAt: printedAtMs === null ? null : new Date(printedAtMs).toISOString(),
  }
}

function seeRun(folder: RunFolder, before: Seen | undefined, mayRead: boolean): Seen {
  const log = statSync(folder.log, { throwIfNoEntry: false })
  const size = log?.size ?? 0
  const eventsSize = statSync(folder.file('events.jsonl'), { throwIfNoEntry: false })?.size ?? 0
  return {
    ...(mayRead && before?.readSize !== size
      ? { doing: doingIn(folder, size), readSize: size, readAtMs: performance.now() }
      : unread(before)),
    // An empty log was only created: nothing has been printed.
    printedAtMs: log === undefined || size === 0 ? null : Math.floor(log.mtimeMs),
    eventsSize,
    ...(before !== undefined && before.eventsSize === eventsSize
      ? { stage: before.stage, retrying: before.retrying, turns: before.turns, costUsd: before.costUsd }
      : toldIn(folder.events())),
  }
}

const unread = (before: Seen | undefined): Pick<Seen, 'doing' | 'readSize' | 'readAtMs'> => ({
  doing: before?.doing ?? null,
  readSize: before?.readSize ?? 0,
  readAtMs: before?.readAtMs ?? 0,
})

type Told = Pick<Seen, 'stage' | 'retrying' | 'turns' | 'costUsd'>

function toldIn(events: readonly Recorded[]): Told {
  const tick = events.findLast((one) => one.event === 'stage:ticked' && one.turns !== undefined)
  const isTick = tick?.event === 'stage:ticked'
  return {
    stage: readStory(events).at(-1)?.stage ?? null,
    retrying: retryingIn(events),
    turns: isTick ? (tick.turns ?? null) : null,
    costUsd: isTick ? (tick.costUsd ?? null) : null,
  }
}

/** A tick with `retryingMs` continues a retry. Any other event ends it. */
function retryingIn(events: readonly Recorded[]): LiveRetry | null {
  const last = events.findLast((one) => one.event !== 'stage:ticked' || one.retryingMs === undefined)
  if (last?.event !== 'agent:retrying') return null
  const { at, status, code, attempt, of, nextMs } = last
  const nextAt = nextMs === null ? null : new Date(Date.parse(at) + nextMs).toISOString()
  return { status, code, attempt, of, nextAt }
}

function doingIn(folder: RunFolder, size: number): string | null {
  const said = doingOf(endOf(folder, size))
  return said === null ? null : plainLine(said).slice(0, LONGEST_DOING)
}

function endOf(folder: RunFolder, size: number): string {
  const from = Math.max(0, size - LOOKED_AT_BYTES)
  using log = ShownLog.open(folder, { from, to: size, tail: null })
  if (log === null) return ''
  const parts: Buffer[] = []
  for (let bytes = log.read(size); bytes !== null; bytes = log.read(size)) parts.push(bytes)
  parts.push(log.end())
  const text = Buffer.concat(parts).toString('utf8')
  return from === 0 ? text : text.slice(text.indexOf('\n') + 1)
}
