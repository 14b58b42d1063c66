/**
 * Finds the lines of a failed run that state its error in plain text. They are used only if nothing stronger decided.
 * The run is known to have failed, so a line in the form of an error is the best available explanation.
 */
import { ENDS_IN_ERROR, GOT_OVER, TELLS } from '../diagnosis/text-forms.ts'

/** Complaints without the word error, after at most three names: `sh: 1: cannot open x`. */
const COMPLAINS =
  /^\W{0,6}(?:[\w./+-]{1,60}: (?:line )?){0,3}(?:[Cc]annot|[Cc]an['’]t|[Cc]ould not|[Cc]ouldn['’]t|[Uu]nable to|[Nn]o such|[Pp]ermission denied|[Ii]nvalid|[Uu]nknown|[Uu]nexpected|[Mm]issing|[Uu]ndefined) \S|: (?:command not found|[Nn]ot found|No such file or directory|[Pp]ermission denied|Is a directory|Not a directory|[Cc]onnection refused)$/

/** An exception alone on its line, or after its thread. */
const EXCEPTION =
  /^(?:Exception in thread |Caused by: )|^(?:[A-Za-z_$][\w$]*\.)*[A-Z]\w*(?:Error|Exception)(?:$|: )/

/** A program names itself and says what is wrong: `sed: -e expression #1, char 0: no previous regular expression`. */
const BY_PROGRAM = /^(?:[\w.-]{0,60}\/)?[a-z][\w.+-]{0,30}: \S+ \S/
const NO_PROGRAM =
  /^(?:note|info|information|warning|warn|debug|trace|hint|help|tip|todo|status|result|output|input|step|plan|task|phase|summary|next|done|ok|success|usage|see|example|total|time|real|user|sys|https?):/i

/** Prose, or a line that reports success. */
const NO_ERROR =
  /^(?:I|I['’]\w+|We|My|Let|All|Done|Here)\b|\b(?:no|0|zero|without) (?:\w+ )?(?:errors?|failures?)\b|^\s*(?:[-*] )?(?:✅|[✓✔☑])/i

/** These forms are at the start of a line. What comes later in a long line is data. */
const LOOKED_AT_CHARS = 500

export function tellsError(line: string): boolean {
  const start = line.slice(0, LOOKED_AT_CHARS)
  if (NO_ERROR.test(start) || GOT_OVER.test(start)) return false
  return [TELLS, ENDS_IN_ERROR, EXCEPTION, COMPLAINS].some((form) => form.test(start))
}

/** No line after the error says that it was fixed. */
const LAST_LINES = 3
const IS_OVER = /\b(?:fixed|resolved|solved|done|works|pass(?:es|ed|ing)?|complet(?:e|ed)|success\w*)\b/i

/** The error at the end of a text: it is among the last lines, and no later line says that it was fixed. */
export function errorAtEnd(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const end = lines.slice(-LAST_LINES)
  const at = end.findLastIndex(tellsError)
  return end.slice(at + 1).some((line) => IS_OVER.test(line)) ? undefined : end[at]
}

/** A weaker form. It is used only if programs wrote the whole output. */
export function isComplaint(line: string): boolean {
  const start = line.slice(0, LOOKED_AT_CHARS)
  return BY_PROGRAM.test(start) && !NO_PROGRAM.test(start) && !NO_ERROR.test(start)
}

const FRAME =
  /^\s+at \S|^Traceback \(most recent call last\)|^\s*\.\.\. \d+ more$|^note: run with `RUST_BACKTRACE/
/** The line of source code below this one belongs to it. */
const PYTHON_FRAME = /^\s+File ".*", line \d+/

/** The lines that are neither an error nor part of a stack. */
export const withoutErrors = (lines: readonly string[], areOfPrograms: boolean): readonly string[] =>
  lines.filter(
    (line, at) =>
      !tellsError(line) &&
      !(areOfPrograms && isComplaint(line)) &&
      !FRAME.test(line) &&
      !PYTHON_FRAME.test(line) &&
      !PYTHON_FRAME.test(lines[at - 1] ?? ''),
  )
