import type { Row } from '../sqlite/row.ts'
import { textIn } from './foreign-row.ts'
import { foreignTaskId } from './imported-run.ts'

/** Which rows of gza are attempts at the same task. */
export type Lineage = {
  readonly of: (row: Row) => { readonly key: string; readonly taskId: string; readonly summary: string }
}

/** Ids changed their form between schemas. The slug (once called task_id) and the creation time did not. */
const keyOf = (row: Row): string =>
  `${textIn(row, 'slug') ?? textIn(row, 'task_id') ?? textIn(row, 'id') ?? ''}@${textIn(row, 'created_at') ?? ''}`

export function readLineage(rows: readonly Row[]): Lineage {
  const byId = new Map(rows.map((row) => [textIn(row, 'id') ?? '', row]))
  return {
    of: (row) => ({
      key: keyOf(row),
      taskId: foreignTaskId('gza', keyOf(rootOf(row, byId))),
      summary: summaryOf(row),
    }),
  }
}

/**
 * The first row of a chain of retries, which all have the same prompt. A row of another type (a review of an
 * implementation), with another prompt (a follow-up), or without its base row is a separate task.
 */
function rootOf(row: Row, byId: ReadonlyMap<string, Row>): Row {
  let root = row
  const seen = new Set([row])
  for (;;) {
    const base = byId.get(textIn(root, 'based_on') ?? '')
    if (base === undefined || seen.has(base) || !isRetry(row, base)) return root
    seen.add(base)
    root = base
  }
}

const isRetry = (row: Row, base: Row): boolean =>
  textIn(base, 'task_type') === textIn(row, 'task_type') && promptOf(base) === promptOf(row)

const promptOf = (row: Row): string => (textIn(row, 'prompt') ?? '').trim()

function summaryOf(row: Row): string {
  const base = textIn(row, 'based_on')
  return `Task ${textIn(row, 'id') ?? '?'} in gza${base === null ? '' : `, based on its task ${base}`}.`
}
