/** Masks secrets in everything that is shown: values of this environment, and text that looks like a key. */
import { MASKED_VARIABLE, redact, secretsFromEnv } from '../secrets/secrets.ts'

let named: readonly string[] = []
let given: readonly string[] = []
let known: readonly string[] | null = null

/** The config names more variables with secret values. */
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

/** JSON whose strings contain no secrets. */
export function shownJson(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, null, indent)
  // Most answers contain none, and one search through the whole text is faster than one for each string.
  if (shownText(text) === text) return text
  const safe = (_: string, one: unknown): unknown => (typeof one === 'string' ? shownText(one) : one)
  return JSON.stringify(value, safe, indent)
}
