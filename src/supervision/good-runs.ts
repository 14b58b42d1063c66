/**
 * The last good runs of a command. A failed run is compared with them to find what is new.
 *
 * A1 They are chosen once, when the stage fails, and named in its
 * events. A later diagnosis compares the run with the same ones.
 * A2 Only the end of each log is read, in slices, so the end of a run is not noticeably delayed.
 * A3 A log that can no longer be read is left out.
 */
import { closeSync, fstatSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { GoodLog, GoodRuns } from '../signals/good-log.ts'
import { KnownShapes } from '../signals/known-shapes.ts'
import type { SignalReader } from '../signals/reader.ts'
import { Turns } from '../signals/turns.ts'
import { MOST_GOOD_RUNS, type GoodStage } from './good-stage.ts'
import { openLog } from './open-log.ts'
import type { StageSpec } from './run-spec.ts'
import type { SupervisedRun } from './supervised-run.ts'

const END_BYTES = 2 * 1024 * 1024
const PIECE_BYTES = 128 * 1024

/**
 * Gives the reader the good runs with which a failed stage is compared. Records of an agent are not compared as lines.
 */
export async function compareStage(run: SupervisedRun, spec: StageSpec, reader: SignalReader): Promise<void> {
  const stages = reader.isKnown ? [] : run.goodStages(spec)
  if (stages.length === 0) return
  run.record({ event: 'stage:compared', stage: spec.stage, with: stages })
  reader.compareWith(await readGoodStages(run.folder.recordFolder, stages))
}

/** Null if none of them can be read any more. */
export async function readGoodStages(
  recordFolder: string,
  stages: readonly GoodStage[],
): Promise<GoodRuns | null> {
  const shapes = new KnownShapes()
  const turns = new Turns()
  const read: number[] = []
  for (const stage of stages.slice(0, MOST_GOOD_RUNS))
    if (await readStageEnd(recordFolder, stage, { shapes, turns })) read.push(stage.run)
  return shapes.canTell ? new GoodRuns(shapes, `run ${Math.max(...read)}`) : null
}

/** The form of the paths that Mayday writes. It is checked because the agent can write into the events file. */
const LOG_PATH = /^logs[/\\]\d{8}[/\\][\w-]+$/

/** False if its log is gone or incomplete. */
async function readStageEnd(
  recordFolder: string,
  { logPath, from, to }: GoodStage,
  { shapes, turns }: { readonly shapes: KnownShapes; readonly turns: Turns },
): Promise<boolean> {
  const file = LOG_PATH.test(logPath) ? openLog(join(recordFolder, logPath, 'worker.log')) : null
  if (file === null) return false
  try {
    if (fstatSync(file).size < to) return false
    const log = new GoodLog(shapes)
    const buffer = Buffer.allocUnsafe(PIECE_BYTES)
    for (let at = Math.max(from, to - END_BYTES); at < to;) {
      const bytes = readSync(file, buffer, 0, Math.min(buffer.length, to - at), at)
      if (bytes === 0) break
      log.push(buffer.subarray(0, bytes))
      at += bytes
      await turns.give()
    }
    log.end()
    return true
  } finally {
    closeSync(file)
  }
}
