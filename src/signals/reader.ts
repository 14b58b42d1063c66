/**
 * The one reader for a live run and for a file: `push` bytes, then `end`.
 *
 * S1 Where the input is cut into chunks changes nothing. S2 Memory is flat: the last 8 MiB of text, one
 * line, bounded notes. S3 JSON records are read as they come; text is read at the end, because only its
 * last part counts. S4 No input throws.
 */
import type { Stage } from '../reasons/stages.ts'
import type { AgentAdapter, AgentReader } from './agents/adapter.ts'
import { agents } from './agents/agents.ts'
import { readGeneric } from './agents/generic.ts'
import { detectEncoding, SNIFF_BYTES, type Encoding } from './bytes/encoding.ts'
import { LineBlocks, type Block } from './bytes/line-blocks.ts'
import { linesOf, type Line } from './bytes/lines.ts'
import { overwrites, plain } from './bytes/plain.ts'
import { isObject, Records, type JsonObject, type JsonRecord } from './bytes/records.ts'
import { TextWindow } from './bytes/text-window.ts'
import { Fences } from './fences.ts'
import { inferStage } from './infer-stage.ts'
import { MARKER_NEEDLE } from './markers.ts'
import { Notes, type NotesOptions } from './notes.ts'
import type { Reading } from './signal.ts'
import { isStatement } from './statements.ts'
import { ToolDesk } from './tools/tool-desk.ts'

export type ReaderOptions = Partial<NotesOptions> & {
  /** Where in a run the output comes from. Without it the stage is inferred from what the output is. */
  readonly stage?: Stage
  /** Read as this agent's output, whatever it looks like. */
  readonly agent?: string
}

/** Records that came before the agent was recognised are read again by its adapter. */
const EARLY_RECORDS = 64
const EARLY_MARKERS = 20

export class SignalReader {
  readonly #options: ReaderOptions
  readonly notes: Notes
  #sniff: Buffer[] = []
  #sniffed = 0
  #blocks: LineBlocks | null = null
  #records: Records | null = null
  #encoding: Encoding | null = null
  readonly #window = new TextWindow()
  #early: JsonRecord[] = []
  #earlyMarkers: Line[] = []
  #adapter: AgentAdapter | null = null
  #agent: AgentReader | null = null
  readonly #generic: AgentReader
  #structured = false
  #bytes = 0

  constructor(options: ReaderOptions = {}) {
    this.#options = options
    this.notes = new Notes({ ...options, file: options.file ?? '-', now: options.now ?? new Date() })
    this.#generic = readGeneric(this.notes)
    const named = agents.find((one) => one.name === options.agent)
    if (named !== undefined) this.#recognise(named)
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    this.#bytes += bytes.length
    if (this.#blocks !== null) return this.#blocks.push(bytes)
    this.#sniff.push(Buffer.from(bytes))
    this.#sniffed += bytes.length
    if (this.#sniffed >= SNIFF_BYTES) this.#start()
  }

  end(exitCode: number | null = null): Reading {
    if (this.#blocks === null) this.#start()
    this.#blocks?.end()
    this.#records?.end()
    const desk = this.#readText()
    this.#agent?.end?.(exitCode)
    this.#generic.end?.(exitCode)
    desk.end()
    const stage = this.#options.stage ?? inferStage(this.#adapter?.name ?? null, desk.seen)
    return {
      signals: this.notes.signals(stage),
      stage,
      agent: this.#adapter?.name ?? null,
      structured: this.#structured,
      facts: this.notes.facts(),
      bytes: this.#bytes,
      lines: this.#blocks?.lines ?? 0,
    }
  }

  #start(): void {
    const head = Buffer.concat(this.#sniff)
    this.#sniff = []
    const encoding = detectEncoding(head)
    this.#encoding = encoding
    this.#records = new Records(encoding, {
      record: (record) => this.#record(record),
      text: (block) => this.#text(block),
    })
    const records = this.#records
    this.#blocks = new LineBlocks(encoding, (block) => records.push(block))
    this.#blocks.push(head.subarray(encoding.bom))
  }

  #record(record: JsonRecord): void {
    const { value } = record
    this.notes.reading(record)
    if (!isObject(value)) {
      for (const part of value) if (isObject(part)) this.#object(part, record)
      return
    }
    this.#object(value, record)
  }

  #object(value: JsonObject, record: JsonRecord): void {
    if (this.#agent?.record?.(value) === true) {
      this.#structured = true
      return
    }
    const adapter = agents.find((one) => one !== this.#adapter && one.recognisesRecord?.(value) === true)
    if (adapter !== undefined) {
      this.#recognise(adapter)
      this.#replay()
      this.notes.reading(record)
      this.#structured = this.#agent?.record?.(value) === true
      return
    }
    if (this.#agent === null && this.#early.length < EARLY_RECORDS) this.#early.push({ ...record, value })
    else this.#generic.record?.(value)
  }

  #recognise(adapter: AgentAdapter): void {
    this.#adapter = adapter
    this.#agent = adapter.open(this.notes)
  }

  /** The records before recognition: first to the agent that was recognised, else to the generic reader. */
  #replay(): void {
    const early = this.#early
    this.#early = []
    for (const record of early) {
      this.notes.reading(record)
      if (isObject(record.value) && this.#agent?.record?.(record.value) !== true) this.#generic.record?.(record.value)
    }
  }

  #text(block: Block): void {
    this.#window.add(block)
    const encoding = this.#encoding
    if (encoding === null || block.bytes.indexOf(encoding.encode(MARKER_NEEDLE)) < 0) return
    for (const line of linesOf(block, encoding)) {
      if (line.raw.includes(MARKER_NEEDLE)) this.#earlyMarkers.push(line)
    }
    this.#earlyMarkers = this.#earlyMarkers.slice(-EARLY_MARKERS)
  }

  #readText(): ToolDesk {
    const desk = new ToolDesk(this.notes)
    const lines = this.#lines()
    this.#recogniseText(lines)
    if (this.#early.length > 0) this.#replay()
    const firstOffset = lines[0]?.offset ?? Number.POSITIVE_INFINITY
    for (const line of this.#earlyMarkers) {
      if (line.offset >= firstOffset) continue
      this.notes.reading({ raw: line.raw, offset: line.offset, line: line.number })
      this.notes.marker(plain(line.raw))
    }
    const fences = new Fences()
    let before: string | undefined
    for (const line of lines) {
      for (const part of overwrites(line.raw)) before = this.#line(plain(part), line, { before, fences, desk }) ?? before
    }
    return desk
  }

  #lines(): readonly Line[] {
    const encoding = this.#encoding
    if (encoding === null) return []
    return [...this.#window.blocks()].flatMap((block) => [...linesOf(block, encoding)])
  }

  #recogniseText(lines: readonly Line[]): void {
    if (this.#adapter !== null) return
    for (const line of lines) {
      const text = plain(line.raw).trimEnd()
      const adapter = agents.find((one) => one.recognisesLine?.(text) === true)
      if (adapter !== undefined) return this.#recognise(adapter)
    }
  }

  /** Reads one line and returns it where it may serve as the context of the next. */
  #line(
    raw: string,
    line: Line,
    { before, fences, desk }: { before: string | undefined; fences: Fences; desk: ToolDesk },
  ): string | null {
    const text = raw.trimEnd()
    if (text === '') {
      fences.hides('')
      this.#agent?.line?.('')
      return null
    }
    this.notes.reading({ raw: text, offset: line.offset, line: line.number, ...(before === undefined ? {} : { before }) })
    if (this.#embedded(text)) return null
    const hidden = fences.hides(text)
    const role = this.#agent?.line?.(text) ?? this.#generic.line?.(text) ?? 'free'
    if (role === 'taken' || role === 'fenced' || hidden) return text
    if (role === 'own') this.notes.words(text)
    else if (text.includes(MARKER_NEEDLE)) this.notes.marker(text)
    if (role === 'free') desk.show(text)
    if (isStatement(text)) this.notes.add({ source: 'text', what: 'statement', message: text, specific: false })
    return text
  }

  /** A JSON record behind a prefix: a log that puts a time or a name before each line. */
  #embedded(text: string): boolean {
    if (!text.endsWith('}')) return false
    const at = text.indexOf('{"')
    if (at <= 0 || at > 200) return false
    try {
      const value: unknown = JSON.parse(text.slice(at))
      if (!isObject(value)) return false
      if (this.#agent?.record?.(value) === true) return true
      const adapter = agents.find((one) => one !== this.#adapter && one.recognisesRecord?.(value) === true)
      if (adapter === undefined) return false
      this.#recognise(adapter)
      return this.#agent?.record?.(value) === true
    } catch {
      // Braces in prose: the line is read as text.
      return false
    }
  }
}
