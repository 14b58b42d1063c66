/**
 * What people decided, in a file beside the database: without it a lost database would lose their word.
 *
 * D1 Only ever appended to, by one function, after the decision was carried out. D2 The database remembers the last
 * decision that it knows. What stands behind that one in the file is news to an emptied or older database.
 */
import { dirname, join } from 'node:path'
import { appendPlain, clearWay, readPlainText } from './plain-file.ts'
import { byKind, isCount, isFlag, isInstant, isText, orNull, shaped, type Check } from './shape.ts'
import type { Store } from './store.ts'
import { uuidv7 } from './uuid.ts'

/** Tasks, runs and escalations are named by what stays the same in another database; their numbers are for people. */
export type NewDecision =
  | {
      readonly kind: 'skip' | 'cancel' | 'retry' | 'reset' | 'enqueue'
      readonly at: string
      readonly taskId: string
      readonly task: number
    }
  | {
      readonly kind: 'correct'
      readonly at: string
      readonly runId: string
      readonly run: number
      /** Null: it was no failure. */
      readonly reason: string | null
      readonly note: string | null
    }
  | { readonly kind: 'complete-phase'; readonly at: string; readonly phase: number }
  | {
      readonly kind: 'answer'
      readonly at: string
      readonly escalation: number
      readonly key: string
      readonly raisedAt: string
      readonly note: string | null
      readonly closes: boolean
    }
  | { readonly kind: 'open-gate'; readonly at: string; readonly key: string }

export type Decision = NewDecision & { readonly id: string }

/** While decisions are carried out again they are not noted again. */
export type DecidingHouse = { readonly store: Store; readonly isReplay?: boolean }

const KNOWN = 'decision-known'

const fileOf = (store: Store): string => join(dirname(store.path), 'decisions.jsonl')

/** D1. */
export function noteDecision(decision: NewDecision, { store, isReplay = false }: DecidingHouse): void {
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

const ofTask = shaped({ taskId: isText, task: isCount })

/** The compiler asks for every kind. */
const shapes: Readonly<Record<Decision['kind'], Check>> = {
  skip: ofTask,
  cancel: ofTask,
  retry: ofTask,
  reset: ofTask,
  enqueue: ofTask,
  correct: shaped({ runId: isText, run: isCount, reason: orNull(isText), note: orNull(isText) }),
  'complete-phase': shaped({ phase: isCount }),
  answer: shaped({
    escalation: isCount,
    key: isText,
    raisedAt: isInstant,
    note: orNull(isText),
    closes: isFlag,
  }),
  'open-gate': shaped({ key: isText }),
}

const isOfKind = byKind('kind', shapes)
const isNoted = shaped({ id: isText, at: isInstant })
const isDecision = (value: unknown): value is Decision => isNoted(value) && isOfKind(value)

/** A line that was cut off says nothing. */
function decisionIn(line: string): readonly Decision[] {
  try {
    const found: unknown = JSON.parse(line)
    return isDecision(found) ? [found] : []
  } catch {
    // A crash in the middle of a write, or damage: what cannot be read was not decided.
    return []
  }
}
