/**
 * Reads frontmatter that contains only plain words, without the parser. Nearly all cards are like that, so a board of
 * ten thousand cards is read quickly. Everything else is left to the parser.
 */
const PLAIN = /^([A-Za-z_][\w-]*):(?:[ ]+([A-Za-z0-9_](?:[\w./@+-]|[ ](?=[\w./@+-]))*))?[ ]*$/
const NULL = /^(?:null|Null|NULL)?$/

/** The values by key, as the parser would return them. Null if only the parser can read it. */
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
