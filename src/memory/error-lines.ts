/**
 * The lines of a failed run that tell its error in plain text. They are asked only where nothing stronger decided: the
 * run is known to have failed, so a line that has the form of an error is the best that is known about why.
 */
import { ENDS_IN_ERROR, GOT_OVER, TELLS } from '../diagnosis/text-forms.ts'

/** Complaints without the word error, behind at most three names: `sh: 1: cannot open x`. */
const COMPLAINS =
  /^\W{0,6}(?:[\w./+-]{1,60}: (?:line )?){0,3}(?:[Cc]annot|[Cc]an['’]t|[Cc]ould not|[Cc]ouldn['’]t|[Uu]nable to|[Nn]o such|[Pp]ermission denied|[Ii]nvalid|[Uu]nknown|[Uu]nexpected|[Mm]issing|[Uu]ndefined) \S|: (?:command not found|[Nn]ot found|No such file or directory|[Pp]ermission denied|Is a directory|Not a directory|[Cc]onnection refused)$/

/** An exception alone on its line, or behind its thread. */
const EXCEPTION =
  /^(?:Exception in thread |Caused by: )|^(?:[A-Za-z_$][\w$]*\.)*[A-Z]\w*(?:Error|Exception)(?:$|: )/

/** A program names itself and says what is wrong: `sed: -e expression #1, char 0: no previous regular expression`. */
const BY_PROGRAM = /^(?:[\w.-]{0,60}\/)?[a-z][\w.+-]{0,30}: \S+ \S/
const NO_PROGRAM =
  /^(?:note|info|information|warning|warn|debug|trace|hint|help|tip|todo|status|result|output|input|step|plan|task|phase|summary|next|done|ok|success|usage|see|example|total|time|real|user|sys|https?):/i

/** Somebody speaks, or all is well. */
const NO_ERROR =
  /^(?:I|I['’]\w+|We|My|Let|All|Done|Here)\b|\b(?:no|0|zero|without) (?:\w+ )?(?:errors?|failures?)\b|^\s*(?:[-*] )?(?:✅|[✓✔☑])/i

/** Forms stand at the beginning of a line: what comes later in a long one is data. */
const LOOKED_AT_CHARS = 500

export function tellsError(line: string): boolean {
  const start = line.slice(0, LOOKED_AT_CHARS)
  if (NO_ERROR.test(start) || GOT_OVER.test(start)) return false
  return [TELLS, ENDS_IN_ERROR, EXCEPTION, COMPLAINS].some((form) => form.test(start))
}

/** Nothing that came behind the error says that it is over. */
const LAST_LINES = 3
const IS_OVER = /\b(?:fixed|resolved|solved|done|works|pass(?:es|ed|ing)?|complet(?:e|ed)|success\w*)\b/i

/** The error in which a text ends: among its last lines, and not got over in the lines after it. */
export function errorAtEnd(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const end = lines.slice(-LAST_LINES)
  const at = end.findLastIndex(tellsError)
  return end.slice(at + 1).some((line) => IS_OVER.test(line)) ? undefined : end[at]
}

/** Weaker: only where the whole output is that of programs. */
export function isComplaint(line: string): boolean {
  const start = line.slice(0, LOOKED_AT_CHARS)
  return BY_PROGRAM.test(start) && !NO_PROGRAM.test(start) && !NO_ERROR.test(start)
}

const FRAME =
  /^\s+at \S|^Traceback \(most recent call last\)|^\s*\.\.\. \d+ more$|^note: run with `RUST_BACKTRACE/
/** The line of source that stands below this belongs to it. */
const PYTHON_FRAME = /^\s+File ".*", line \d+/

/** The lines that are no error and no part of a stack. */
export const withoutErrors = (lines: readonly string[], areOfPrograms: boolean): readonly string[] =>
  lines.filter(
    (line, at) =>
      !tellsError(line) &&
      !(areOfPrograms && isComplaint(line)) &&
      !FRAME.test(line) &&
      !PYTHON_FRAME.test(line) &&
      !PYTHON_FRAME.test(lines[at - 1] ?? ''),
  )
