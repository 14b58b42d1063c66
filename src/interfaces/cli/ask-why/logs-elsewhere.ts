/** `mayday logs` for a run of another node: the same output, read in windows through that node or an archive. */
import { setTimeout as pause } from 'node:timers/promises'
import { UsageError } from '../../../errors.ts'
import type { RunRecord } from '../../../record/run.ts'
import { MOST_WINDOW_BYTES } from '../../board/log-window.ts'
import type { AboutLog } from '../../node-logs/about-log.ts'
import type { LogSource } from '../../node-logs/log-source.ts'
import { NodeSilentError } from '../../node-logs/remote-log.ts'
import type { Terminal } from '../command.ts'
import type { LogPrinter } from './log-lines.ts'
import type { RunStage } from '../../../reasons/stages.ts'

const LOOK_EVERY_MS = 500
/** A followed node may be restarted. */
const MOST_SILENT_LOOKS = 20

type Showing = {
  readonly run: RunRecord
  readonly stage: RunStage | null
  readonly tail: number | null
  readonly follow: boolean
  readonly printer: LogPrinter
  readonly terminal: Terminal
}

/** True if the user stopped it. */
export async function showElsewhere(log: LogSource, showing: Showing): Promise<boolean> {
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt)
  try {
    await show(log, { ...showing, stop: stop.signal })
    showing.printer.end()
    return stop.signal.aborted
  } finally {
    process.off('SIGINT', interrupt)
  }
}

type Stoppable = Showing & { readonly stop: AbortSignal }

async function show(log: LogSource, showing: Stoppable): Promise<void> {
  const { stage, tail, follow, stop, terminal } = showing
  let at: number | null = null
  const isOver = (): boolean => stop.aborted || terminal.isClosed()
  while (!isOver()) {
    // The check comes before the read, so everything that was printed before the end is read.
    const about = await patiently(() => log.about({ stage, tail: at === null ? tail : null }), showing)
    checkStage(about, showing)
    at ??= about.range?.from ?? null
    if (at !== null && about.range !== null) at = await showMore(log, at, { ...showing, to: about.range.to })
    const isRead = at !== null && (about.range?.to ?? Infinity) <= at
    if (!follow || !about.isLive || isRead) return
    await pause(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => undefined)
  }
}

/** Shows the log from an offset on. Returns the offset after the shown part. */
async function showMore(
  log: LogSource,
  from: number,
  showing: Stoppable & { readonly to: number | null },
): Promise<number> {
  const { printer, stop, terminal, to } = showing
  let at = from
  while (!stop.aborted && !terminal.isClosed() && at < (to ?? Infinity)) {
    const bytes = Math.min(MOST_WINDOW_BYTES, (to ?? Infinity) - at)
    const part = await patiently(() => log.window({ from: at, bytes }), showing)
    // A window begins with a whole line.
    const text = Buffer.from(part.text).subarray(Math.max(0, at - part.from))
    if (part.to <= at) return at
    printer.print(at, text)
    at = part.to
  }
  return at
}

/** While a run is followed, its node may be silent for a moment. */
async function patiently<T>(ask: () => Promise<T>, { follow, stop }: Stoppable): Promise<T> {
  for (let looks = 1; ; looks += 1)
    try {
      return await ask()
    } catch (error) {
      const isOver = !follow || stop.aborted || looks >= MOST_SILENT_LOOKS
      if (!(error instanceof NodeSilentError) || isOver) throw error
      await pause(LOOK_EVERY_MS)
    }
}

function checkStage({ stages, range, isLive }: AboutLog, { stage, run, follow }: Showing): void {
  if (stage === null || range !== null || (follow && isLive)) return
  const had = stages.map((one) => one.stage).join(', ')
  throw new UsageError(`Run ${run.run} has no stage ${stage}${had === '' ? '' : `; it has ${had}`}.`)
}
