/** Checks the tasks of a suite without an agent: is each one valid? */
import * as v from 'valibot'
import type { Shape } from '../record/schema.ts'
import { uuidv7 } from '../record/uuid.ts'
import { newFolder, placeIn, removePlace } from './attempt-place.ts'
import { attemptSchema, type AttemptRecord } from './attempt-record.ts'
import type { BenchContext } from './bench-context.ts'
import { recordOf } from './record-of.ts'
import { runAttempt } from './run-attempt.ts'
import { endContainers } from './sandbox/container.ts'
import type { BenchTask } from './suite/task.ts'

/** What the check of one task found. The reasons say why it is not valid. */
export const taskValiditySchema = v.object({
  task: v.string(),
  isValid: v.boolean(),
  failure_reason: attemptSchema.entries.failure_reason,
  reason: v.nullable(v.string()),
  stage: v.nullable(v.string()),
  summary: v.string(),
  duration_ms: v.number(),
  /** Null if the baseline was not reached. */
  baseline: attemptSchema.entries.baseline,
  log_path: v.nullable(v.string()),
})

export type TaskValidity = Shape<typeof taskValiditySchema>

/** Ends early if it is canceled. Tasks that were not checked completely are left out. */
export async function validateSuite(
  tasks: readonly BenchTask[],
  context: BenchContext,
  { jobs, told }: { readonly jobs: number; readonly told: (validity: TaskValidity) => void },
): Promise<readonly TaskValidity[]> {
  const left = [...tasks]
  const found: TaskValidity[] = []
  const work = async (): Promise<void> => {
    for (let task = left.shift(); task !== undefined && !context.cancel.aborted; task = left.shift()) {
      const validity = await validate(task, context)
      if (validity === null) continue
      found.push(validity)
      told(validity)
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return tasks.flatMap(({ id }) => found.find(({ task }) => task === id) ?? [])
}

/** Null if it was canceled. */
async function validate(task: BenchTask, context: BenchContext): Promise<TaskValidity | null> {
  const id = uuidv7(Date.now())
  const place = placeIn(newFolder(id), id)
  const { record: recordFolder } = context.project
  try {
    const title = `${task.id}: is it valid?`
    const result = await runAttempt({ task, attempt: 1, place, agent: null, title }, context)
    if (result.status === 'canceled') return null
    const record = await recordOf({ series: '', task, attempt: 1, agent: '', result, recordFolder })
    const isValid = result.status === 'succeeded'
    return {
      task: task.id,
      isValid,
      failure_reason: isValid ? null : record.failure_reason,
      reason: isValid ? null : record.reason,
      stage: isValid ? null : record.stage,
      summary: isValid ? describeBaseline(record.baseline) : record.summary,
      duration_ms: record.duration_ms,
      baseline: record.baseline,
      log_path: record.log_path,
    }
  } finally {
    if (task.sandbox !== null) await endContainers(task.sandbox, id, context.env)
    removePlace(place)
  }
}

function describeBaseline(baseline: AttemptRecord['baseline']): string {
  const names = baseline?.failing ?? []
  const failing =
    names.length === 0
      ? 'its tests fail'
      : `${names.length === 1 ? 'this fails' : 'these fail'}: ${names.join(', ')}`
  return baseline?.isFlaky === true ? `${failing}; flaky: the second run differs` : failing
}
