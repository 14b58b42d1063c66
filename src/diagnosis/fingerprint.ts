/** The parts that differ between two occurrences of the same error: times, addresses, ids, numbers, places. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>'],
  [/\b(?:req|msg|ses|call|toolu|chatcmpl|resp)[_-][A-Za-z0-9]{6,}/g, '<id>'],
  [/0x[0-9a-f]+/gi, '<address>'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?:\s?[ap]m)?\b/gi, '<time>'],
  [/(?:\/[\w.@+-]+)+\/(?=[\w.@+-])/g, ''],
  [/\b[0-9a-f]{7,40}\b/gi, '<hash>'],
  [/\d+(?:\.\d+)?/g, '<n>'],
]

/** Equal for two occurrences of one error. Sixteen hexadecimal digits. */
export function fingerprint(error: string): string {
  let text = error.slice(0, 2000)
  for (const [form, word] of VARYING) text = text.replace(form, word)
  // Loaded only if needed: most explanations have no history, and loading it takes ten milliseconds.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256')
    .update(text.toLowerCase().replaceAll(/\s+/g, ' ').trim())
    .digest('hex')
    .slice(0, 16)
}
