import type { RunResult } from '../record/run-result.ts'
import type { RunFacts } from '../signals/signal.ts'

const MOST_FILES = 20

/** A path with an extension. A bare name counts only with an extension of source files. */
const PATH =
  /(?<![\w/.@:-])(?:(?:[\w@.+-]{1,100}\/|\/){0,30}[\w@+-][\w@.+-]{0,100}\.[a-z]\w{0,5}|(?:[\w@.+-]{1,100}\/){0,30}(?:Dockerfile|Makefile|Gemfile|Rakefile))(?![\w/])/gi
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|rs|go|rb|java|kts?|swift|c|cc|cpp|h|hpp|cs|php|sh|sql|css|scss|html?|vue|svelte|json|ya?ml|toml|md|lock|ex|exs|dart|zig|lua|gradle|xml|cfg|ini|txt|csv|db|sqlite|conf|env|proto|graphql|tf|r|scala|clj|hs|ml|pl|erl|mod|sum|snap)$|(?:^|\/)(?:Dockerfile|Makefile|Gemfile|Rakefile)$/i
/** Product names that only look like files. */
const PRODUCT = /^(?:node|next|vue|nuxt|three|express|chart|d3|socket|asp|e|i)\.\w+$/i

/**
 * The files of an attempt: first edits and tool calls, then changes in the work tree, then files that the failing
 * evidence, the error and the agent's last words mention. Paths inside `root` are relative to it.
 */
export function filesOf(
  result: RunResult,
  facts: RunFacts | null,
  { error, root }: { readonly error: string; readonly root: string | null },
): readonly string[] {
  const said = `${error}\n${facts?.lastWords ?? ''}`
  const told = [
    ...(facts?.files ?? []),
    ...(result.changedFiles ?? []),
    ...pathsIn(evidenceText(result)),
    ...pathsIn(said),
  ]
  const names = told.map((path) => relativeTo(root, path)).filter((path) => path !== '')
  return [...new Set(names)].slice(0, MOST_FILES)
}

const evidenceText = ({ diagnosis }: RunResult): string =>
  [
    ...(diagnosis?.evidence ?? []).map(({ excerpt, context }) => `${excerpt}\n${context ?? ''}`),
    ...(diagnosis?.failing ?? []),
  ].join('\n')

const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(PATH)].map(([path]) => path).filter(isFile)

const isFile = (path: string): boolean => SOURCE.test(path) && !PRODUCT.test(path)

function relativeTo(root: string | null, path: string): string {
  const inside = root !== null && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
  return inside.startsWith('./') ? inside.slice(2) : inside
}
