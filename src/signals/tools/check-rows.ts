/**
 * Rows with which a script reports one check each: `[PASS] name`, `✗ name`, `name ... FAIL (exit 1)`, `| name | FAIL |`. One
 * row proves little, because marks are also used as decoration. A failed row among rows of the same shape is a failed
 * check.
 */
import { FailingTests } from './test-run.ts'
import type { Finding } from './tool-reader.ts'

/** Marks are common. They mean a check only in the report of a check. */
const MARKS: ReadonlySet<number> = new Set([0, 3])
/** A row with both a mark and the word needs no second row. */
const ALONE = 0

/** What separates a name from the word at the end of a row. */
const SEPARATOR = /\.\.|: | [-=]> | - |\s{3}/

/** For each shape: the failed rows, the passed rows, and what both have. Group 1 is the name of the check. */
const SHAPES: readonly (readonly [failed: RegExp, passed: RegExp, cue?: RegExp])[] = [
  [
    /^\s{0,8}(?:\[[A-Za-z. _-]{1,40}\] )?(?:✗|✘|✖|❌|🔴)️? {0,3}(?:FAIL|FAILED|FAILURE)\b[:!\s-]{1,4}(\S.{0,200})$/u,
    /^\s{0,8}(?:\[[A-Za-z. _-]{1,40}\] )?(?:✓|✔|✅|🟢)️? {0,3}(?:PASS|PASSED|SUCCESS)\b[:!\s-]{1,4}\S/u,
  ],
  [
    /^\s{0,8}\[ ?(?:FAIL|FAILED|NOK|KO) {0,3}\]:? ?(\S.{0,200})$/,
    /^\s{0,8}\[ ?(?:PASS|PASSED|OK) {0,3}\]:? ?\S/,
  ],
  [
    /^\s{0,8}(?:FAIL|FAILED|NOT OK|NOK|fail)(?: ?[:|-]| {2,}) ?(\S.{0,200})$/,
    /^\s{0,8}(?:PASS|PASSED|OK|ok|pass)(?: ?[:|-]| {2,}) ?\S/,
  ],
  [/^\s{0,8}(?:✗|✘|✖|❌|×|🔴)️? {0,3}(\S.{0,200})$/u, /^\s{0,8}(?:✓|✔|✅|√|🟢)️? {0,3}\S/u],
  [
    /^\s{0,8}(\S.{0,200}?)(?: ?\.{2,} ?|: {1,20}| -> | => | - |\s{3,})\[?(?:✗|✘|❌)? ?(?:FAIL|FAILED|NOT OK|NOK|MISMATCH|DIFFERENT|BELOW|CRASHED|TIMED OUT)\]?(?:\s{2,}\S.{0,200}| ?\([^()]{1,80}\))?$/u,
    /^\s{0,8}\S.{0,200}?(?: ?\.{2,} ?|: {1,20}| -> | => | - |\s{3,})\[?(?:✓|✔|✅)? ?(?:PASS|PASSED|OK|ok|same|identical|MATCH|SUCCESS)\]?(?:\s{2,}\S.{0,200}| ?\([^()]{1,80}\))?$/u,
    SEPARATOR,
  ],
  [
    /^\|\s{0,20}(\S[^|]{0,200})\|(?:[^|]{0,200}\|){0,6}\s{0,20}(?:✗|✘|❌)?\s?(?:FAIL|FAILED|[Ff]ail|[Ff]ailed|❌)\s{0,20}\|/u,
    /^\|\s{0,20}\S[^|]{0,200}\|(?:[^|]{0,200}\|){0,6}\s{0,20}(?:✓|✔|✅)?\s?(?:PASS|PASSED|[Pp]ass|[Pp]assed|OK|✅)\s{0,20}\|/u,
  ],
]

/** A transcript of an agent marks its tool calls in the same way, and puts the result of a call below it. */
const CALL = /^ {0,2}[●⏺] \S/
const RESULT = /^ {1,4}[└⎿] /

/** Every row has one of these: a word in capitals, a mark, one of the words in small letters, a cell of a table. */
const MAY_BE_ROW =
  /FAIL|PASS|O?KO?\b|SUCCESS|MATCH|BELOW|CRASHED|TIMED OUT|DIFFERENT|\bok\b|same|identical|^\s{0,8}(?:fail|pass)|^\||[^\0-\x7F]/

type Rows = { passed: number; failed: number; readonly names: FailingTests }

export class CheckRows {
  #rows: readonly Rows[] = newRows()
  #hasCalls = false
  #hasResults = false

  /** The result of the rows up to this line. Null if the line is not a row, or proves nothing. */
  line(text: string, isCheck: boolean): Finding | null {
    this.#hasCalls ||= CALL.test(text)
    this.#hasResults ||= RESULT.test(text)
    if (!MAY_BE_ROW.test(text)) return null
    const areChecks = isCheck && !(this.#hasCalls && this.#hasResults)
    for (const [at, [failed, passed, cue]] of SHAPES.entries()) {
      const rows = this.#rows[at]
      if (rows === undefined || (MARKS.has(at) && !areChecks) || cue?.test(text) === false) continue
      const name = failed.exec(text)?.[1]
      if (name === undefined && !passed.test(text)) continue
      if (name === undefined) rows.passed += 1
      else {
        rows.failed += 1
        rows.names.add(name)
      }
      return name === undefined || (at !== ALONE && rows.passed === 0) ? null : findingOf(rows)
    }
    return null
  }

  /** Clears the rows after a summary, because the next rows belong to another run. */
  clear(): void {
    this.#rows = newRows()
  }
}

const newRows = (): readonly Rows[] => SHAPES.map(() => ({ passed: 0, failed: 0, names: new FailingTests() }))

const findingOf = ({ passed, failed, names }: Rows): Finding => ({
  what: 'tests-cut-off',
  tentative: true,
  secondhand: true,
  detail: { failed, passed, names: names.list() },
})
