/**
 * Adapters and tool readers report their signals here.
 *
 * N1 The place of a signal is the item that is being read when it is noted. N2 A typed error is unresolved until the
 * agent makes progress after it. N3 Everything that is kept is bounded, and everything that leaves is redacted.
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
  /** Relative times in messages count from this moment. */
  readonly now: Date
  readonly secrets?: readonly string[]
  /** Marker prefixes in addition to the built-in ones. */
  readonly markerPrefixes?: readonly string[]
  /** False for the output of a setup, baseline or test command: only an agent can claim a reason. */
  readonly hearsMarkers?: boolean
}

export class Notes extends RunFigures {
  readonly options: NotesOptions
  /** The number of bytes of a code unit in the input: 2 in UTF-16. */
  unit: 1 | 2 = 1
  #item: Item = { raw: '', offset: 0, line: 1 }
  readonly #drafts = new Drafts()
  /** The place of the agent's last progress. Text is read after the records, but may be before them. */
  #progressAt = -1
  #closed = false
  #answered = false
  /** Grows with everything that the agent says or does. Retries and pings do not change it. */
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

  /** Sets the place of everything that is noted from now on. */
  reading(item: Item): void {
    this.#item = item
  }

  /** The item that is being read. */
  get item(): Item {
    return this.#item
  }

  /** Returns a function that resolves the signal. */
  add(note: Note): () => void {
    const isPassing = PASSING.has(note.what) && note.source !== 'tool'
    const draft = this.#draft(note, isPassing && this.#item.offset < this.#progressAt)
    if (note.detail?.retry !== undefined) this.retries(note.detail)
    return () => this.#drafts.resolve(draft)
  }

  /** Notes an error again at its old place: the agent seemed to have recovered from it, but failed because of it. */
  restate(note: Note, item: Item): void {
    this.reading(item)
    this.#draft(note, false)
  }

  /**
   * Notes that the agent retries a failed request. This is noted at once, even if the line itself is read only at the
   * end.
   */
  retries(detail: Detail): void {
    this.#retries.note(detail, (text) => clip(this.#safe(text), SHOWN_CHARS))
  }

  /** Notes that a request was answered, although the agent has not said anything yet. */
  stopsRetrying(): void {
    this.#retries.current = null
  }

  /** Notes a typed error, limit or outcome that the agent itself reports. */
  typed(what: What, message: string, detail: Detail = {}, needle?: string): void {
    this.add({ source: 'typed', what, message, detail, ...(needle === undefined ? {} : { needle }) })
  }

  /**
   * Adds the agent's own words. They are searched for markers, and the last ones are kept. Each piece of a message
   * holds whole lines, and `endOfMessage` follows the last piece.
   */
  words(text: string, { isPiece = false }: { readonly isPiece?: boolean } = {}): void {
    if (text === '') return
    this.#answered = true
    // Lines of plain text may be a heartbeat, which repeats the same words.
    if (isRecord(this.#item.raw)) this.#repetition.hear(text)
    if (!this.#repetition.isLoop) this.#pulse += 1
    this.#words.say(text)
    this.#claims.hear(text, this.#item, isPiece)
  }

  /** Ends a message that came in pieces. */
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

  /** Adds a line of an unknown program. */
  heard(line: string): void {
    this.#words.hear(line)
  }

  /**
   * Notes one line of the agent's own words if it is a marker. Returns a function that withdraws it, or null if it is
   * not a marker.
   */
  marker(line: string): (() => void) | null {
    if (this.options.hearsMarkers === false) return null
    const found = parseMarker(line.replace(/\r$/, ''), this.options.markerPrefixes)
    if (found === null) return null
    const detail = found.kind === 'marker' ? { word: found.word } : {}
    return this.add({ source: 'marker', what: found.kind, message: found.text, needle: found.text, detail })
  }

  /** The agent works again, so the errors before count as recovered. An agent in a loop does not recover. */
  progress(): void {
    this.#answered = true
    if (this.#repetition.isLoop) return
    this.#pulse += 1
    this.#retries.current = null
    this.#progressAt = Math.max(this.#progressAt, this.#item.offset)
    this.#drafts.settle(PASSING)
  }

  /** A tool succeeded, so the agent worked around earlier denials. */
  toolWorked(): void {
    this.#repetition.worked()
    this.#drafts.settle(['permission-denied'])
  }

  /** The agent says that it is done. This resolves every error before. */
  success(message: string, needle?: string, source: 'typed' | 'declared' = 'typed'): void {
    this.#drafts.settle(this.#drafts.open().filter((what) => what !== 'permission-denied'))
    this.add({ source, what: 'success', message, ...(needle === undefined ? {} : { needle }) })
  }

  /** `command` is what the tool runs, if that is all it does. Repeating the same command is not progress. */
  toolStarted(id: string, action: string, command: string | null = null): void {
    this.#repetition.see(id, command)
    this.progress()
    this.#deeds.startTool(id, action)
  }

  toolFinished(id: string): void {
    if (!this.#repetition.isLoop) this.#pulse += 1
    this.#deeds.finishTool(id)
  }

  /** Adds a command or an edit, in a few words. */
  action(action: string): void {
    this.#deeds.act(action)
  }

  file(path: string): void {
    this.#deeds.touch(path)
  }

  /** Notes the closing record of the agent's structured output. */
  close(): void {
    this.#closed = true
    this.#retries.current = null
    this.#deeds.finishAllTools()
  }

  /** The agent continues after its closing record: a new turn of the same session. */
  reopen(): void {
    this.#closed = false
    this.#drafts.settle(['success'])
  }

  get hasSuccess(): boolean {
    return this.#drafts.open().includes('success')
  }

  /** Is any typed or declared error unresolved so far? */
  get hasError(): boolean {
    return this.#drafts.open().some((what) => what !== 'success')
  }

  /** The agent's last words, not redacted. They are only used to note signals from them. */
  get lastWords(): string {
    return this.#words.latest ?? ''
  }

  /** Did the agent give an answer or do something? */
  get answered(): boolean {
    return this.#answered
  }

  /** The state of a live run, for liveness checks and for the status line. */
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

  /** All signals, in the order of the output. */
  signals(stage: Stage): readonly Signal[] {
    const { file, now } = this.options
    const safe = (text: string): string => this.#safe(text)
    return this.#drafts.all().map((draft) => signalOf(draft, { stage, file, now, safe }))
  }

  /** The agent's last action or words. They are the context of a record that has no useful line before it. */
  #lastDeed(): string | undefined {
    const said = this.#words.latest?.trim().split('\n').at(-1)
    return this.#deeds.last ?? said
  }

  #shown(deed: string): string {
    return clip(this.#safe(deed.replaceAll(/\s+/g, ' ')), SHOWN_CHARS)
  }

  /** Redacts before it cuts, because half a key is not recognised as a secret. */
  #safe(text: string): string {
    return redact(text, this.options.secrets)
  }
}
