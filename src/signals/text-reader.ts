/**
 * Reads the plain text of a complete output: roles of lines, markers, tools, statements.
 *
 * X1 Each line is read once, in order. X2 The text is never stored as a list of lines, so memory stays bounded.
 */
import type { AgentRouter } from './agents/router.ts'
import type { Encoding } from './bytes/encoding.ts'
import type { Block } from './bytes/line-blocks.ts'
import { linesOf, type Line } from './bytes/lines.ts'
import { overwrites, plain } from './bytes/plain.ts'
import { work } from './bytes/work.ts'
import { RECORD_NEEDLE, unwrapped } from './console-wrap.ts'
import type { Range } from './fences.ts'
import type { GoodRuns } from './good-log.ts'
import { headingIn } from './headings.ts'
import { MARKER_NEEDLE } from './markers.ts'
import type { Item } from './item.ts'
import type { Notes } from './notes.ts'
import { answeredStatus, isOfShell, isPrompt } from './shell-lines.ts'
import { isContinuation, isDebug, isStatement } from './statements.ts'
import { withoutLogPrefix, withoutTime } from './tools/log-prefix.ts'
import { UncaughtErrors, type Uncaught } from './uncaught.ts'
import { ToolDesk } from './tools/tool-desk.ts'
import type { Steps } from './turns.ts'

/** Only the last lines can say how the run ended. */
const LAST_LINES = 400
/** Errors in this many lines before them are kept too: a verdict near the end may refer to them. */
const EARLIER_LINES = 4000
const MOST_EARLIER = 300
const REPORTS_ERROR =
  /\b(?:[Ee]rror|ERROR|[Ff]atal|FATAL|FAILED|[Ff]ailed|not found|No such|[Cc]annot|[Cc]ould not|undefined|[Mm]issing|required)\b/
/** An agent is recognised by the beginning or the end of its output. */
const RECOGNITION_BYTES = 256 * 1024
/** Words of an unknown program count only near the end. */
const UNKNOWN_BYTES = 1024 * 1024
/** Lines further from the end are searched for uncaught errors only. `LAST_LINES` and `EARLIER_LINES` fit into this. */
const STATED_BYTES = 2 * 1024 * 1024
/** Below this size, two passes cost less than the index of cues that one pass needs. */
const SMALL_BYTES = 32 * 1024

/** A report quotes below such a heading what the program said. */
const QUOTES_PROGRAM =
  /^#{1,6} .*\b(?:stderr|traceback|exception|final (?:\w+ )?(?:message|answer|output|response))\b/i

/** At most this many of the last new lines are kept. */
const NEW_LINES = 200

/** The amount of text in one step. Even an empty line has a cost. */
const STEP_CHARS = 128 * 1024
const LINE_CHARS = 64

type Part = { readonly text: string; readonly line: Line; readonly shown: boolean }

/** The number of lines so far: those with content, and those that are quoted. */
type Counts = { solid: number; shown: number }

/** A line that may be a statement, with the counts before it. */
type Stated = Readonly<Counts> & { readonly item: Item; readonly under: string | null }

/** The readers that see each line. */
type Readers = { readonly router: AgentRouter; readonly notes: Notes; readonly desk: ToolDesk }

/** The kept text, and the ranges of its quoted lines. */
type Text = {
  readonly blocks: readonly Block[]
  readonly encoding: Encoding
  readonly ranges: readonly Range[]
}

export function* readText(
  { blocks, encoding, ranges }: Text,
  { router, notes, good }: Omit<Readers, 'desk'> & { readonly good: GoodRuns | null },
): Steps<ToolDesk> {
  const end = endOf(blocks)
  yield* router.recogniseText(introductions(blocks, encoding))
  const bytes = blocks.reduce((sum, block) => sum + block.bytes.length, 0)
  const desk = new ToolDesk(notes, bytes < SMALL_BYTES ? [...textsOf(blocks, encoding)].join('\n') : null)
  const readers = { router, notes, desk }
  const free = new FreeLines()
  const { secrets = [] } = notes.options
  let before: string | undefined
  let chars = 0
  let wasQuoted = false
  let isProgram = false
  for (const { text, line, shown: isQuoted } of partsOf(blocks, encoding, ranges)) {
    if (isQuoted && !wasQuoted) isProgram = QUOTES_PROGRAM.test(before ?? '')
    wasQuoted = isQuoted
    const shown = isQuoted && !(isProgram && !text.includes(MARKER_NEEDLE))
    chars += text.length + LINE_CHARS
    if (chars > STEP_CHARS) {
      chars = 0
      yield
    }
    const newSince = good === null ? undefined : good.newSince(text, secrets)
    const item = itemOf(text, line, { before, newSince })
    notes.reading(item)
    work.shown += text.length + 1
    const bare = withoutEmphasis(withoutLogPrefix(text))
    const left = end - line.offset
    const isStated = left < STATED_BYTES
    if (isStated) free.count({ text, bare, shown })
    if (readLine({ text, bare, shown }, left < UNKNOWN_BYTES, readers)) free.add(item, bare, isStated)
    if (text !== '') before = text
  }
  free.note(notes)
  return desk
}

/** Without copies of objects: it is called for every line. */
function itemOf(
  raw: string,
  { offset, number: line }: Line,
  { before, newSince }: { readonly before: string | undefined; readonly newSince: string | null | undefined },
): Item {
  if (newSince !== undefined)
    return before === undefined ? { raw, offset, line, newSince } : { raw, offset, line, before, newSince }
  return before === undefined ? { raw, offset, line } : { raw, offset, line, before }
}

/** A frame of a stack of Java, .NET or JavaScript. Hundreds of them may follow an error. */
const FRAME = /^\s+at [\w.$<>/@[\]`-]+ ?\(|^\s+\.\.\. \d+ more$/

/** The lines that no reader used. Only the last ones are kept. */
class FreeLines {
  readonly #statements: Stated[] = []
  readonly #uncaught = new UncaughtErrors()
  readonly #counts: Counts = { solid: 0, shown: 0 }
  #fresh: Item[] = []
  /** The last heading. */
  #under: string | null = null

  /** Called for every line near the end, used or not. */
  count({ text, bare, shown }: Read): void {
    if (shown || FRAME.test(text)) this.#counts.shown += 1
    else if (!isContinuation(text) && !isPrompt(text) && !isDebug(bare)) this.#counts.solid += 1
  }

  add(item: Item, bare: string, isStated: boolean): void {
    this.#uncaught.line(bare, item)
    if (typeof item.newSince === 'string') this.#fresh.push(item)
    if (this.#fresh.length > 2 * NEW_LINES) this.#fresh = this.#fresh.slice(-NEW_LINES)
    if (isStated) this.#state(item)
  }

  #state(item: Item): void {
    const { solid, shown } = this.#counts
    this.#under = headingIn(item.raw) ?? this.#under
    if (!FRAME.test(item.raw)) this.#statements.push({ item, solid, shown, under: this.#under })
    if (this.#statements.length > 2 * EARLIER_LINES) this.#statements.splice(0, EARLIER_LINES)
  }

  note(notes: Notes): void {
    const stated = this.#statements.slice(-LAST_LINES)
    noteEarlier(this.#statements.slice(-EARLIER_LINES, -LAST_LINES), notes)
    state(stated, this.#counts, notes)
    noteUncaught(this.#uncaught.last, notes)
    noteNew(this.#fresh.slice(-NEW_LINES), stated[0]?.item, notes)
  }
}

function endOf(blocks: readonly Block[]): number {
  const last = blocks.at(-1)
  return last === undefined ? 0 : last.offset + last.bytes.length
}

/** Yields every line as displayed, and whether it is quoted. */
function* partsOf(blocks: readonly Block[], encoding: Encoding, ranges: readonly Range[]): Generator<Part> {
  if (ranges.length === 0) return yield* plainParts(blocks, encoding)
  let range = 0
  for (const part of plainParts(blocks, encoding)) {
    const { number } = part.line
    while (number >= (ranges[range]?.to ?? Number.POSITIVE_INFINITY)) range += 1
    yield number >= (ranges[range]?.from ?? Number.POSITIVE_INFINITY) ? { ...part, shown: true } : part
  }
}

function* textsOf(blocks: readonly Block[], encoding: Encoding): Generator<string> {
  for (const { text } of plainParts(blocks, encoding)) yield text
}

function* plainParts(blocks: readonly Block[], encoding: Encoding): Generator<Part> {
  const needle = encoding.encode(RECORD_NEEDLE)
  const lines = allLines(blocks, encoding)
  const mayBeWrapped = blocks.some(({ bytes }) => bytes.includes(needle))
  for (const line of mayBeWrapped ? unwrapped(lines) : lines) {
    if (!line.raw.includes('\r')) yield { text: plain(line.raw).trimEnd(), line, shown: false }
    else for (const part of overwrites(line.raw)) yield { text: plain(part).trimEnd(), line, shown: false }
  }
}

function* allLines(blocks: readonly Block[], encoding: Encoding): Generator<Line> {
  for (const block of blocks) yield* linesOf(block, encoding)
}

/** The first and the last lines, by which an agent is recognised. */
export function* introductions(blocks: readonly Block[], encoding: Encoding): Generator<string> {
  const end = endOf(blocks)
  for (const block of blocks) {
    if (block.offset > RECOGNITION_BYTES && block.offset + block.bytes.length < end - RECOGNITION_BYTES)
      continue
    for (const line of linesOf(block, encoding)) {
      if (line.offset < RECOGNITION_BYTES || line.offset >= end - RECOGNITION_BYTES)
        yield plain(line.raw).trimEnd()
    }
  }
}

/** The lines that begin after this place. */
export function* linesAfter(offset: number, blocks: readonly Block[], encoding: Encoding): Generator<string> {
  for (const block of blocks) {
    if (block.offset + block.bytes.length <= offset) continue
    for (const line of linesOf(block, encoding)) if (line.offset > offset) yield plain(line.raw).trimEnd()
  }
}

/** A line, also without the prefix of a log. */
type Read = { readonly text: string; readonly bare: string; readonly shown: boolean }

/** Returns true if no reader used the line, so that it may be a statement. */
function readLine({ text, bare, shown }: Read, near: boolean, { router, notes, desk }: Readers): boolean {
  if (router.embedded(text)) return false
  const isHeard = (near || router.adapter !== null) && !isOfShell(text)
  const role = isHeard ? router.line(text, shown) : 'free'
  // A line that looks like the end of a loop may come from a tool. Only the lines of a known agent cannot.
  if (role === 'taken' && router.adapter === null && !shown && text !== '') desk.show(bare)
  if (shown || text === '' || role === 'taken' || role === 'fenced') return false
  if (role === 'own') notes.words(text)
  else {
    if (text.includes(MARKER_NEEDLE)) notes.marker(text)
    if (router.adapter === null) notes.heard(text)
    desk.show(bare)
  }
  return true
}

function noteUncaught(found: Uncaught | null, notes: Notes): void {
  if (found === null) return
  const { item, message, head, after, died } = found
  notes.reading(item)
  const detail = { after, ...(died ? { died } : {}) }
  notes.add({ source: 'text', what: 'uncaught', message, needle: head, specific: false, detail })
}

/** Notes the lines that no good run has, including those that are not statements and those before the statements. */
function noteNew(items: readonly Item[], firstStated: Item | undefined, notes: Notes): void {
  for (const item of items) {
    if (item.offset >= (firstStated?.offset ?? Infinity) && isStatement(item.raw)) continue
    notes.reading(item)
    notes.add({ source: 'text', what: 'new-line', message: item.raw, specific: false })
  }
}

/** People emphasise the line that matters when they paste an output into Markdown. */
const EMPHASES: ReadonlySet<number> = new Set(Array.from('*_`', (sign) => sign.charCodeAt(0)))
const EMPHASIS = /^(\*{2,3}|__|`)(?=\S)(.{3,2000}?)\1$/
const withoutEmphasis = (line: string): string =>
  EMPHASES.has(line.charCodeAt(0)) ? line.replace(EMPHASIS, '$2') : line

/** Typographic apostrophes. The rules know only the plain one. */
const straight = (message: string): string => message.replaceAll('’', "'")

/** Notes statements that are too far from the end to show how the run ended. */
function noteEarlier(statements: readonly Stated[], notes: Notes): void {
  const errors = statements.filter(({ item }) => REPORTS_ERROR.test(item.raw) && isStatement(item.raw))
  for (const { item } of errors.slice(-MOST_EARLIER)) {
    notes.reading(item)
    notes.add({ source: 'text', what: 'cause', message: withoutTime(item.raw), specific: false })
  }
}

function state(statements: readonly Stated[], all: Counts, notes: Notes): void {
  for (const { item, solid, shown, under } of statements) {
    const status = answeredStatus(item.raw, item.before)
    if (status === null && !isStatement(item.raw)) continue
    notes.reading(item)
    const shownAfter = all.shown - shown
    const detail = {
      after: all.solid - solid,
      ...(shownAfter === 0 ? {} : { shownAfter }),
      ...(under === null ? {} : { under }),
    }
    const message = status === null ? straight(withoutTime(item.raw)) : `exit status ${status}`
    notes.add({ source: 'text', what: 'statement', message, specific: false, detail })
  }
}
