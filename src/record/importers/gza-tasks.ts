import { redact } from '../../secrets/secrets.ts'
import type { Row } from '../sqlite/row.ts'
import { instantIn, textIn } from './foreign-row.ts'
import type { Lineage } from './gza-lineage.ts'
import { titleOf } from '../title-of.ts'
import type { ImportedTask } from './imported-run.ts'

/** The cause for a row that has not ended. */
const causes: ReadonlyMap<string, (id: string) => string> = new Map([
  [
    'pending',
    (id) => `Task ${id} of gza has not run yet. It was imported, and Mayday does not start it automatically.`,
  ],
  [
    'in_progress',
    (id) =>
      `Task ${id} of gza is in progress there. It was imported, and Mayday does not start it automatically. Make sure that gza no longer works on it before you run it here.`,
  ],
])

/** The rows that have not ended, each as a task that needs a person. */
export const unfinishedTasks = (rows: readonly Row[], lineage: Lineage): readonly ImportedTask[] =>
  rows.flatMap((row) => {
    const cause = causes.get(textIn(row, 'status') ?? '')
    return cause === undefined ? [] : [taskOf(row, cause, lineage)]
  })

function taskOf(row: Row, cause: (id: string) => string, lineage: Lineage): ImportedTask {
  const prompt = redact(textIn(row, 'prompt') ?? '')
  const createdAt = instantIn(row, 'created_at') ?? new Date(0).toISOString()
  return {
    taskId: lineage.of(row).taskId,
    title: titleOf(prompt),
    prompt,
    flow: flowOf(textIn(row, 'task_type') ?? ''),
    // The default provider of gza.
    agent: textIn(row, 'provider') ?? 'claude',
    createdAt,
    cause: cause(textIn(row, 'id') ?? '?'),
    raisedAt: createdAt,
    isStuck: false,
  }
}

const flows: ReadonlyMap<string, string> = new Map([
  ['review', 'review'],
  ['explore', 'research'],
  ['plan', 'research'],
  ['research', 'research'],
])

const flowOf = (type: string): string => flows.get(type) ?? 'implement'
