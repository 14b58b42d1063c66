/**
 * Outputs in which the collector wrapped every line: a container runtime, Compose, a terminal that shows the time, an
 * e-mail or an issue that quotes a log. The unwrapped text is read as a separate output.
 *
 * W1 An envelope is recognised only if nearly all of the first lines have it, so that lines of a program are never
 * cut. W2 The text without its prefix may be anything: records of an agent, the log of a CI system, another envelope.
 */
import { isFence } from '../fences.ts'
import { ASIDE, share, TEXT, type CiLine, type CiSystem } from './ci-system.ts'

/** The name of every envelope among the systems. */
export const WRAPPED = 'wrapped'

const DAY = String.raw`\d{4}[-/]\d\d[-/]\d\d`
const CLOCK = String.raw`\d\d:\d\d:\d\d(?:[.,]\d{1,9})?`
const ZONE = String.raw`(?:Z|[+-]\d\d:?\d\d)?`

/** The order matters: the prefix of a container also begins with a time. */
const TIMES: readonly RegExp[] = [
  // Kubernetes and containerd: the time, the stream, and whether the line is complete.
  new RegExp(String.raw`^${DAY}T${CLOCK}${ZONE} (?:stdout|stderr) [FP](?: |$)`),
  // GitLab: the time, a number and the stream.
  new RegExp(String.raw`^${DAY}T${CLOCK}Z \d\d[OE](?:[+ ] ?|$)`),
  new RegExp(String.raw`^\[${DAY}[T ]${CLOCK}${ZONE}\](?: {1,2}|$)`),
  // A dash after the time comes from a logger. Such lines belong to the program.
  new RegExp(String.raw`^${DAY}[T ]${CLOCK}${ZONE}(?: {1,2}(?!- )|$)`),
  new RegExp(String.raw`^\[${CLOCK}\](?: {1,2}|$)`),
  new RegExp(String.raw`^${CLOCK}(?: {1,2}|$)`),
  // Minutes and seconds since the start.
  /^\[?\d\d:\d\d\.\d{1,3}\]?(?: {1,2}|$)/,
]
/** The writer of the line. */
const NAMES: readonly RegExp[] = [
  // Compose: the container's name, padded to one width.
  /^[\w.-]{1,80} {1,40}\|(?: |$)/,
  // Ansible: the process and the user.
  /^p=\d+ u=[\w.-]{1,40} (?:n=\S{1,40} )?(?:[A-Z]{1,10} )?\| {0,2}/,
  // The logger of Ruby: the level, the time and the process, and the program.
  /^[DIWEFA], \[\d{4}-\d\d-\d\dT[\d:.]{8,16} #\d+\] {1,2}[A-Z]{3,5} -- [^:]{0,120}:(?: |$)/,
  // A build tool at its debug level: the level and the class.
  /^\[[A-Z]{4,9}\] \[[\w.$-]{3,160}\](?: |$)/,
]

/** One line in twenty may lack the prefix: a line of the terminal, or a broken line. */
const LEAST_SHARE = 0.95
/** A single line with a time may come from a logger, and a single line with a name or a sign may be ordinary text. */
const LEAST_LINES = 2
const QUOTE = /^>(?: |$)/
/** Code in Markdown is indented by four spaces or a tab. Tools indent their summaries by less. */
const INDENT = /^(?: {4,40}|\t{1,10})/

/** The envelope of these lines, which are the first ones of an output. Undefined if there is none. */
export function envelopeOf(all: readonly string[]): CiSystem | undefined {
  const lines = all.filter((line) => line !== '')
  if (lines.length === 0) return undefined
  const forms = lines.length < LEAST_LINES ? TIMES : [...TIMES, ...NAMES]
  const form = forms.find((one) => share(lines, one) >= LEAST_SHARE)
  if (form !== undefined) return prefixed(form)
  if (lines.length < LEAST_LINES) return undefined
  return share(lines, QUOTE) === 1 ? prefixed(QUOTE) : indented(lines)
}

const CLOSING = /^\s*(?:`{3,}|~{3,})\s*$/

/** A log that was pasted as one code block: the fences are its first and its last line, and there are no others. */
export const fencedEnvelope: CiSystem = envelope(() => {
  let isOpen = false
  return (line) => {
    const isEdge = isOpen ? CLOSING.test(line) : line !== ''
    if (isEdge) isOpen = true
    return { job: null, step: null, prefix: 0, is: isEdge ? ASIDE : TEXT }
  }
})

/**
 * A note or an issue that asks about a log: a few sentences, and the log in one code block. The block is the output.
 * In a report of an agent the block is only an example.
 */
export const askedEnvelope: CiSystem = envelope(() => {
  let isOpen = false
  return (line) => {
    const isEdge = isFence(line)
    if (isEdge) isOpen = !isOpen
    return { job: null, step: null, prefix: 0, is: isOpen && !isEdge ? TEXT : ASIDE }
  }
})

const MOST_SENTENCES = 30
/** The languages of code blocks that contain outputs. */
const OF_OUTPUT =
  /^\s*(?:`{3,}|~{3,})\s*(?:text|txt|log|logs|console|output|plain(?:text)?|bash|sh|shell|zsh|terminal|none|ansi)?\s*$/i
const ASKS =
  /\?\s*$|\bany (?:ideas?|help|suggestions?)\b|\bI(?:'m| am)? (?:always |still |now )?(?:get(?:ting)?|got|see(?:ing)?|run(?:ning)? into|hit)\b|\b(?:following|this) (?:error|output|log|message|trace)\b|\bhow (?:do|can|to)\b|\bplease help\b|\b(?:does not|doesn't|won't|stopped) work/i
const REPORTS =
  /\bI(?:'ve| have)? (?:just |now |also )?(?:added|implemented|fixed|updated|created|changed|refactored|wrote|removed|verified)\b/i

/** Does the output ask about the one code block that it has? */
export function isAskedAbout(lines: Iterable<string>): boolean {
  let edges = 0
  let sentences = 0
  let asks = false
  for (const line of lines) {
    if (isFence(line)) {
      edges += 1
      if (edges > 2 || !OF_OUTPUT.test(line)) return false
    } else if (edges !== 1 && line.trim() !== '') {
      sentences += 1
      if (sentences > MOST_SENTENCES || REPORTS.test(line)) return false
      asks ||= ASKS.test(line)
    }
  }
  return edges === 2 && sentences > 0 && asks
}

/** Could the output be one code block? The first and the last line decide. */
export const mayBeFenced = (first: string, last: string): boolean => isFence(first) && CLOSING.test(last)

/**
 * Is the output one code block? `lines` are all lines, in order. A third fence means that there is more than one
 * block.
 */
export function isFenced(lines: Iterable<string>): boolean {
  let edges = 0
  for (const line of lines) {
    if (isFence(line)) edges += 1
    if (edges > 2) return false
  }
  return edges === 2
}

/** A code block in Markdown may be marked only by its indentation. The common indentation is removed. */
function indented(lines: readonly string[]): CiSystem | undefined {
  const common = Math.min(...lines.map((line) => INDENT.exec(line)?.[0].length ?? 0))
  return common === 0 ? undefined : prefixed(new RegExp(String.raw`^[ \t]{1,${common}}`))
}

const prefixed = (form: RegExp): CiSystem =>
  envelope(() => (line) => ({
    job: null,
    step: null,
    prefix: form.exec(line)?.[0].length ?? 0,
    is: TEXT,
  }))

function envelope(open: () => (plain: string) => CiLine): CiSystem {
  return { name: WRAPPED, title: 'a wrapped log', recognises: () => false, open }
}
