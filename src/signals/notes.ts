/**
 * Where adapters and tool readers write down what they see.
 *
 * N1 A signal stands at the item that is being read when it is noted. N2 A typed error is unresolved until
 * the agent makes progress after it. N3 Nothing is kept without a bound, and nothing unredacted.
 */
import type { Stage } from '../reasons/stages.ts'
import { Drafts, type Draft, type Note } from './drafts.ts'
import { LastWords } from './last-words.ts'
import { Locator } from './locator.ts'
import { MARKER_NEEDLE, parseMarker } from './markers.ts'
import { MessageMarkers, type Candidate } from './message-markers.ts'
import { parseReset } from './resets.ts'
import { Repetition } from './repetition.ts'
import { redact } from '../secrets/secrets.ts'
import { safeDetail } from './safe-detail.ts'
import { isSessionId } from './session-id.ts'
import { detach, EXCERPT_CHARS, excerptOf, isRecord } from './place.ts'
import type { Detail, RunFacts, Signal, What } from './signal.ts'

/** What is being read: a JSON record or a line of text. */
export type Item = {
  readonly raw: string
  readonly offset: number
  readonly line: number
  readonly before?: string
}

const MESSAGE_CHARS = 500
/** Words and actions are kept a little longer than they are shown, so that a secret is not cut in half. */
const KEPT_CHARS = 1000
const SHOWN_CHARS = 200
const LAST_WORDS_CHARS = 2000

/** Errors that the agent may get over by itself, so that later progress makes them moot. */
const PASSING: ReadonlySet<What> = new Set([
  'provider-error',
  'usage-limit',
  'no-answer',
  'refusal',
  'context-full',
  'interrupt',
])

export type NotesOptions = {
  readonly file: string
  /** The moment from which relative times in messages count. */
  readonly now: Date
  readonly secrets?: readonly string[]
  /** Beside the usual ones. */
  readonly markerPrefixes?: readonly string[]
  /** False for the output of a setup, baseline or test command: only an agent can claim a reason. */
  readonly hearsMarkers?: boolean
}

/** A live run at one moment. */
export type Activity = {
  /** Another number than before means that the agent said or did something. */
  readonly pulse: number
  /** A tool was started and has not finished. */
  readonly inTool: boolean
  readonly turns: number | null
  readonly costUsd: number | null
  readonly doing: string | null
  /** It tries a failed request again by itself; null where it does not. */
  readonly retrying: Retrying | null
  /** Its closing record is there: whatever the process does now, the agent is done. */
  readonly isClosed: boolean
}

/** A failed request that the agent tries again. */
export type Retrying = {
  /** The how manieth notice of the run it is. */
  readonly notice: number
  readonly status: number | null
  /** The provider's or the agent's own word. */
  readonly code: string | null
  readonly attempt: number
  readonly of: number | null
  /** The pause before the next try. */
  readonly nextMs: number | null
}

export class Notes {
  readonly options: NotesOptions
  /** Bytes a code unit takes in the input: 2 in UTF-16. */
  unit: 1 | 2 = 1
  #item: Item = { raw: '', offset: 0, line: 1 }
  readonly #drafts = new Drafts()
  /** Where the agent last made progress: text is read after the records, but may stand before them. */
  #progressAt = -1
  #sessionId: string | null = null
  #model: string | null = null
  #turns: number | null = null
  #costUsd: number | null = null
  #tokens: number | null = null
  #closed = false
  #answered = false
  /** Grows with everything that the agent says or does; retries and pings leave it. */
  #pulse = 0
  #retrying: Retrying | null = null
  #retries = 0
  readonly #words = new LastWords()
  readonly #message = new MessageMarkers<Item>()
  /** What withdraws the markers of a code block. */
  #shownMarkers: (() => void)[] = []
  readonly #locator = new Locator()
  #actions: string[] = []
  readonly #files = new Set<string>()
  readonly #openTools = new Map<string, string>()
  readonly #repetition = new Repetition()

  constructor(options: NotesOptions) {
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
  retries({ status, code, retry }: Detail): void {
    if (retry === undefined) return
    this.#retries += 1
    this.#retrying = {
      notice: this.#retries,
      status: isCount(status) ? status : null,
      code: code === undefined ? null : clip(this.#safe(code), SHOWN_CHARS),
      attempt: wholeOf(retry.attempt) ?? (this.#retrying?.attempt ?? 0) + 1,
      of: wholeOf(retry.of),
      nextMs: wholeOf(retry.delayMs),
    }
  }

  /** A request was answered, though the agent has said nothing yet. */
  stopsRetrying(): void {
    this.#retrying = null
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
    this.#unsay()
    if (isPiece) this.#claim(this.#message.hear(text, this.#item))
    else if (text.includes(MARKER_NEEDLE)) {
      const whole = new MessageMarkers<Item>()
      this.#claim([...whole.hear(text, this.#item), ...whole.end()])
    }
  }

  /** No more pieces of the message come. */
  endOfMessage(): void {
    this.#claim(this.#message.end())
  }

  #claim(candidates: readonly Candidate<Item>[]): void {
    const now = this.#item
    for (const { line, at, isShown } of candidates) {
      this.reading(at)
      const withdraw = this.marker(line)
      if (isShown && withdraw !== null) this.#shownMarkers.push(withdraw)
    }
    this.reading(now)
  }

  /** A block of markers counts as the agent's last words only. */
  #unsay(): void {
    for (const withdraw of this.#shownMarkers) withdraw()
    this.#shownMarkers = []
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
    this.#retrying = null
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
    this.#openTools.set(id, clip(action, KEPT_CHARS))
    this.action(action)
    if (this.#openTools.size > 1000) this.#openTools.delete(this.#openTools.keys().next().value ?? '')
  }

  toolFinished(id: string): void {
    if (!this.#repetition.isLoop) this.#pulse += 1
    this.#openTools.delete(id)
  }

  /** A command or an edit, in a few words. */
  action(action: string): void {
    this.#actions.push(clip(action, KEPT_CHARS))
    if (this.#actions.length > 40) this.#actions = this.#actions.slice(-20)
  }

  file(path: string): void {
    if (path !== '' && this.#files.size < 100) this.#files.add(path)
  }

  /** Anything else than an id is left out: it would become a word of the next command. */
  session(id: unknown): void {
    if (isSessionId(id)) this.#sessionId = id
  }

  get hasSession(): boolean {
    return this.#sessionId !== null
  }

  model(name: unknown): void {
    if (typeof name === 'string' && name !== '' && !name.startsWith('<')) this.#model = name
  }

  turns(count: unknown): void {
    if (isCount(count)) this.#turns = count
  }

  turn(): void {
    this.#turns = (this.#turns ?? 0) + 1
  }

  cost(usd: unknown): void {
    if (isCount(usd)) this.#costUsd = usd
  }

  tokens(count: unknown): void {
    if (isCount(count)) this.#tokens = count
  }

  addTokens(count: unknown): void {
    if (isCount(count)) this.#tokens = (this.#tokens ?? 0) + count
  }

  /** The closing line of the agent's structured output. */
  close(): void {
    this.#closed = true
    this.#retrying = null
    this.#openTools.clear()
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
    const doing = [...this.#openTools.values()].at(-1) ?? this.#actions.at(-1) ?? null
    return {
      pulse: this.#pulse,
      inTool: this.#openTools.size > 0 && !this.#repetition.isLoop,
      turns: this.#turns,
      costUsd: this.#costUsd,
      doing: doing === null ? null : this.#shown(doing),
      retrying: this.#retrying,
      isClosed: this.#closed,
    }
  }

  facts(): RunFacts {
    return {
      sessionId: this.#sessionId,
      model: this.#model,
      turns: this.#turns,
      costUsd: this.#costUsd,
      tokens: this.#tokens,
      closed: this.#closed,
      answered: this.#answered,
      inLoop: this.#repetition.isLoop,
      openTool: [...this.#openTools.values()].slice(-1).map((one) => this.#shown(one))[0] ?? null,
      lastWords: this.#safe(this.#words.toString()).slice(-LAST_WORDS_CHARS),
      actions: this.#actions.slice(-20).map((one) => this.#shown(one)),
      files: [...this.#files].map((path) => this.#safe(path)),
    }
  }

  #draft(note: Note, resolved: boolean): Draft {
    const { raw, before } = this.#item
    const draft = {
      note: { ...note, message: clip(note.message ?? note.needle ?? '', 4 * MESSAGE_CHARS) },
      ...this.#locator.find(this.#item, note.needle ?? note.message ?? '', this.unit),
      before: before ?? (isRecord(raw) ? this.#lastDeed() : undefined),
      resolved,
    }
    this.#drafts.add(draft)
    return draft
  }

  /** All signals in the order of the output. */
  signals(stage: Stage): readonly Signal[] {
    return this.#drafts.all().map((draft) => this.#signalOf(draft, stage))
  }

  #signalOf({ note, resolved, line, byteOffset, around, from, before }: Draft, stage: Stage): Signal {
    const context = before === undefined ? undefined : clip(this.#safe(before), EXCERPT_CHARS)
    const message = clip(this.#safe(note.message ?? ''), MESSAGE_CHARS)
    const inRecord = from > 0 || isRecord(around)
    const at = {
      file: this.options.file,
      line,
      byteOffset,
      excerpt: excerptOf(this.#safe(around), from, { inRecord, message }),
      ...(context === undefined ? {} : { before: context }),
    }
    return {
      source: note.source,
      what: note.what,
      stage,
      message,
      // An exit code stands nowhere in the output.
      at: note.source === 'ending' ? null : at,
      specific: note.specific ?? note.what !== 'failure',
      resolved,
      detail: safeDetail(withReset(note, this.options.now), (text) => this.#safe(text)),
    }
  }

  /** What the agent did or said last: the context of a record that has no line before it worth reading. */
  #lastDeed(): string | undefined {
    const said = this.#words.latest?.trim().split('\n').at(-1)
    return this.#actions.at(-1) ?? said
  }

  #shown(deed: string): string {
    return clip(this.#safe(deed.replaceAll(/\s+/g, ' ')), SHOWN_CHARS)
  }

  /** Redacted before it is cut: half a key looks like no key. */
  #safe(text: string): string {
    return redact(text, this.options.secrets)
  }
}

/** A limit's message often tells when it ends, in words. */
function withReset({ what, message = '', detail = {} }: Note, now: Date): Detail {
  if ((what !== 'usage-limit' && what !== 'provider-error') || detail.resetAt !== undefined) return detail
  const reset = parseReset(message, now)
  return reset === null ? detail : { ...detail, resetAt: reset.at.toISOString() }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

const wholeOf = (value: unknown): number | null => (isCount(value) ? Math.round(value) : null)

const clip = (text: string, most: number): string =>
  text.length <= most ? text : detach(text.slice(0, most))
