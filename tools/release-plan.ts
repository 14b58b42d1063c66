/** What a release needs and changes, without doing it. */

/** Fields of package.json without which nobody finds the sources. */
export const missingFields = (manifest: Readonly<Record<string, unknown>>): readonly string[] =>
  ['repository', 'homepage', 'bugs'].filter((name) => manifest[name] === undefined)

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/

/** Why a version cannot follow another; null where it can. */
export function nextVersion(now: string, next: string): string | null {
  const [from, to] = [now, next].map((word) => VERSION.exec(word)?.slice(1).map(Number) ?? null)
  if (to === null || to === undefined) return `'${next}' is no version like 1.2.3.`
  const at = to.findIndex((part, index) => part !== (from?.[index] ?? -1))
  const isLater = at >= 0 && (to[at] ?? 0) > (from?.[at] ?? -1)
  return isLater ? null : `${next} does not follow ${now}.`
}

/** The changelog with its newest part named after the version; null where that part is empty. */
export function newChangelog(text: string, version: string, now: Date): string | null {
  const found = /^## Unreleased\n\n([^]*?)(?=\n## |$)/m.exec(text)
  if (found === null || !/^- /m.test(found[1] ?? '')) return null
  const day = now.toISOString().slice(0, 10)
  return text.replace('## Unreleased\n', () => `## Unreleased\n\n## ${version} (${day})\n`)
}
