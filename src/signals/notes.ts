/**
 * Where adapters and tool readers write down what they see.
 *
 * N1 A signal stands at the item that is being read when it is noted. N2 A typed error is unresolved until
 * the agent makes progress after it. N3 Nothing is kept without a bound, and nothing unredacted.
 */
import type { Stage } from '../reasons/stages.ts'
import type { Activity } from './activity.ts'
import { Claims } from './claims.ts'
import { Drafts, PASSING, type Draft, type Note } from './drafts.ts'
import type { Item } from './item.ts'
import { LastWords } from './last-words.ts'
import { Locator } from './locator.ts'
import { parseMarker } from './markers.ts'
import { Deeds } from './deeds.ts'
import { MESSAGE_CHARS, signalOf } from './draft-to-signal.ts'
import { clip, isRecord } from './place.ts'
import { Repetition } from './repetition.ts'
import { Retries } from './retries.ts'
import { RunFigures } from './run-figures.ts'
import { redact } from '../secrets/secrets.ts'
import type { Detail, RunFacts, Signal, What } from './signal.ts'

const SHOWN_CHARS = 200
const LAST_WORDS_CHARS = 2000

export type NotesOptions = {
  readonly file: string
  /** The moment from which relative times in messages count. */
  readonly now: Date
  readonly secrets?: readonly string[]
  /** In addition to the built-in ones. */
  readonly markerPrefixes?: readonly string[]
  /** False for the output of a setup, baseline or test command: only an agent can claim a reason. */
  readonly hearsMarkers?: boolean
}

export class Notes extends RunFigures {
  readonly options: NotesOptions
  /** Bytes a code unit takes in the input: 2 in UTF-16. */
  unit: 1 | 2 = 1
  #item: Item = { raw: '', offset: 0, line: 1 }
  readonly #drafts = new Drafts()
  /** Where the agent last made progress: text is read after the records, but may stand before them. */
  #progressAt = -1
  #closed = false
  #answered = false
  /** Grows with everything that the agent says or does; retries and pings leave it. */
  #pulse = 0
  readonly #retries = new Retries()
  readonly #words = new LastWords()
  readonly #claims = new Claims<Item>((line, at) => this.#markerAt(line, at))
  readonly #locator = new Locator()
  readonly #deeds = new Deeds()
  readonly #repetition = new Repetition()

  constructor(options: NotesOptions) {
    super()
    this.options = options
  }

  /** Everything noted from now on stands here. */
  reading(item: Item): void {
    this.#item = item
  }

  /** What is being read now. */
  get item(): Item {
    return this.#item
  }

  /** Returns what to call when something later makes it moot. */
  add(note: Note): () => void {
    const isPassing = PASSING.has(note.what) && note.source !== 'tool'
    const draft = this.#draft(note, isPassing && this.#item.offset < this.#progressAt)
    if (note.detail?.retry !== undefined) this.retries(note.detail)
    return () => this.#drafts.resolve(draft)
  }

  /** What the agent seemed to have got over is why it failed after all: noted once more, where it stood. */
  restate(note: Note, item: Item): void {
    this.reading(item)
    this.#draft(note, false)
  }

  /** The agent tells that it tries a failed request again. Noted at once, also where its line is read only at the end. */
  retries(detail: Detail): void {
    this.#retries.note(detail, (text) => clip(this.#safe(text), SHOWN_CHARS))
  }

  /** A request was answered, though the agent has said nothing yet. */
  stopsRetrying(): void {
    this.#retries.current = null
  }

  /** A typed error, limit or outcome of the agent itself. */
  typed(what: What, message: string, detail: Detail = {}, needle?: string): void {
    this.add({ source: 'typed', what, message, detail, ...(needle === undefined ? {} : { needle }) })
  }

  /**
   * The agent's own words: markers are looked for in them, and the last ones are kept. Of a message that comes in
   * pieces each holds whole lines, and `endOfMessage` follows the last.
   */
  words(text: string, { isPiece = false }: { readonly isPiece?: boolean } = {}): void {
    if (text === '') return
    this.#answered = true
    // Lines of plain text may be a sign of life, the same each time.
    if (isRecord(this.#item.raw)) this.#repetition.hear(text)
    if (!this.#repetition.isLoop) this.#pulse += 1
    this.#words.say(text)
    this.#claims.hear(text, this.#item, isPiece)
  }

  /** No more pieces of the message come. */
  endOfMessage(): void {
    this.#claims.endOfMessage()
  }

  #markerAt(line: string, at: Item): (() => void) | null {
    const now = this.#item
    this.reading(at)
    const withdraw = this.marker(line)
    this.reading(now)
    return withdraw
  }

  /** A line of a program that nobody knows. */
  heard(line: string): void {
    this.#words.hear(line)
  }

  /** One line of the agent's own words that may be a marker. Returns what withdraws it; null where it is none. */
  marker(line: string): (() => void) | null {
    if (this.options.hearsMarkers === false) return null
    const found = parseMarker(line.replace(/\r$/, ''), this.options.markerPrefixes)
    if (found === null) return null
    const detail = found.kind === 'marker' ? { word: found.word } : {}
    return this.add({ source: 'marker', what: found.kind, message: found.text, needle: found.text, detail })
  }

  /** The agent works again: what it got over is no error. Who does the same again and again gets over nothing. */
  progress(): void {
    this.#answered = true
    if (this.#repetition.isLoop) return
    this.#pulse += 1
    this.#retries.current = null
    this.#progressAt = Math.max(this.#progressAt, this.#item.offset)
    this.#drafts.settle(PASSING)
  }

  /** A tool did its work: what was denied before was got round. */
  toolWorked(): void {
    this.#repetition.worked()
    this.#drafts.settle(['permission-denied'])
  }

  /** The agent says that it is done. Everything before is settled. */
  success(message: string, needle?: string, source: 'typed' | 'declared' = 'typed'): void {
    this.#drafts.settle(this.#drafts.open().filter((what) => what !== 'permission-denied'))
    this.add({ source, what: 'success', message, ...(needle === undefined ? {} : { needle }) })
  }

  /** `command`: what the tool runs, where that is all it does. The same again and again is no progress. */
  toolStarted(id: string, action: string, command: string | null = null): void {
    this.#repetition.see(id, command)
    this.progress()
    this.#deeds.startTool(id, action)
  }

  toolFinished(id: string): void {
    if (!this.#repetition.isLoop) this.#pulse += 1
    this.#deeds.finishTool(id)
  }

  /** A command or an edit, in a few words. */
  action(action: string): void {
    this.#deeds.act(action)
  }

  file(path: string): void {
    this.#deeds.touch(path)
  }

  /** The closing line of the agent's structured output. */
  close(): void {
    this.#closed = true
    this.#retries.current = null
    this.#deeds.finishAllTools()
  }

  /** The agent goes on after its closing line: a new turn of the same session. */
  reopen(): void {
    this.#closed = false
    this.#drafts.settle(['success'])
  }

  get hasSuccess(): boolean {
    return this.#drafts.open().includes('success')
  }

  /** Unresolved typed or declared errors so far. */
  get hasError(): boolean {
    return this.#drafts.open().some((what) => what !== 'success')
  }

  /** Its last own words, unredacted: for what is noted from them. */
  get lastWords(): string {
    return this.#words.latest ?? ''
  }

  /** The agent gave an answer or did something. */
  get answered(): boolean {
    return this.#answered
  }

  /** How a live run stands: for liveness and for a line on a screen. */
  activity(): Activity {
    const { turns, costUsd } = this.figures()
    const doing = this.#deeds.openTool ?? this.#deeds.last ?? null
    return {
      pulse: this.#pulse,
      inTool: this.#deeds.inTool && !this.#repetition.isLoop,
      turns,
      costUsd,
      doing: doing === null ? null : this.#shown(doing),
      retrying: this.#retries.current,
      isClosed: this.#closed,
    }
  }

  facts(): RunFacts {
    const { openTool, lastActions, files } = this.#deeds
    return {
      ...this.figures(),
      closed: this.#closed,
      answered: this.#answered,
      inLoop: this.#repetition.isLoop,
      openTool: openTool === null ? null : this.#shown(openTool),
      lastWords: this.#safe(this.#words.toString()).slice(-LAST_WORDS_CHARS),
      actions: lastActions.map((one) => this.#shown(one)),
      files: files.map((path) => this.#safe(path)),
    }
  }

  #draft(note: Note, resolved: boolean): Draft {
    const { raw, before, newSince } = this.#item
    const draft = {
      note: { ...note, message: clip(note.message ?? note.needle ?? '', 4 * MESSAGE_CHARS) },
      ...this.#locator.find(this.#item, note.needle ?? note.message ?? '', this.unit),
      before: before ?? (isRecord(raw) ? this.#lastDeed() : undefined),
      newSince,
      resolved,
    }
    this.#drafts.add(draft)
    return draft
  }

  /** All signals in the order of the output. */
  signals(stage: Stage): readonly Signal[] {
    const { file, now } = this.options
    const safe = (text: string): string => this.#safe(text)
    return this.#drafts.all().map((draft) => signalOf(draft, { stage, file, now, safe }))
  }

  /** What the agent did or said last: the context of a record that has no line before it worth reading. */
  #lastDeed(): string | undefined {
    const said = this.#words.latest?.trim().split('\n').at(-1)
    return this.#deeds.last ?? said
  }

  #shown(deed: string): string {
    return clip(this.#safe(deed.replaceAll(/\s+/g, ' ')), SHOWN_CHARS)
  }

  /** Redacted before it is cut: half a key looks like no key. */
  #safe(text: string): string {
    return redact(text, this.options.secrets)
  }
}
