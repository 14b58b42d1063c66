/** What a node says about the log of one of its runs. */
import * as v from 'valibot'
import { isLive, type RunRecord } from '../../record/run.ts'
import { count, type Shape } from '../../record/schema.ts'
import type { RunFolder } from '../../supervision/run-folder.ts'
import { stagesOf } from '../../supervision/run-stages.ts'
import { ShownLog } from '../../supervision/shown-log.ts'

const rangeSchema = v.object({ from: count, to: v.nullable(count) })

export const aboutLogSchema = v.object({
  isLive: v.boolean(),
  stages: v.array(v.object({ stage: v.string(), ...rangeSchema.entries })),
  /** The requested range: a stage, the last lines, or everything. Null if the stage has not begun. */
  range: v.nullable(rangeSchema),
})

export type AboutLog = Shape<typeof aboutLogSchema>

export type Part = { readonly stage: string | null; readonly tail: number | null }

export function aboutLog(run: RunRecord, folder: RunFolder, { stage, tail }: Part): AboutLog {
  const stages = stagesOf(run, folder).map((one) => ({ stage: one.stage, from: one.from, to: one.to }))
  const whole = stage === null ? { from: 0, to: null } : stages.find((one) => one.stage === stage)
  const range = whole === undefined ? null : { from: whole.from, to: whole.to }
  return {
    isLive: isLive(run),
    stages,
    range: range === null ? null : { from: startOf(folder, { ...range, tail }), to: range.to },
  }
}

function startOf(folder: RunFolder, range: Parameters<typeof ShownLog.open>[1]): number {
  using log = ShownLog.open(folder, range)
  return log?.offset ?? range.from
}
