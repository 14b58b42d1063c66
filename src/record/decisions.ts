/**
 * The decisions of people, in a file beside the database, so that they survive the loss of the database.
 *
 * D1 Decisions are only appended, by one function, after they were carried out.
 * D2 The database remembers the last decision that it knows. Later
 * lines of the file are new to an emptied or older database.
 */
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { appendPlain, clearWay, readPlainText } from './plain-file.ts'
import { amount, count, moment, parseJson, type Shape } from './schema.ts'
import type { Store } from './store.ts'
import { taskStatuses } from './task-states.ts'
import { uuidv7 } from './uuid.ts'

const noted = { id: v.string(), at: moment }

/**
 * Tasks, runs and escalations are named by ids that stay the same in another database. Their numbers are for people.
 */
export const decisionSchema = v.variant('kind', [
  v.object({
    ...noted,
    kind: v.picklist(['skip', 'done', 'cancel', 'retry', 'reset', 'enqueue', 'undo']),
    taskId: v.string(),
    task: count,
    /** Of `skip` and `done`: the status before, which `undo` brings back. */
    was: v.exactOptional(v.picklist(taskStatuses)),
    /** Of `retry`: the hint of the person for the next attempt. */
    hint: v.exactOptional(v.string()),
  }),
  v.object({
    ...noted,
    kind: v.literal('correct'),
    runId: v.string(),
    run: count,
    /** Null means it was not a failure. */
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

/** A decision about a task. */
export type TaskDecision = Extract<Decision, { readonly taskId: string }>

type Unnoted<D> = D extends unknown ? Omit<D, 'id'> : never

export type NewDecision = Unnoted<Decision>

/** Decisions that are replayed are not recorded again. */
export type DecidingContext = { readonly store: Store; readonly isReplay?: boolean }

const KNOWN = 'decision-known'

/** The name of the file, in the folder of the database. */
export const DECISIONS = 'decisions.jsonl'

const fileOf = (store: Store): string => join(dirname(store.path), DECISIONS)

/** D1. */
export function noteDecision(decision: NewDecision, { store, isReplay = false }: DecidingContext): void {
  if (isReplay) return
  const path = fileOf(store)
  clearWay(path)
  const id = uuidv7()
  // A crash may have cut off the last line.
  const cutOff = /[^\n]$/.test(readPlainText(path) ?? '') ? '\n' : ''
  appendPlain(path, `${cutOff}${JSON.stringify({ id, ...decision })}\n`)
  knowDecision(id, store)
}

export const knowDecision = (id: string, store: Store): void => store.setSetting(KNOWN, id)

/** The last decision about a task. Null if there is none. */
export const lastDecisionOn = (taskId: string, store: Store): TaskDecision | null =>
  unknownDecisions(store, 'all').findLast(
    (one): one is TaskDecision => 'taskId' in one && one.taskId === taskId,
  ) ?? null

/** D2. Oldest first. `all` includes those that the database says it knows, for a damaged database. */
export function unknownDecisions(store: Store, which: 'all' | 'new'): readonly Decision[] {
  const all = (readPlainText(fileOf(store)) ?? '').split('\n').flatMap(decisionIn)
  const known = which === 'all' ? null : store.setting(KNOWN)
  return all.slice(all.findIndex(({ id }) => id === known) + 1)
}

/** Skips a line that a crash cut off. */
function decisionIn(line: string): readonly Decision[] {
  const found = parseJson(decisionSchema, line)
  return found === null ? [] : [found]
}
