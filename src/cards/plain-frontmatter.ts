/**
 * Frontmatter of nothing but plain words, which is nearly all there is: read without the parser, so that a board of ten
 * thousand cards is there at once. Whatever is not as plain as that is left to the parser.
 */
const PLAIN = /^([A-Za-z_][\w-]*):(?:[ ]+([A-Za-z0-9_](?:[\w./@+-]|[ ](?=[\w./@+-]))*))?[ ]*$/
const NULL = /^(?:null|Null|NULL)?$/

/** The words by key, as the parser would tell them; null where only the parser can tell. */
export function readPlain(yaml: string): ReadonlyMap<string, string | null> | null {
  const words = new Map<string, string | null>()
  for (const line of yaml.split(/\r?\n/)) {
    if (line === '') continue
    const [, key, word = ''] = PLAIN.exec(line) ?? []
    if (key === undefined || words.has(key)) return null
    words.set(key, NULL.test(word) ? null : word)
  }
  return words
}
