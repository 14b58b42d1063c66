/**
 * What people decided, in a file beside the database: without it a lost database would lose their word.
 *
 * D1 Only ever appended to, by one function, after the decision was carried out. D2 The database remembers the last
 * decision that it knows. What stands behind that one in the file is news to an emptied or older database.
 */
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { appendPlain, clearWay, readPlainText } from './plain-file.ts'
import { amount, count, moment, parseJson, type Shape } from './schema.ts'
import type { Store } from './store.ts'
import { uuidv7 } from './uuid.ts'

const noted = { id: v.string(), at: moment }

/** Tasks, runs and escalations are named by what stays the same in another database; their numbers are for people. */
export const decisionSchema = v.variant('kind', [
  v.object({
    ...noted,
    kind: v.picklist(['skip', 'cancel', 'retry', 'reset', 'enqueue']),
    taskId: v.string(),
    task: count,
  }),
  v.object({
    ...noted,
    kind: v.literal('correct'),
    runId: v.string(),
    run: count,
    /** Null: it was no failure. */
    reason: v.nullable(v.string()),
    note: v.nullable(v.string()),
  }),
  v.object({ ...noted, kind: v.literal('complete-phase'), phase: amount }),
  v.object({
    ...noted,
    kind: v.literal('answer'),
    escalation: count,
    key: v.string(),
    raisedAt: moment,
    note: v.nullable(v.string()),
    closes: v.boolean(),
  }),
  v.object({ ...noted, kind: v.literal('open-gate'), key: v.string() }),
])

export type Decision = Shape<typeof decisionSchema>

type Unnoted<D> = D extends unknown ? Omit<D, 'id'> : never

export type NewDecision = Unnoted<Decision>

/** While decisions are carried out again they are not noted again. */
export type DecidingContext = { readonly store: Store; readonly isReplay?: boolean }

const KNOWN = 'decision-known'

const fileOf = (store: Store): string => join(dirname(store.path), 'decisions.jsonl')

/** D1. */
export function noteDecision(decision: NewDecision, { store, isReplay = false }: DecidingContext): void {
  if (isReplay) return
  const path = fileOf(store)
  clearWay(path)
  const id = uuidv7()
  // A crash may have cut the last line off.
  const cutOff = /[^\n]$/.test(readPlainText(path) ?? '') ? '\n' : ''
  appendPlain(path, `${cutOff}${JSON.stringify({ id, ...decision })}\n`)
  knowDecision(id, store)
}

export const knowDecision = (id: string, store: Store): void => store.setSetting(KNOWN, id)

/** D2. The oldest first. `all`: also those that the database says it knows, where it is not whole. */
export function unknownDecisions(store: Store, which: 'all' | 'new'): readonly Decision[] {
  const all = (readPlainText(fileOf(store)) ?? '').split('\n').flatMap(decisionIn)
  const known = which === 'all' ? null : store.setting(KNOWN)
  return all.slice(all.findIndex(({ id }) => id === known) + 1)
}

/** A line that was cut off says nothing: what cannot be read was not decided. */
function decisionIn(line: string): readonly Decision[] {
  const found = parseJson(decisionSchema, line)
  return found === null ? [] : [found]
}
