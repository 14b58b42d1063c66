/** Stored values read back unchanged: properties over all values that the schemas allow. */
import * as fc from 'fast-check'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  fallback,
  integer,
  is as valibotIs,
  minValue,
  nullish,
  number,
  object,
  optional,
  pipe,
  string,
} from 'valibot'
import type * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { valuesOf } from '../../tests/values-of.ts'
import { cardEventSchema, lockSchema } from './card-state.ts'
import { decisionSchema, unknownDecisions } from './decisions.ts'
import { exampleIntent, exampleTask } from '../../tests/examples/records.ts'
import { ownNoteSchema } from './own-writes.ts'
import { resultSchema } from './run-result.ts'
import { fits, misfitIn, parseJson } from './schema.ts'
import { cardEventRow } from './sqlite/card-events.ts'
import { escalationRow } from './sqlite/escalations.ts'
import { gateRow } from './sqlite/gates.ts'
import { lessonRow } from './sqlite/lessons.ts'
import { lockRow } from './sqlite/locks.ts'
import { planRow } from './sqlite/plans.ts'
import type { RowCodec } from './sqlite/row-codec.ts'
import { snapshotRow } from './sqlite/snapshots.ts'
import { Store } from './store.ts'
import { escalationSchema, gateSchema, lessonSchema, planSchema, snapshotSchema } from './task-story.ts'
import { keptTask, keptTaskSchema, taskSpecSchema } from './task.ts'

const AT = '2026-11-03T10:00:00.000Z'

let root: string
let store: Store

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  store = Store.open(join(root, 'record'))
})

afterEach(() => {
  store.close()
  rmSync(root, { recursive: true })
})

describe('a row reads back as it was written', () => {
  const check = <S extends v.GenericSchema>(schema: S, codec: RowCodec<S>): void =>
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        expect(codec.read(asSqlite(codec.write(value)))).toEqual(value)
      }),
    )

  test('lessons', () => check(lessonSchema, lessonRow))
  test('plans', () => check(planSchema, planRow))
  test('snapshots', () => check(snapshotSchema, snapshotRow))
  test('gates', () => check(gateSchema, gateRow))
  test('escalations', () => check(escalationSchema, escalationRow))
  test('locks', () => check(lockSchema, lockRow))
  test('events of cards', () => check(cardEventSchema, cardEventRow))
})

type Written = ReturnType<RowCodec<typeof lockSchema>['write']>

const memory = new DatabaseSync(':memory:')

/** Through SQLite itself, which may return another type than it was given. */
function asSqlite(columns: Written): Parameters<RowCodec<typeof lockSchema>['read']>[0] {
  const names = Object.keys(columns)
  const asked = memory.prepare(`SELECT ${names.map((name) => `? AS "${name}"`).join(', ')}`)
  return asked.get(...Object.values(columns)) ?? {}
}

test('a result reads back from its row', () => {
  fc.assert(
    fc.property(valuesOf(resultSchema), (result) => {
      const intent = exampleIntent({ runId: result.runId })
      if (store.find(result.runId) !== null) return
      const numbers = store.begin(intent)
      const whole = { ...result, ...numbers, runId: intent.runId, startedAt: intent.startedAt }
      store.finish(whole)
      const { format: _, tests: __, task: ___, ...kept } = whole
      const rounded = ['bytesRead', 'bytesWritten', 'turns', 'tokens'] as const
      expect(store.find(numbers.run)).toMatchObject({
        ...kept,
        ...Object.fromEntries(rounded.map((name) => [name, roundOrNull(kept[name])])),
        reason: kept.status === 'failed' ? kept.reason : null,
      })
    }),
    { numRuns: 60 },
  )
})

/** Counts are integers in the database. */
const roundOrNull = (count: number | null): number | null => (count === null ? null : Math.round(count) + 0)

test('a task reads back from its row', () => {
  fc.assert(
    fc.property(valuesOf(taskSpecSchema), (spec) => {
      const { task } = store.addTask({ ...spec, cardKey: null, cwd: '.' }, AT)
      const { budget } = spec
      expect(store.task(task)).toMatchObject({
        ...spec,
        cardKey: null,
        cwd: '.',
        budget: {
          ...budget,
          wallMs: Math.round(budget.wallMs) + 0,
          tokens: roundOrNull(budget.tokens),
        },
      })
    }),
    { numRuns: 60 },
  )
})

describe('a file reads back as it was written', () => {
  const throughFile = (schema: v.GenericSchema): void =>
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        expect(parseJson(schema, JSON.stringify(value))).toEqual(value)
      }),
    )

  test('result.json', () => throughFile(resultSchema))
  test('the task in run.json', () => throughFile(keptTaskSchema))
  test('a line of decisions.jsonl', () => throughFile(decisionSchema))
  test('a line of own-writes.jsonl', () => throughFile(ownNoteSchema))
})

test('decisions come back in their order', () => {
  fc.assert(
    fc.property(fc.array(valuesOf(decisionSchema), { maxLength: 5 }), (decisions) => {
      rmSync(join(root, 'record/decisions.jsonl'), { force: true })
      const lines = decisions.map((decision) => `${JSON.stringify(decision)}\n`)
      appendFileSync(join(root, 'record/decisions.jsonl'), lines.join(''), { mode: 0o600 })
      expect(unknownDecisions(store, 'all')).toEqual(decisions)
    }),
    { numRuns: 30 },
  )
})

test('a kept task is exactly what its schema names', () => {
  const kept = keptTask(store.addTask(exampleTask(), AT))
  expect(Object.keys(kept).toSorted()).toEqual(Object.keys(keptTaskSchema.entries).toSorted())
})

test('additions of a newer version are ignored', () => {
  fc.assert(
    fc.property(valuesOf(resultSchema), (result) => {
      expect(fits(resultSchema, { ...result, added: 1 })).toBe(true)
    }),
    { numRuns: 20 },
  )
})

test('the fast check agrees with valibot', () => {
  for (const schema of [resultSchema, taskSpecSchema, planSchema, cardEventSchema, decisionSchema])
    fc.assert(
      fc.property(
        valuesOf<v.GenericSchema>(schema),
        fc.nat(),
        fc.nat(),
        spoilers,
        (value, at, depth, spoiler) => {
          const spoiled = spoil(value, at, depth % 4, spoiler)
          expect(fits(schema, spoiled)).toBe(valibotIs(schema, spoiled))
        },
      ),
    )
})

test.each([{}, { d: '' }, { a: 1, d: '' }, { b: null, d: '' }, { c: 1, d: '' }, { a: undefined, d: '' }])(
  'the optional fields are known: %j',
  (value) => {
    const lax = object({
      a: optional(string()),
      b: nullish(string()),
      c: fallback(string(), ''),
      d: string(),
    })
    expect(fits(lax, value)).toBe(valibotIs(lax, value))
  },
)

test('a pipe within a pipe is checked whole', () => {
  expect(fits(pipe(pipe(number(), integer()), minValue(1)), 1.5)).toBe(false)
})

const spoilers = fc.constantFrom<unknown>(undefined, null, '', 'x', -1, 0.5, true, [], {})

/** The same value with one part replaced, at some depth. */
function spoil(value: unknown, at: number, depth: number, by: unknown): unknown {
  if (typeof value !== 'object' || value === null) return by
  const keys = Object.keys(value)
  const key = keys[at % Math.max(1, keys.length)]
  if (key === undefined) return by
  const inner: unknown = Reflect.get(value, key)
  const changed = depth === 0 ? by : spoil(inner, at, depth - 1, by)
  return Array.isArray(value)
    ? value.map((one: unknown, index) => (String(index) === key ? changed : one))
    : { ...value, [key]: changed }
}

test('a misfit is named with its field', () => {
  const value = { ...fc.sample(valuesOf(gateSchema), 1)[0], probes: 'many' }
  expect(misfitIn(gateSchema, value)).toBe('probes: Invalid type: Expected number but received "many"')
})
