import type { Note } from '../../drafts.ts'
import type { Item } from '../../item.ts'
import type { Notes } from '../../notes.ts'

const OPENS = /<!doctype html\b|<html[\s>]/i
const CLOSES = /<\/html\s*>/i
const HEADING = /<(title|h1|h2)\b[^<>]{0,300}>([^<]{1,200})/i
/** The error code of a proxy is in a heading, either alone or next to a word that marks it as a code. */
const STATUS = /(?:^|[^\d.])([45]\d\d)(?=$|[^\d.])/
/** Cloudflare's code 1015 means rate limiting. */
const RATE_LIMITED = /\b(?:error )?1015\b|rate limited|too many requests/i
const TROUBLE =
  /\b(?:error|forbidden|denied|blocked|unavailable|bad gateway|gateway time-?out|not found|unauthori[sz]ed|too many requests|rate limited|just a moment|attention required)\b/i

/** A page that is never closed must not hide the end of a log. */
const LONGEST_PAGE = 3000

/** A test report is markup that a tool reader reads. */
const TEST_REPORT = /^\s*<\/?(?:testsuites?|testcase|failure|error|skipped)\b/

/** A tag around one word in capitals is an answer format from the agent's instructions. */
const ANSWER = /^\s*<([\w-]{1,30})>\s*[A-Z_ ]{2,40}<\/\1>\s*$/

/** Compilers name a place without a file like this: `<unknown>:0: error: …`. Ruby names its own files so. */
const PLACE = /^<(?:[\w -]{1,40}|internal:[^<>]{1,300})>:\d+:/

/** Is the line only a piece of markup? Such a line is never a statement. */
export const isMarkup = (line: string): boolean =>
  line.includes('<') &&
  !TEST_REPORT.test(line) &&
  !ANSWER.test(line) &&
  !PLACE.test(line) &&
  /^\s*<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>?/i.test(line)

type Heading = { readonly item: Item; readonly text: string }

/** Reads an HTML page that came instead of an answer as one error. Its heading is the message. */
export class HtmlPage {
  readonly #notes: Notes
  readonly #tell: (note: Note) => void
  readonly #counts: (opening: string) => boolean
  #length = 0
  #inside = false
  #seen = false
  #answers = true
  #headings: Heading[] = []

  /** `counts` decides by the opening line whether the page answers a request to a model. */
  constructor(notes: Notes, tell: (note: Note) => void, counts: (opening: string) => boolean = () => true) {
    this.#notes = notes
    this.#tell = tell
    this.#counts = counts
  }

  /** Returns true if the line belongs to a page. `isNext` marks a line that certainly begins something else. */
  takes(line: string, isNext = false): boolean {
    if (this.#inside && (isNext || (this.#length += 1) > LONGEST_PAGE)) this.#close()
    if (!this.#inside && !line.includes('<')) return false
    if (!this.#inside && OPENS.test(line)) {
      this.#inside = true
      this.#seen = true
      this.#answers = this.#counts(line)
      this.#length = 0
      this.#headings = []
    }
    if (this.#inside || (!this.#seen && isMarkup(line))) this.#readHeading(line)
    if (!CLOSES.test(line)) return this.#inside
    // A page whose beginning was cut off is recognised by its end.
    const belongs = this.#inside || (!this.#seen && /^\s*<\/html/i.test(line))
    if (belongs) this.#close()
    this.#seen = true
    return belongs
  }

  end(): void {
    if (this.#inside) this.#close()
  }

  #readHeading(line: string): void {
    const text = line.length > 20_000 ? undefined : HEADING.exec(line)?.[2]?.trim()
    if (text !== undefined && text !== '')
      this.#headings = [...this.#headings.slice(0, 9), { item: this.#notes.item, text }]
  }

  #close(): void {
    this.#inside = false
    const now = this.#notes.item
    const heading =
      this.#headings.find(({ text }) => STATUS.test(text) && text.length < 100) ??
      this.#headings.find(({ text }) => TROUBLE.test(text))
    this.#headings = []
    if (heading === undefined || !this.#answers) return
    const status = RATE_LIMITED.test(heading.text)
      ? 429
      : Number(STATUS.exec(heading.text)?.[1] ?? Number.NaN)
    this.#notes.reading(heading.item)
    this.#tell({
      source: 'declared',
      what: 'provider-error',
      message: heading.text,
      detail: Number.isNaN(status) ? {} : { status },
    })
    this.#notes.reading(now)
  }
}
