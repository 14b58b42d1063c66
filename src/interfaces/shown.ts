/** What is shown to people and programs holds no secret: neither one of this environment nor one shaped like a key. */
import { MASKED_VARIABLE, redact, secretsFromEnv } from '../secrets/secrets.ts'

let named: readonly string[] = []
let given: readonly string[] = []
let known: readonly string[] | null = null

/** The config names more variables whose values are secrets. */
export function maskValuesOf(names: readonly string[]): void {
  if (names.length === 0) return
  named = [...named, ...names]
  known = null
}

/** Values that are secrets themselves, such as the address of a chat's hook. */
export function maskValues(values: readonly string[]): void {
  if (values.length === 0) return
  given = [...new Set([...given, ...values])]
  known = null
}

export function knownSecrets(): readonly string[] {
  const all = [process.env[MASKED_VARIABLE] ?? '', ...named].join(',')
  known ??= [...secretsFromEnv({ ...process.env, [MASKED_VARIABLE]: all }), ...given]
  return known
}

export const shownText = (text: string): string => redact(text, knownSecrets())

/** JSON whose strings hold no secret. */
export function shownJson(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, null, indent)
  // Most answers hold none, and to look through the whole is faster than through each string.
  if (shownText(text) === text) return text
  const safe = (_: string, one: unknown): unknown => (typeof one === 'string' ? shownText(one) : one)
  return JSON.stringify(value, safe, indent)
}
