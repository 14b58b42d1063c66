import type { ImportedTask } from '../../record/importers/imported-run.ts'
import { titleOf } from '../../record/title-of.ts'
import { redact } from '../../secrets/secrets.ts'
import { instantOf, listIn, recordIn, textIn, type Json } from './foreign-json.ts'

type Spec = {
  readonly history: Json
  readonly subtasks: Json
  readonly plan: Json
  readonly taskIdOf: (subtask: string) => string
}

/** Subtasks that were never tried, and those at which Auto-Claude is stuck. Both need a person. */
export function unfinishedSubtasks(spec: Spec): readonly ImportedTask[] {
  const { history, subtasks } = spec
  const stuck = listIn(history, 'stuck_subtasks').filter(
    (one) =>
      textIn(one, 'subtask_id') !== '' && statusOf(textIn(one, 'subtask_id'), subtasks) !== 'completed',
  )
  const known = new Set(stuck.map((one) => textIn(one, 'subtask_id')))
  const untried = Object.entries(subtasks).filter(
    ([id, subtask]) => !known.has(id) && listIn(subtask, 'attempts').length === 0,
  )
  return [...stuck.map((one) => stuckTask(one, spec)), ...untried.map(([id]) => untriedTask(id, spec))]
}

const statusOf = (id: string, subtasks: Json): string => textIn(recordIn(subtasks, id) ?? {}, 'status')

function stuckTask(stuck: Json, spec: Spec): ImportedTask {
  const id = textIn(stuck, 'subtask_id')
  const { attempt_count: counted } = stuck
  const after = typeof counted === 'number' ? ` after ${counted} attempt${counted === 1 ? '' : 's'}` : ''
  const why = textIn(stuck, 'reason') || 'it gave no reason'
  const raisedAt = instantOf(textIn(stuck, 'escalated_at'))
  return {
    ...taskOf(id, spec),
    createdAt: firstTry(id, spec) ?? raisedAt,
    cause: redact(`Auto-Claude is stuck at ${id}${after}: ${why}`),
    raisedAt,
    isStuck: true,
  }
}

function untriedTask(id: string, spec: Spec): ImportedTask {
  const createdAt = instantOf(textIn(recordIn(spec.history, 'metadata') ?? {}, 'created_at'))
  return {
    ...taskOf(id, spec),
    createdAt,
    cause: redact(
      `Subtask ${id} of Auto-Claude has not run yet. It was imported, and it does not start automatically.`,
    ),
    raisedAt: createdAt,
    isStuck: false,
  }
}

function firstTry(id: string, { subtasks }: Spec): string | null {
  const [first] = listIn(subtasks[id], 'attempts')
  return first === undefined ? null : instantOf(textIn(first, 'timestamp'))
}

function taskOf(
  id: string,
  { plan, taskIdOf }: Spec,
): Pick<ImportedTask, 'taskId' | 'title' | 'prompt' | 'flow' | 'agent'> {
  const described = descriptionOf(id, plan)
  return {
    taskId: taskIdOf(id),
    title: redact(described === '' ? id : `${id}: ${titleOf(described)}`),
    prompt: redact(described || id),
    flow: 'implement',
    agent: 'claude',
  }
}

/** A plan has phases, and a phase has subtasks. */
const descriptionOf = (id: string, plan: Json): string =>
  listIn(plan, 'phases')
    .flatMap((phase) => listIn(phase, 'subtasks'))
    .filter((subtask) => textIn(subtask, 'id') === id)
    .map((subtask) => textIn(subtask, 'description'))
    .find((text) => text !== '') ?? ''
