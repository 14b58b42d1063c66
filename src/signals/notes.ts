/**
 * Where adapters and tool readers write down what they see.
 *
 * N1 A signal stands at the item that is being read when it is noted. N2 A typed error is unresolved until
 * the agent makes progress after it. N3 Nothing is kept without a bound, and nothing unredacted.
 */
import type { Stage } from '../reasons/stages.ts'
import { MARKER_NEEDLE, parseMarker } from './markers.ts'
import { parseReset } from './resets.ts'
import { redact } from './secrets.ts'
import type { Detail, Place, RunFacts, Signal, Source, What } from './signal.ts'

/** What is being read: a JSON record or a line of text. */
export type Item = {
  readonly raw: string
  readonly offset: number
  readonly line: number
  readonly before?: string
}

/** A signal as an adapter tells it. `needle` is what the excerpt should show; else the message is looked for. */
export type Note = {
  readonly source: Source
  readonly what: What
  readonly message?: string
  readonly detail?: Detail
  readonly needle?: string
  readonly specific?: boolean
}

type Draft = { note: Note; at: Place; resolved: boolean; message: string }

const MESSAGE_CHARS = 500
const EXCERPT_CHARS = 240
/** How far around an excerpt is looked for a secret that reaches into it. */
const SECRET_CHARS = 2000
/** Text statements are many in a bad log; only the last ones can decide anything. */
const MAX_STATEMENTS = 3000
const MAX_OTHERS = 5000

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
  readonly markerPrefixes?: readonly string[]
}

export class Notes {
  readonly options: NotesOptions
  #item: Item = { raw: '', offset: 0, line: 1 }
  #drafts: Draft[] = []
  #statements: Draft[] = []
  /** Typed errors that the agent has not got over yet. */
  #troubles: Draft[] = []
  /** Where the agent last made progress: text is read after the records, but may stand before them. */
  #progressAt = -1
  #sessionId: string | null = null
  #model: string | null = null
  #turns: number | null = null
  #costUsd: number | null = null
  #tokens: number | null = null
  #closed = false
  #answered = false
  #words: string[] = []
  #wordChars = 0
  #actions: string[] = []
  readonly #files = new Set<string>()
  readonly #openTools = new Map<string, string>()

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
    const message = clip(redact(note.message ?? note.needle ?? '', this.options.secrets), MESSAGE_CHARS)
    const resolved = PASSING.has(note.what) && note.source !== 'tool' && this.#item.offset < this.#progressAt
    const at = this.#place(note.needle ?? note.message ?? '')
    const draft = { note: withReset(note, this.options.now), message, resolved, at }
    const list = note.what === 'statement' ? this.#statements : this.#drafts
    if (PASSING.has(note.what) && note.source !== 'tool') this.#troubles.push(draft)
    list.push(draft)
    const most = note.what === 'statement' ? MAX_STATEMENTS : MAX_OTHERS
    if (list.length > most * 2) list.splice(0, list.length - most)
    return () => {
      draft.resolved = true
    }
  }

  /** A typed error, limit or outcome of the agent itself. */
  typed(what: What, message: string, detail: Detail = {}, needle?: string): void {
    this.add({ source: 'typed', what, message, detail, ...(needle === undefined ? {} : { needle }) })
  }

  /** The agent's own words: markers are looked for in them, and the last ones are kept. */
  words(text: string): void {
    if (text === '') return
    this.#answered = true
    this.#words.push(text.length > 4000 ? text.slice(-4000) : text)
    this.#wordChars += Math.min(text.length, 4000)
    while (this.#wordChars > 8000 && this.#words.length > 1)
      this.#wordChars -= this.#words.shift()?.length ?? 0
    if (text.includes(MARKER_NEEDLE)) for (const line of text.split('\n')) this.marker(line)
  }

  /** One line of the agent's own words that may be a marker. */
  marker(line: string): void {
    const found = parseMarker(line.replace(/\r$/, ''), this.options.markerPrefixes)
    if (found === null) return
    const detail = found.kind === 'marker' ? { word: found.word } : {}
    this.add({ source: 'marker', what: found.kind, message: found.text, needle: found.text, detail })
  }

  /** The agent works again: what it got over is no error. */
  progress(): void {
    this.#answered = true
    this.#progressAt = Math.max(this.#progressAt, this.#item.offset)
    for (const draft of this.#troubles) draft.resolved = true
    this.#troubles = []
  }

  /** A tool did its work: what was denied before was got round. */
  toolWorked(): void {
    for (const draft of this.#drafts) draft.resolved ||= draft.note.what === 'permission-denied'
  }

  /** The agent says that it is done. Everything before is settled. */
  success(message: string, needle?: string, source: 'typed' | 'declared' = 'typed'): void {
    for (const draft of this.#drafts) {
      if (draft.note.source === 'typed' || draft.note.source === 'declared')
        draft.resolved ||= draft.note.what !== 'permission-denied'
    }
    this.add({ source, what: 'success', message, ...(needle === undefined ? {} : { needle }) })
  }

  toolStarted(id: string, action: string): void {
    this.progress()
    this.#openTools.set(id, clip(redact(action, this.options.secrets), 200))
    this.action(action)
    if (this.#openTools.size > 1000) this.#openTools.delete(this.#openTools.keys().next().value ?? '')
  }

  toolFinished(id: string): void {
    this.#openTools.delete(id)
  }

  /** A command or an edit, in a few words. */
  action(action: string): void {
    this.#actions.push(clip(redact(action.replaceAll(/\s+/g, ' '), this.options.secrets), 200))
    if (this.#actions.length > 40) this.#actions = this.#actions.slice(-20)
  }

  file(path: string): void {
    if (path !== '' && this.#files.size < 100) this.#files.add(path)
  }

  session(id: unknown): void {
    if (typeof id === 'string' && id !== '') this.#sessionId = id
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
    this.#openTools.clear()
  }

  /** The agent goes on after its closing line: a new turn of the same session. */
  reopen(): void {
    this.#closed = false
    for (const draft of this.#drafts) draft.resolved ||= draft.note.what === 'success'
  }

  get hasSuccess(): boolean {
    return this.#drafts.some((draft) => draft.note.what === 'success' && !draft.resolved)
  }

  /** Unresolved typed or declared errors so far. */
  get hasError(): boolean {
    return this.#drafts.some(
      (draft) => !draft.resolved && draft.note.source !== 'marker' && draft.note.what !== 'success',
    )
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
      openTool: [...this.#openTools.values()].at(-1) ?? null,
      lastWords: redact(this.#words.join('\n'), this.options.secrets).slice(-2000),
      actions: this.#actions.slice(-20),
      files: [...this.#files],
    }
  }

  /** All signals in the order of the output. */
  signals(stage: Stage): readonly Signal[] {
    return [...this.#drafts, ...this.#statements.slice(-MAX_STATEMENTS)]
      .toSorted((a, b) => a.at.byteOffset - b.at.byteOffset)
      .map(({ note, at, resolved, message }) => ({
        source: note.source,
        what: note.what,
        stage,
        message,
        at,
        specific: note.specific ?? note.what !== 'failure',
        resolved,
        detail: note.detail ?? {},
      }))
  }

  #place(needle: string): Place {
    const { raw, offset, line, before } = this.#item
    const found = locate(raw, needle)
    const lead = raw.slice(0, found)
    const excerpt = withinString(this.#safe(raw, found).split('\n', 1)[0] ?? '', raw, found)
    const context = before ?? (isRecord(raw) ? this.#lastDeed() : undefined)
    const extraLines = lead.includes('\n') ? lead.split('\n').length - 1 : 0
    return {
      file: this.options.file,
      line: line + extraLines,
      byteOffset: offset + Buffer.byteLength(lead),
      excerpt: excerpt.trimEnd(),
      ...(context === undefined ? {} : { before: this.#safe(context, 0) }),
    }
  }

  /** What the agent did or said last: the context of a record that has no line before it worth reading. */
  #lastDeed(): string | undefined {
    const said = this.#words.at(-1)?.trim().split('\n').at(-1)
    return this.#actions.at(-1) ?? said
  }

  /** A cut-out without secrets. Redacted before it is cut: half a key looks like no key. */
  #safe(raw: string, from: number): string {
    const start = Math.max(0, from - SECRET_CHARS)
    const wide = redact(raw.slice(start, from + EXCERPT_CHARS + SECRET_CHARS), this.options.secrets)
    return wide.slice(from - start, from - start + EXCERPT_CHARS)
  }
}

/** A limit's message often tells when it ends, in words. */
function withReset(note: Note, now: Date): Note {
  if ((note.what !== 'usage-limit' && note.what !== 'provider-error') || note.detail?.resetAt !== undefined)
    return note
  const reset = parseReset(note.message ?? '', now)
  return reset === null ? note : { ...note, detail: { ...note.detail, resetAt: reset.at.toISOString() } }
}

const isRecord = (raw: string): boolean => raw.startsWith('{') || raw.startsWith('[')

/** Of a value inside a JSON record only the value is shown, not the fields after it. */
function withinString(excerpt: string, raw: string, found: number): string {
  if (!isRecord(raw) || found === 0 || excerpt.startsWith('"')) return excerpt
  const end = /(?<!\\)(?:\\\\)*"/.exec(excerpt)
  return end === null ? excerpt : excerpt.slice(0, end.index + end[0].length - 1)
}

/** Where in the raw text the needle stands: as it is, or as JSON writes it. */
function locate(raw: string, needle: string): number {
  const first = needle.trim().split('\n', 1)[0]?.slice(0, 60) ?? ''
  if (first === '') return 0
  const direct = raw.lastIndexOf(first)
  if (direct >= 0) return direct
  return Math.max(0, raw.lastIndexOf(JSON.stringify(first).slice(1, -1)))
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

const clip = (text: string, most: number): string => (text.length <= most ? text : text.slice(0, most))
