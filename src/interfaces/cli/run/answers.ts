/** The JSON of commands that run something. */
import * as v from 'valibot'
import {
  comparisonSchema,
  lineProblemSchema,
  progressSchema,
  seriesSumSchema,
} from '../../../bench/report/report-schema.ts'
import { taskValiditySchema } from '../../../bench/validate-suite.ts'
import { runStatuses } from '../../../record/run-states.ts'
import { count, names } from '../../../record/schema.ts'
import { taskStatuses } from '../../../record/task-states.ts'
import { decidedPlanSchema } from '../../../recovery/decided-plan.ts'
import { placements } from '../../../supervision/prepare-agent.ts'
import { described } from '../../../views/view.ts'

export const cancelSchema = v.object({
  format: v.literal('mayday.cancel/1'),
  run: described(v.nullable(count), 'null if nothing ran'),
  task: v.nullable(count),
  card: described(v.nullable(v.string()), 'null if the task is not a card'),
  canceled: described(v.boolean(), 'false if it had ended before it could be stopped: completion wins'),
  status: described(
    v.nullable(v.picklist([...new Set([...runStatuses, ...taskStatuses])])),
    'the status of the run, else the status of the task',
  ),
})

export const dryRunSchema = v.object({
  format: v.literal('mayday.dry-run/1'),
  task: count,
  plan: described(v.nullable(decidedPlanSchema), 'null before the first attempt'),
  argv: names,
  placement: described(v.picklist(placements), 'where the prompt goes, as in `mayday.add/2`'),
  prompt: v.string(),
})

export const benchReportSchema = v.object({
  format: v.literal('mayday.bench-report/1'),
  path: v.string(),
  ...seriesSumSchema.entries,
  ...progressSchema.entries,
  problems: v.array(lineProblemSchema),
})

export const benchValidateSchema = v.object({
  format: v.literal('mayday.bench-validate/1'),
  suite: v.string(),
  tasks: v.array(taskValiditySchema),
})

const comparedSeries = v.object({
  name: v.string(),
  path: v.string(),
  attempts: count,
  problems: v.array(lineProblemSchema),
})

export const benchCompareSchema = v.object({
  format: v.literal('mayday.bench-compare/1'),
  series: v.object({ a: comparedSeries, b: comparedSeries }),
  words: names,
  ...comparisonSchema.entries,
})
