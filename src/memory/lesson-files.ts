import type { RunResult } from '../record/run-result.ts'
import type { RunFacts } from '../signals/signal.ts'

const MOST_FILES = 20

/** A path with an extension; a bare name counts only with an extension that source files have. */
const PATH = /(?<![\w/.@:-])(?:[\w@.+-]+\/|\/)*[\w@+-][\w@.+-]*\.[a-z]\w{0,5}(?![\w/])/gi
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|rs|go|rb|java|kts?|swift|c|cc|cpp|h|hpp|cs|php|sh|sql|css|scss|html?|vue|svelte|json|ya?ml|toml|md|lock|ex|exs|dart|zig|lua|gradle|xml|cfg|ini)$/i

/**
 * The files of an attempt: edits and tool calls first, then what changed in the work tree, then what the failing
 * evidence mentions. Inside `root` they are relative to it.
 */
export function filesOf(result: RunResult, facts: RunFacts | null, root: string | null): readonly string[] {
  const told = [...(facts?.files ?? []), ...(result.changedFiles ?? []), ...mentions(result)]
  const names = told.map((path) => relativeTo(root, path)).filter((path) => path !== '')
  return [...new Set(names)].slice(0, MOST_FILES)
}

function mentions({ diagnosis }: RunResult): readonly string[] {
  const text = [
    ...(diagnosis?.evidence ?? []).map(({ excerpt, context }) => `${excerpt}\n${context ?? ''}`),
    ...(diagnosis?.failing ?? []),
  ].join('\n')
  return [...text.matchAll(PATH)].map(([path]) => path).filter((path) => SOURCE.test(path))
}

const relativeTo = (root: string | null, path: string): string =>
  root !== null && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
