/**
 * Shapes of JSON that comes back from a disk. They ask for what readers rely on and pass over everything else, so files
 * of an older or a newer version stay readable.
 */
export type Check = (value: unknown) => boolean

export const isText: Check = (value) => typeof value === 'string'
export const isFlag: Check = (value) => typeof value === 'boolean'
/** A count, a size or a time span. */
export const isCount: Check = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
export const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
/** A whole number that may be negative, as exit codes of some systems are. */
export const isWhole: Check = (value) => Number.isSafeInteger(value)
export const isInstant: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)

export const orMissing =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

export const oneOf =
  (words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value)

export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

/** Every named field fits. */
export const shaped =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(fields).every(([name, check]) => check(Reflect.get(value, name)))

/** A stretch of a log: it does not end before it begins. */
export const isStretch: Check = (value) =>
  shaped({ from: isCount, to: isCount })(value) &&
  Number(Reflect.get(Object(value), 'from')) <= Number(Reflect.get(Object(value), 'to'))

/** The check of the kind that a field names. */
export const byKind =
  (field: string, kinds: Readonly<Record<string, Check>>, unknownKind: Check = () => false): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null) return false
    const kind = String(Reflect.get(value, field))
    return (Object.hasOwn(kinds, kind) ? kinds[kind] : unknownKind)?.(value) === true
  }
