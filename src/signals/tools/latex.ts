import { outcomeOf, type Outcome } from './outcome-reader.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** Other tools begin a warning with the same sign, so an unknown message counts only with its place: `l.12 …`. */
const UNKNOWN_ERROR = /^! (?!pdfTeX warning)\S/
const PLACE = /^l\.\d+ /
const ERROR =
  /^! (?:LaTeX|Package|Class|Undefined|Missing|Emergency stop|I can't|Extra|Illegal|Too many|Paragraph ended|Argument of|Use of|Dimension too|TeX capacity|File ended|You can't|Misplaced|Double|Text line|Font|Incomplete|Improper|Infinite|Interruption|Unable to load|(?:pdf|Lua|Xe)?TeX error|==>)|^\S{1,200}\.(?:tex|sty|cls|bib):\d+: (?:LaTeX Error|Undefined|Missing|Emergency|Package \S+ Error|Extra|Paragraph|Too many|Runaway)/
const WRITTEN = /^Output written on \S{1,200} \(\d+ pages?/
const OUTCOMES: readonly Outcome[] = [
  [
    /^(?:Latexmk: (?:Errors, so I did not complete|Failure in|Could not)|No pages of output\.|! {1,2}==> Fatal error occurred|Collected error summary)/,
    'build-failed',
    'over',
  ],
  [/^Latexmk: All targets \(.{1,200}\) are up-to-date/, 'build-passed'],
  [/^\(There (?:was|were) \d+ error messages?\)$|^INFO - ERRORS: [1-9]/, 'build-failed'],
]

/** TeX writes a document despite errors, and then exits with a failure. */
export const latex: ToolReader = {
  name: 'latex',
  title: 'LaTeX, latexmk, BibTeX and biber',
  cue: /^! |^l\.\d+ |^Output written on |^Latexmk: |^No pages of output|^Collected error|error messages?\)$|^INFO - ERRORS|\.(?:tex|sty|cls|bib):\d+: /,
  open: () => {
    let failed = false
    let unknown: string | null = null
    return {
      line: (text): Finding | null => {
        if (UNKNOWN_ERROR.test(text)) unknown = text
        if (unknown !== null && PLACE.test(text)) {
          failed = true
          return { what: 'build-failed', message: unknown, tentative: true }
        }
        if (ERROR.test(text) && !text.startsWith('!  ==>')) {
          failed = true
          return { what: 'build-failed', tentative: true }
        }
        if (WRITTEN.test(text)) return failed ? null : { what: 'build-passed', tentative: true }
        return outcomeOf(OUTCOMES, text)
      },
    }
  },
}
