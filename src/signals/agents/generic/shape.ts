/**
 * The known fields that a record has. A stream has few shapes of records, so the lists are computed once for each
 * shape, and only existing fields are read.
 *
 * P1 A list contains exactly those of its names that are keys of the record, in the order of `field-names.ts`.
 */
import type { JsonObject } from '../../bytes/records.ts'
import { KeyTree } from '../key-tree.ts'
import * as fields from './field-names.ts'

type Keys = readonly string[]

export type Shape = {
  readonly roles: Keys
  readonly names: Keys
  readonly contentKinds: Keys
  readonly openings: Keys
  readonly inner: Keys
  readonly callIds: Keys
  readonly sessions: Keys
  readonly models: Keys
  readonly costs: Keys
  readonly turns: Keys
  readonly usages: Keys
  readonly errors: Keys
  readonly labels: Keys
  readonly failed: Keys
  readonly worked: Keys
  readonly httpStatuses: Keys
  readonly reasons: Keys
  readonly stops: Keys
  readonly statuses: Keys
  readonly verdicts: Keys
  readonly exits: Keys
  readonly tests: Keys
  readonly goodCounts: Keys
  readonly badCounts: Keys
  /** Other keys that name a reason for something. */
  readonly looseReasons: Keys
  /** Whether the record has any fields for each of the readers. */
  readonly hasFacts: boolean
  readonly mayFail: boolean
  readonly mayEnd: boolean
  /** No key is a known name. */
  readonly isSilent: boolean
}

type Lists = Omit<Shape, 'hasFacts' | 'mayFail' | 'mayEnd' | 'isSilent'>

const shapes = new KeyTree(describe)

export const shapeOf = (record: JsonObject): Shape => shapes.of(record)

/** The value of the first of these fields that is not null. */
export function firstIn(record: JsonObject, keys: Keys): unknown {
  for (const key of keys) {
    const value = record[key]
    if (value !== null && value !== undefined) return value
  }
  return undefined
}

const LISTED: ReadonlySet<string> = new Set(Object.values(fields).flat())

/** Words for any kind of reason. They are the reason of the run only if the record is about the run. */
const LOOSE_REASON = /(?:reason|cause|stopped_?by)$/i
const isLooseReason = (key: string): boolean => key.length <= 40 && LOOSE_REASON.test(key)

function describe(keys: Keys): Shape {
  const listed = keys.filter((key) => LISTED.has(key))
  const looseReasons = keys.filter(isLooseReason)
  return listed.length + looseReasons.length === 0 ? NOTHING : shapeWith(listsOf(listed, looseReasons))
}

const isAny = (...lists: readonly Keys[]): boolean => lists.some((list) => list.length > 0)

const shapeWith = (lists: Lists): Shape => ({
  ...lists,
  hasFacts: isAny(lists.sessions, lists.models, lists.costs, lists.turns, lists.usages),
  mayFail: isAny(lists.errors, lists.labels, lists.failed, lists.worked, lists.httpStatuses),
  mayEnd: isAny(lists.stops, lists.reasons, lists.statuses, lists.verdicts, lists.exits, lists.badCounts),
  isSilent: !isAny(...Object.values(lists)),
})

function listsOf(keys: Keys, looseReasons: Keys): Lists {
  const present = (list: Keys): Keys => list.filter((name) => keys.includes(name))
  return {
    roles: present(fields.ROLE_KEYS),
    names: present(fields.NAME_KEYS),
    contentKinds: present(fields.CONTENT_KIND_KEYS),
    openings: present(fields.OPENING_KEYS),
    inner: present(fields.INNER_KEYS),
    callIds: present(fields.CALL_ID_KEYS),
    sessions: present(fields.SESSION_KEYS),
    models: present(fields.MODEL_KEYS),
    costs: present(fields.COST_KEYS),
    turns: present(fields.TURNS_KEYS),
    usages: present(fields.USAGE_KEYS),
    errors: present(fields.ERROR_KEYS),
    labels: present(fields.LABEL_KEYS),
    failed: present(fields.FAILED_KEYS),
    worked: present(fields.WORKED_KEYS),
    httpStatuses: present(fields.HTTP_STATUS_KEYS),
    reasons: present(fields.REASON_KEYS),
    stops: present(fields.STOP_KEYS),
    statuses: present(fields.STATUS_KEYS),
    verdicts: present(fields.VERDICT_KEYS),
    exits: present(fields.EXIT_KEYS),
    tests: present(fields.TEST_KEYS),
    goodCounts: present(fields.GOOD_COUNT_KEYS),
    badCounts: present(fields.BAD_COUNT_KEYS),
    looseReasons,
  }
}

const NOTHING = shapeWith(listsOf([], []))
