import { anyOf } from '../any-of.ts'
import { ErrorBatch } from './error-batch.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/**
 * One linter, formatter or type checker. A `row` is one problem; group 1 is the file if the row names it. A `file`
 * line names the file of the rows around it. The `summary` decides: group 1 is the number of problems, and 0 means
 * none. A linter without a summary is judged by its rows.
 */
type Linter = {
  readonly name: string
  readonly title: string
  readonly cue: RegExp
  readonly row?: RegExp
  readonly file?: RegExp
  /** The position of the `file` line. By default it is above the rows. */
  readonly fileIsBelow?: true
  readonly summary?: RegExp
  /** A summary that other tools also print. Without rows it belongs to another tool. */
  readonly needsRows?: RegExp
  /** The rows prove the failure if the output ends before the summary. */
  readonly rowsProve?: true
  /** The linter could not run. */
  readonly broken?: RegExp
}

const PATH = String.raw`((?:[A-Za-z]:)?[^\s:()[\]][^:()]{0,300})`

const LINTERS: readonly Linter[] = [
  {
    name: 'next-lint',
    title: 'ESLint in `next build`',
    cue: /^\d+:\d+\s+Error: |^\.\/\S+\.\w+$/,
    row: /^\d+:\d+ {2}Error: \S.{0,400} {2}(?:@?[\w-]+\/)*[\w-]+$/,
    file: /^(\.\/\S{1,300}\.\w{1,5})$/,
    rowsProve: true,
  },
  {
    name: 'eslint',
    title: 'ESLint and stylelint',
    cue: /^\s+\d+:\d+\s+(?:error|✖)|^(?:\/|[A-Za-z]:\\|\.{1,2}\/|[\w@-]+\/)[^\s:]+\.\w+$|^\S{1,4} \d+ problems? \(|too many warnings|^ESLint couldn't find|^Oops! Something went wrong/,
    row: /^\s+\d+:\d+\s+(?:error|✖)\s+\S/,
    file: /^((?:\/|[A-Za-z]:\\|\.{1,2}\/|[\w@-]+\/)[^\s:]{1,300}\.\w{1,10})$/,
    summary: /^\S{1,4} \d+ problems? \((\d+) errors?,|^ESLint found too many warnings \(/,
    broken:
      /^ESLint couldn't find (?:an eslint\.config|a configuration|the (?:config|plugin))|^Oops! Something went wrong! :\(/,
  },
  {
    name: 'dart-analyze',
    title: 'dart analyze and flutter analyze',
    cue: /^\d+ issues? found\.|^No issues found!|\.dart:\d+:\d+ (?:-|•) /,
    row: /^(?:\[\S{1,80}\]:)?\s{0,12}(?:error|warning|info) (?:-|•) (\S{1,300}\.dart):\d+:\d+ (?:-|•) .* (?:-|•) [a-z_]{3,60}$/,
    rowsProve: true,
    summary: /^(\d+) issues? found\.(?: \(ran in |$)/,
  },
  {
    name: 'flake8',
    title: 'flake8, pycodestyle and pyflakes',
    cue: /\.pyi?:\d+/,
    row: new RegExp(
      `^${PATH.slice(0, -1)}\\.pyi?):\\d+:(?:\\d+:)? (?:[A-Z]{1,3}\\d{3}(?: \\[\\*\\])? \\S|'[^']+' imported but unused|undefined name '|redefinition of unused|local variable '\\w+' is assigned)`,
    ),
  },
  {
    name: 'ruff',
    title: 'Ruff and Black',
    cue: /^\s*--> .*\.pyi?:\d|^[A-Z]{1,4}\d{3,4} |\.pyi?:\d+:\d+: [A-Z]|^invalid-syntax: |^Found \d+ errors?|would be reformatted|^[Ww]ould reformat/,
    row: /^(?:[A-Z]{1,4}\d{3,4} (?:\[\*\] )?\S|invalid-syntax: \S|([^\s:]{1,300}\.pyi?):\d+:\d+: [A-Z]{1,4}\d{3,4} |[Ww]ould reformat:? (\S+))/,
    file: /^\s*--> ([^\s:]{1,300}):\d+:\d+/,
    fileIsBelow: true,
    summary:
      /^Found (\d+) errors?\.$|^Found \d+ errors? \(\d+ fixed, (\d+) remaining\)|^(\d+) files? would be reformatted/,
    needsRows: /^Found/,
  },
  {
    name: 'biome',
    title: 'Biome',
    cue: /^\S+ (?:lint|assist|parse|format)\b.* ━|^\s+[×✖] |^Found \d+ errors?\.$/,
    row: /^\s+[×✖] (?!Some errors|\S+\()/,
    file: /^([^\s:]{1,300})(?::\d+:\d+)? (?:lint|assist|parse|format)\b/,
    summary: /^Found (\d+) errors?\.$/,
    needsRows: /^Found/,
  },
  {
    name: 'mypy',
    title: 'mypy',
    cue: /\.pyi?:\d+(?::\d+)?: error: |^Found \d+ errors? in \d+ files? \(/,
    row: new RegExp(`^${PATH.slice(0, -1)}\\.pyi?):\\d+(?::\\d+)?: error: `),
    summary: /^Found (\d+) errors? in \d+ files? \(/,
    rowsProve: true,
  },
  {
    name: 'pyright',
    title: 'Pyright',
    cue: /:\d+:\d+ - error: |^\d+ errors?, \d+ warnings?/,
    row: new RegExp(`^\\s+${PATH}:\\d+:\\d+ - error: `),
    summary: /^(\d+) errors?, \d+ warnings?(?:, \d+ informations?)?\s*$/,
  },
  {
    name: 'pylint',
    title: 'Pylint',
    cue: /\.py:\d+:\d+: [CRWEF]\d{4}: |^Your code has been rated/,
    row: new RegExp(`^${PATH.slice(0, -1)}\\.py):\\d+:\\d+: [CRWEF]\\d{4}: `),
    summary: /^Your code has been rated at (?!10\.00)/,
  },
  {
    name: 'prettier',
    title: 'Prettier and oxfmt',
    cue: /^\[(?:warn|error)\] |^Error occurred when checking code style|^Format issues found/,
    row: /^\[error\] ([^\s:]+): \S|^\[warn\] (\S+\.\w+)$/,
    summary:
      /^\[warn\] Code style issues (?:found|were found) in |^Error occurred when checking code style|^Format issues found in above/,
  },
  {
    name: 'oxlint',
    title: 'oxlint',
    cue: /^\s+[×x] \S+\(|^\s+╭─\[|^Found \d+ warnings? and \d+ errors?/,
    row: /^\s+[×x] \S+\([\w/-]+\): /,
    file: /^\s+╭─\[([^\s:\]]+):\d+:\d+\]/,
    fileIsBelow: true,
    summary: /^Found \d+ warnings? and (\d+) errors?\./,
  },
  {
    name: 'golangci-lint',
    title: 'golangci-lint',
    cue: /\.go:\d+(?::\d+)?: .*\([a-z][\w-]+\)$/,
    row: new RegExp(`^${PATH.slice(0, -1)}\\.go):\\d+(?::\\d+)?: .+ \\((?!typecheck)[a-z][a-z-]{2,24}\\)$`),
  },
  {
    name: 'rubocop',
    title: 'RuboCop',
    cue: /\.(?:rb|rake):\d+:\d+: [CWEF]: |offenses? detected|offenses? corrected/,
    row: /^([^\s:]{1,300}):\d+:\d+: [CWEF]: /,
    summary: /^\d+ files? inspected, (\d+) offenses? detected(?!.*corrected)/,
  },
  {
    name: 'shellcheck',
    title: 'ShellCheck, Hadolint, actionlint, markdownlint, ktlint and clang-format',
    cue: /^In \S+ line \d+:|SC\d{4}|DL\d{4} |^\.github\/|\.md:\d+(?::\d+)? (?:error )?MD\d|\.kts?:\d+:\d+: |clang-format-violations/,
    row: /^(\S{1,300}):\d+ DL\d{4} (?:error|warning): |^(\.github\/\S{1,300}\.ya?ml):\d+:\d+: .* \[[a-z-]+\]$|^(\S{1,300}\.md):\d+(?::\d+)? (?:error )?MD\d{3}|^(\S{1,300}\.kts?):\d+:\d+: .* \((?:[a-z-]+:)+[\w-]+\)$|^(\S{1,300}):\d+:\d+: error: code should be clang-formatted|^\s*\^-+\^? SC\d{4} \((?:error|warning)\): |^([^\s:]{1,300}):\d+:\d+: (?:error|warning): .* \[SC\d{4}\]$/,
    file: /^In (\S{1,300}) line \d+:$/,
  },
  {
    name: 'rustfmt',
    title: 'rustfmt',
    cue: /^Diff in /,
    row: /^Diff in ([^\s:]{1,300}\.rs)(?: at line \d+)?:/,
  },
  {
    name: 'pint',
    title: 'Pint and PHP CS Fixer',
    cue: /style issues?|^\s+⨯ \S+\.php\s|files that can be fixed|^\s+\d+\) \S+\.php\b/,
    row: /^\s+⨯ (\S{1,300}\.php)\s+\S|^\s+\d+\) (\S{1,300}\.php)(?: \(|$)/,
    summary: /^\s*FAIL\s.*\d+ files?, (\d+) style issues?|^Found (\d+) of \d+ files that can be fixed\b/,
  },
  {
    name: 'lint',
    title: 'other linters',
    cue: /^Lint found \d|not (?:properly |correctly )?(?:formatted|gofmt)|(?:license|copyright) header|^svelte-check found|Issues found: |found \d+ problems|Found \d+ problems?$|^FOUND \d+ ERROR|^\s*\[ERROR\] Found \d+ error|^ERROR: .*(?:incorrectly sorted|\.tsx?:\d)|^\*\* \(Mix\) mix format|violations?, \d+ serious|\.Failed$|^oh no!/i,
    row: /^ERROR: (\S{1,300}) Imports are incorrectly sorted|^ERROR: (\S{1,300}\.tsx?):\d+:\d+ - /,
    summary: anyOf([
      /^(?:error: )?Found (\d+) not formatted files?|^svelte-check found (\d+) errors?/,
      /^CSpell: .*Issues found: (\d+) in|^\S\s+found (\d+) problems, \d+ warnings|^Found (\d+) problems?$/,
      /^FOUND (\d+) ERRORS?(?: AND \d+ WARNINGS?)? AFFECTING|^\s*\[ERROR\] Found (\d+) errors?\s*$/,
      /^The following (?:\w+ )?files? (?:are|is) not (?:properly |correctly )?(?:formatted|gofmt)/,
      /^ERROR: (\d+) files? (?:are|is) missing (?:a |the )?(?:license|copyright) header/,
      /^\*\* \(Mix\) mix format failed due to --check-formatted/,
      /^Lint found (\d+) errors?\b/,
      /^Done linting! Found \d+ violations?, (\d+) serious/,
      /^[A-Za-z][\w .()/:-]{2,70}\.{3,}(?:\([\w ]+\))?Failed$/,
    ]),
  },
]

export const linters: readonly ToolReader[] = LINTERS.map((linter) => ({
  name: linter.name,
  title: linter.title,
  cue: linter.cue,
  open: () => ({ line: readRows(linter) }),
}))

function readRows(linter: Linter): (text: string) => Finding | null {
  const problems = new ErrorBatch()
  let file = ''
  return (text) => {
    if (linter.broken?.test(text) === true) return { what: 'runner-error', tentative: true }
    const summary = linter.summary?.exec(text) ?? null
    if (summary !== null) {
      const count = summary.slice(1).find((group) => group !== undefined)
      if (count === '0' || (problems.isEmpty && linter.needsRows?.test(text) === true)) {
        problems.clear()
        return count === '0' ? { what: 'tests-passed', detail: { soFar: true } } : null
      }
      return problems.take('lint-failed', ...(count === undefined ? [] : [Number(count)]))
    }
    const row = linter.row?.exec(text) ?? null
    const named = linter.file?.exec(text)?.[1]
    if (named !== undefined) file = named
    if (row === null) {
      if (named !== undefined && !problems.isEmpty && linter.fileIsBelow === true) problems.name(named)
      return null
    }
    const inFile = row.slice(1).find((one) => one !== undefined)
    const above = linter.fileIsBelow === true ? '' : file
    problems.add(inFile === undefined ? `${above} ${text.trim()}` : text, inFile ?? above)
    return linter.summary === undefined || linter.rowsProve === true ? problems.soFar('lint-failed') : null
  }
}
