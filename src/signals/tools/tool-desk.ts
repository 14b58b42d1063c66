import type { Note } from '../drafts.ts'
import type { Item } from '../item.ts'
import type { Notes } from '../notes.ts'
import type { What } from '../signal.ts'
import { cueAlternatives } from './cue-alternatives.ts'
import { CueIndex } from './cue-index.ts'
import { CueList } from './cue-list.ts'
import type { Cue } from './cue-literals.ts'
import { HeardLines } from './heard-lines.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { tools } from './tools.ts'

/** Longer lines are data, not summaries. */
const LONGEST = 2000

/** A verdict on the work of other tools is compared with these. */
const VERDICTS: ReadonlySet<What> = new Set([
  'tests-failed',
  'tests-passed',
  'no-tests',
  'lint-failed',
  'build-failed',
  'runner-error',
  'install-failed',
  'clone-failed',
  'checkout-failed',
  'interrupt',
  'command-missing',
  'out-of-memory',
  'killed',
])

let known: readonly Cue[] | null = null
/** One index for all outputs. Building it is slow, and it does not depend on the text. */
let index: CueIndex | null = null
/** The number of lists that were built for small texts. */
let lists = 0
/** After this many small texts, e.g. the steps of a CI log, the index is cheaper than lists. */
const MOST_LISTS = 3

/** Called with the first line of text. The stream of an agent has no text. */
function readCues(): readonly Cue[] {
  const alternatives = cueAlternatives()
  return tools.map(({ name, cue }) => ({
    form: cue,
    alternatives: alternatives[name] ?? [{ source: cue.source, words: [] }],
  }))
}

/** Before one of these verdicts, the tool has often printed the cause. The counts of a test runner need no cause. */
const EXPLAINED: ReadonlySet<What> = new Set(['build-failed', 'lint-failed', 'install-failed'])

type Kept = { readonly finding: Finding; readonly item: Item }

type OpenTool = {
  readonly tool: ToolReader
  /** Opened with the first line that matches its cue. Most outputs need few readers. */
  reader: ReturnType<ToolReader['open']> | null
  /** The last line that it received. */
  last: Item | null
  tentative: Kept | null
  readonly heard: HeardLines
}

/** Passes each line to the tool readers whose cue matches, and notes their findings. */
export class ToolDesk {
  readonly #notes: Notes
  readonly #open: readonly OpenTool[]
  /** The findings by tool. They show what kind of output this is. */
  readonly seen: { readonly by: string; readonly what: What }[] = []
  /** Where the last finding stands, in bytes. */
  lastFound = -1
  #verdict: What | null = null
  /** The line of that verdict. */
  #judged: Item | null = null
  readonly #text: string | null
  #cues: CueIndex | CueList | null = null

  /** `text` is the complete text, if it is small enough to be read twice. Else it is null. */
  constructor(notes: Notes, text: string | null) {
    this.#notes = notes
    this.#text = text
    this.#open = tools.map((tool) => ({
      tool,
      reader: null,
      last: null,
      tentative: null,
      heard: new HeardLines(),
    }))
  }

  /** `line` is without the prefix of the log. */
  show(line: string): void {
    if (line.length > LONGEST) {
      for (const open of this.#open)
        if (open.tool.longLines === true && open.tool.cue.test(line)) this.#showTo(open, line)
      return
    }
    this.#cues ??= this.#openCues()
    for (const at of this.#cues.matching(line)) {
      const open = this.#open[at]
      if (open !== undefined) this.#showTo(open, line)
    }
  }

  #showTo(open: OpenTool, line: string): void {
    open.last = this.#notes.item
    open.reader ??= open.tool.open()
    open.heard.add(line, open.last)
    const finding = open.reader.line(line)
    if (finding !== null) this.#take(open, { finding, item: open.last })
  }

  #openCues(): CueIndex | CueList {
    known ??= readCues()
    if (index !== null) return index
    if (this.#text !== null && lists < MOST_LISTS) {
      lists += 1
      return new CueList(known, this.#text)
    }
    index = new CueIndex(known)
    return index
  }

  end(): void {
    for (const open of this.#open) {
      const item = open.tentative?.item ?? open.last
      if (item === null) continue
      const finding = open.reader?.end?.() ?? open.tentative?.finding
      if (finding !== undefined) this.#note(open, { finding, item })
    }
  }

  #take(open: OpenTool, kept: Kept): void {
    const { finding } = kept
    const item = finding.inPlace === true ? (open.tentative?.item ?? kept.item) : kept.item
    if (finding.secondhand === true && (kept.item === this.#judged || this.#isTold(finding.what))) return
    if (finding.secondhand !== true && VERDICTS.has(finding.what)) {
      this.#verdict = finding.what
      this.#judged = kept.item
    }
    if (VERDICTS.has(finding.what)) this.#settleCutTests()
    open.tentative = finding.tentative === true ? { finding, item } : null
    if (open.tentative === null) this.#note(open, { finding, item })
  }

  /** Single failed tests add nothing after a verdict. */
  #settleCutTests(): void {
    for (const open of this.#open) if (open.tentative?.finding.what === 'tests-cut-off') open.tentative = null
  }

  /** Did another tool already report it? Any verdict outweighs a passed one, and a failed one equals a failed one. */
  #isTold(what: What): boolean {
    if (this.#verdict === null) return false
    return what === 'tests-passed' || this.#verdict !== 'tests-passed'
  }

  #note(open: OpenTool, { finding, item }: Kept): void {
    const { name } = open.tool
    this.seen.push({ by: name, what: finding.what })
    if (this.seen.length > 2000) this.seen.splice(0, 1000)
    this.lastFound = Math.max(this.lastFound, item.offset)
    const reading = this.#notes.item
    const message = finding.message ?? item.raw
    const cause = causeOf(open, finding)
    if (cause !== null && cause !== item) this.#add('cause', cause, { message, detail: { by: name } })
    this.#add(finding.what, item, { message, detail: { ...finding.detail, by: name } })
    this.#notes.reading(reading)
  }

  #add(what: What, item: Item, said: Pick<Note, 'message' | 'detail'>): void {
    this.#notes.reading(item)
    this.#notes.add({ source: 'tool', what, needle: item.raw, ...said })
  }
}

/** The line that the finding quotes. */
const causeOf = ({ heard }: OpenTool, { what, message }: Finding): Item | null =>
  message === undefined || !EXPLAINED.has(what) ? null : heard.take(message)
