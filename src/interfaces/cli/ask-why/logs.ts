import { knownAgents } from '../../../agents/known-agents.ts'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { MaydayError, UsageError } from '../../../errors.ts'
import { workedMs } from '../../../record/run-result.ts'
import { describeDuration } from '../../../record/duration.ts'
import type { Project } from '../../../record/project.ts'
import { isLive, reasonThatCounts, statusThatCounts, type RunRecord } from '../../../record/run.ts'
import type { Store } from '../../../record/store.ts'
import { Turns } from '../../../signals/turns.ts'
import { filesOfRun } from '../../../supervision/files-of-run.ts'
import { openProcesses } from '../../../supervision/processes/open-processes.ts'
import { reconcile } from '../../../supervision/reconcile.ts'
import type { RunFolder } from '../../../supervision/run-folder.ts'
import { stagesOf, type LogRange } from '../../../supervision/run-stages.ts'
import { ShownLog } from '../../../supervision/shown-log.ts'
import { oneLine } from '../screen/columns.ts'
import type { Terminal } from '../command.ts'
import { complain } from '../../complain.ts'
import { exitWith } from '../exit-codes.ts'
import { findRecorded, withRun } from '../record/find-recorded.ts'
import { jsonPrinter, textPrinter, type LogPrinter } from './log-lines.ts'
import { openRecorded, type Elsewhere } from '../record/open-store.ts'
import { outcome, paintOutcome } from '../screen/run-words.ts'
import { startAdopter } from '../record/launch-mayday.ts'
import { styleFor } from '../screen/style.ts'
import type { Flags } from '../parse/option.ts'
import type { RunStage } from '../../../reasons/stages.ts'

const LOOK_EVERY_MS = 200
/** The supervisor may die while its run is followed. The run is then reconciled at this interval. */
const LOOK_AFTER_EVERY_MS = 3000

export type LogsAsked = Flags<'follow' | 'json'> & {
  readonly run: string
  readonly stage: RunStage | undefined
  readonly tail: number | undefined
}

export async function runLogs(asked: LogsAsked, terminal: Terminal): Promise<number> {
  const { json, stage = null, tail = null } = asked
  using opened = await openRecorded({ shared: { filesOf: asked.run } })
  const { store, project, run, elsewhere } = withRun(opened, asked.run)
  if (elsewhere !== undefined) return await showOther(run, elsewhere, asked, terminal)
  const folder = folderOf(run, project)
  const follow = asked.follow && isLive(run)
  checkThere(run, folder, { stage, follow })
  const printer = json ? jsonPrinter(terminal) : textPrinter(terminal)
  const interrupted = await show({ store, project, run, folder, stage, tail, follow, printer, terminal })
  const now = findRecorded(store, run.runId)
  if (!printer.hasShown() && tail !== 0 && !interrupted) complain(nothingPrinted(now, stage))
  // A stage may end long before its run.
  if (follow && !isLive(now)) terminal.out(endWords(now, json, terminal))
  return exitWith(interrupted ? 'canceled' : 'succeeded')
}

/** The log is on another node. */
async function showOther(
  run: RunRecord,
  elsewhere: Elsewhere,
  asked: LogsAsked,
  terminal: Terminal,
): Promise<number> {
  const { json, stage = null, tail = null } = asked
  const { showElsewhere } = await import('./logs-elsewhere.ts')
  const printer = json ? jsonPrinter(terminal) : textPrinter(terminal)
  const follows = asked.follow && isLive(run)
  const showing = { run, stage, tail, follow: follows, printer, terminal }
  const interrupted = await showElsewhere(await elsewhere.log(), showing)
  const now = follows && !interrupted ? await elsewhere.ended() : run
  if (!printer.hasShown() && tail !== 0 && !interrupted) complain(nothingPrinted(now, stage))
  if (follows && !isLive(now)) terminal.out(endWords(now, json, terminal))
  return exitWith(interrupted ? 'canceled' : 'succeeded')
}

/** Printed on standard error, so that a pipe gets only the output of the run. */
const nothingPrinted = (run: RunRecord, stage: RunStage | null): string =>
  `${stage === null ? 'Run' : `The stage ${stage} of run`} ${run.run} ${isLive(run) ? 'has printed nothing yet' : 'printed nothing'}.`

class LogGoneError extends MaydayError {
  constructor(message: string) {
    super('LOG_GONE', message)
  }
}

function folderOf(run: RunRecord, project: Project): RunFolder {
  const found = filesOfRun(run, project)
  if (found !== null) return found
  const name = run.logPath === '' ? 'it named no log' : `its log is not here: ${oneLine(run.logPath)}`
  throw new LogGoneError(`Run ${run.run} was imported from ${run.origin}, and ${name}.`)
}

function checkThere(
  run: RunRecord,
  folder: RunFolder,
  { stage, follow }: { readonly stage: RunStage | null; readonly follow: boolean },
): void {
  const { run: number } = run
  if (!isLive(run) && !existsSync(folder.log))
    throw new LogGoneError(
      `The log of run ${number} no longer exists. The record of the run is kept: mayday show ${number}`,
    )
  if (stage === null || follow || rangeOf(run, folder, stage) !== null) return
  const had = stagesOf(run, folder).map((one) => one.stage)
  throw new UsageError(
    `Run ${number} has no stage ${stage}${had.length === 0 ? '' : `; it has ${had.join(', ')}`}.`,
  )
}

const WHOLE: LogRange = { from: 0, to: null }

const rangeOf = (run: RunRecord, folder: RunFolder, stage: RunStage | null): LogRange | null =>
  stage === null ? WHOLE : (stagesOf(run, folder).find((one) => one.stage === stage) ?? null)

type Showing = {
  readonly store: Store
  readonly project: Project
  readonly run: RunRecord
  readonly folder: RunFolder
  readonly stage: RunStage | null
  readonly tail: number | null
  readonly follow: boolean
  readonly printer: LogPrinter
  readonly terminal: Terminal
}

/** True if the user stopped it. */
async function show(showing: Showing): Promise<boolean> {
  const { run, folder, stage, tail, follow, printer } = showing
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt)
  const hasEnded = follow ? watchFor(showing) : () => Promise.resolve(true)
  let log: ShownLog | null = null
  try {
    for (;;) {
      // The check comes before the read, so everything that was printed before the end is read.
      const isOver = await hasEnded()
      const range = rangeOf(run, folder, stage)
      log ??= range === null ? null : ShownLog.open(folder, { ...range, tail })
      if (log !== null && range !== null) await showMore(log, range, { ...showing, stop: stop.signal })
      const isRead = log !== null && range !== null && range.to !== null && log.hasRead(range.to)
      if (isOver || isRead || stop.signal.aborted || showing.terminal.isClosed()) break
      await pause(LOOK_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined)
    }
    if (log !== null) printer.print(log.offset, log.end())
    printer.end()
    return stop.signal.aborted
  } finally {
    process.off('SIGINT', interrupt)
    log?.[Symbol.dispose]()
  }
}

async function showMore(
  log: ShownLog,
  { to }: LogRange,
  { printer, terminal, stop }: Showing & { readonly stop: AbortSignal },
): Promise<void> {
  const turns = new Turns()
  while (!stop.aborted && !terminal.isClosed()) {
    const { offset } = log
    const bytes = log.read(to)
    if (bytes === null) return
    if (bytes.length > 0) printer.print(offset, bytes)
    await turns.give()
  }
}

/** Checks whether the run has ended. If its supervisor is gone, starts an adopter that ends it. */
function watchFor({ store, project, run }: Showing): () => Promise<boolean> {
  const processes = openProcesses()
  let lookedAt = performance.now()
  return async () => {
    if (store.isGone() && existsSync(store.path)) store.reopen()
    const now = store.find(run.runId)
    if (now !== null && !isLive(now)) return true
    if (performance.now() - lookedAt < LOOK_AFTER_EVERY_MS) return false
    lookedAt = performance.now()
    const { waiting } = await reconcile({ store, project, processes, knownAgents })
    if (waiting > 0) startAdopter(project)
    return false
  }
}

function endWords(run: RunRecord, json: boolean, { colour }: Terminal): string {
  const status = statusThatCounts(run)
  const reason = reasonThatCounts(run)
  if (json)
    return `${JSON.stringify({ event: 'run:ended', run: run.run, runId: run.runId, status, reason })}\n`
  const ms = workedMs(run)
  const took = ms === null ? '' : ` after ${describeDuration(ms)}`
  return `mayday: run ${run.run} ${paintOutcome(run, styleFor(colour), outcome(run))}${took}\n`
}
