/**
 * The reader for both a live run and a file: call `push` with bytes, then `end`.
 *
 * S1 The result does not depend on how the input is cut into chunks. S2 Memory is bounded: the last 8 MiB of text,
 * one line, bounded notes. S3 JSON records are read as they arrive. Text is read at the end, because only its last
 * part counts. S4 No input makes the reader throw.
 */
import type { Stage } from '../reasons/stages.ts'
import type { GivenAgents } from './agent-reader.ts'
import { AgentRouter } from './agents/router.ts'
import { detectEncoding, isClearlyBytes, SNIFF_BYTES, type Encoding } from './bytes/encoding.ts'
import { LineBlocks, type Block } from './bytes/line-blocks.ts'
import { linesOf } from './bytes/lines.ts'
import { CiLog } from './ci/ci-log.ts'
import { readCi, readWrapped } from './ci/read-ci.ts'
import type { StepText } from './ci/step-text.ts'
import { WrappedText } from './ci/wrapped-text.ts'
import { iterationsIn } from './loops/iterations.ts'
import { EarlierRunsKept } from './loops/earlier-runs.ts'
import { readLoop } from './loops/read-loop.ts'
import { RunStarts } from './loops/run-starts.ts'
import { plain } from './bytes/plain.ts'
import { isObject, Records, type JsonRecord } from './bytes/records.ts'
import { TextWindow } from './bytes/text-window.ts'
import type { GoodRuns } from './good-log.ts'
import { inferStage } from './infer-stage.ts'
import { Notes, type NotesOptions } from './notes.ts'
import { noteEarlyMarkers, ShownLines } from './shown-lines.ts'
import type { Reading } from './signal.ts'
import { introductions, linesAfter, readText } from './text-reader.ts'
import type { ToolDesk } from './tools/tool-desk.ts'
import { isByAgent, speaks } from './agent-talk.ts'
import { finish, Turns, type Steps } from './turns.ts'

export type ReaderOptions = Partial<Omit<NotesOptions, 'hearsMarkers'>> & {
  /** The stage of the run that wrote the output. By default it is inferred from the output. */
  readonly stage?: Stage
  /** Read the output as that of this agent, even if it does not look like it. */
  readonly agent?: string
  /** Finds the session id in a line if the agent's adapter does not: the first group, or the whole match. */
  readonly sessionPattern?: string
  /** Good runs with which the text is compared. */
  readonly good?: GoodRuns | null
  /**
   * The output is a part of another one, so it is not split into the steps of a CI log. An iteration is not split into
   * iterations either.
   */
  readonly part?: 'step' | 'iteration'
  /** The number of envelopes that were removed from the output. */
  readonly unwrapped?: number
  /** The output may contain several runs. The last one is read, the others are kept for `earlier`. */
  readonly splitsRuns?: boolean
}

/** Real logs are not wrapped more often. */
const MOST_ENVELOPES = 3

const SESSION_LINE_CHARS = 2000

/** Created when the first bytes have revealed the encoding. */
type Intake = {
  readonly encoding: Encoding
  readonly blocks: LineBlocks
  readonly records: Records
  readonly shown: ShownLines
  /** Null if the output is already one step of a CI log. */
  readonly ci: CiLog | null
}

/** The kept text of a complete output. */
type Whole = Pick<Intake, 'encoding' | 'ci'> & { readonly text: readonly Block[]; readonly lines: number }

export class SignalReader {
  readonly #options: ReaderOptions & GivenAgents
  #notes: Notes
  #router: AgentRouter
  /** For several runs in one output: their starts, the runs before the last one, and the start of the last one. */
  readonly #starts = new RunStarts()
  readonly #earlier = new EarlierRunsKept()
  #runFrom = 0
  readonly #window = new TextWindow()
  #sniff: Buffer[] = []
  #sniffed = 0
  #intake: Intake | null = null
  #bytes = 0
  readonly #session: RegExp | null
  #good: GoodRuns | null

  constructor(options: ReaderOptions & GivenAgents) {
    this.#options = options
    this.#good = options.good ?? null
    this.#session = options.sessionPattern === undefined ? null : new RegExp(options.sessionPattern)
    this.#notes = this.#newNotes()
    this.#router = new AgentRouter(this.#notes, options)
  }

  #newNotes(): Notes {
    const { stage = 'agent_run', file = '-', now = new Date() } = this.#options
    // If the stage is not given, the output may be that of an agent.
    return new Notes({ ...this.#options, file, now, hearsMarkers: stage === 'agent_run' })
  }

  /** The notes of the run that is being read. */
  get notes(): Notes {
    return this.#notes
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    this.#bytes += bytes.length
    if (this.#intake !== null) return this.#intake.blocks.push(bytes)
    this.#sniff.push(Buffer.from(bytes))
    this.#sniffed += bytes.length
    if (this.#sniffed >= SNIFF_BYTES || isClearlyBytes(Buffer.concat(this.#sniff))) this.#start()
  }

  /** Is this the structured output of a known agent, so that its records show what it does? */
  get isKnown(): boolean {
    return this.#router.structured && this.#router.adapter !== null
  }

  /** The agent that writes the output, as far as it is known. */
  get agent(): string | null {
    return this.#router.adapter?.name ?? null
  }

  /** Sets the good runs. The caller looks for them only after this run failed. Text is compared at the end. */
  compareWith(good: GoodRuns | null): void {
    this.#good = good
  }

  end(exitCode: number | null = null): Reading {
    return finish(this.#steps(exitCode))
  }

  /**
   * Like `end`, but yields to the event loop. Reading a long text takes seconds, and limits and signals must work in
   * that time.
   */
  endInTurns(exitCode: number | null = null): Promise<Reading> {
    return new Turns().finish(this.#steps(exitCode))
  }

  *#steps(exitCode: number | null): Steps<Reading> {
    const { encoding, blocks, records, shown, ci } = this.#intake ?? this.#start()
    blocks.end()
    records.end()
    // Text before the start of the last run belongs to an earlier run.
    const text = [...this.#window.blocks(encoding)].filter(({ offset }) => offset >= this.#runFrom)
    const parts = yield* this.#partsIn({ text, encoding, lines: blocks.lines, ci }, exitCode)
    if (parts !== null) return parts
    noteEarlyMarkers(shown.markers, text, this.notes)
    const readers = { router: this.#router, notes: this.notes, good: this.#good }
    const desk = yield* readText({ blocks: text, encoding, ranges: shown.ranges() }, readers)
    this.#router.end(exitCode)
    desk.end()
    const { adapter } = this.#router
    const agent = adapter?.stage === undefined ? (adapter?.name ?? null) : null
    const stage =
      this.#options.stage ??
      adapter?.stage ??
      inferStage(
        agent,
        this.#hasLastWord(desk, text, encoding) ? [] : desk.seen,
        this.#talksLikeAgent(text, encoding),
      )
    return {
      signals: this.notes.signals(stage),
      stage,
      isStageInferred: this.#options.stage === undefined,
      agent,
      structured: this.#router.structured && agent !== null,
      facts: this.notes.facts(),
      bytes: this.#bytes,
      lines: blocks.lines,
      ...this.#earlier.asField(),
    }
  }

  /** Reads an output that consists of other outputs: steps of a CI log, wrapped lines, iterations. Null if it does not. */
  *#partsIn({ text, encoding, lines, ci }: Whole, exitCode: number | null): Steps<Reading | null> {
    const whole = { bytes: this.#bytes, lines, encoding }
    const log = this.isKnown ? null : (ci?.end(text) ?? null)
    if (log !== null) {
      const { file, secrets = [] } = this.notes.options
      const named = { ...whole, file, secrets }
      if (!(log instanceof WrappedText)) return yield* readCi(log, named, (step) => this.#stepReader(step))
      if (!(yield* this.#router.knows(introductions(text, encoding))))
        return yield* readWrapped(log, named, (pieces) => this.#insideReader(pieces, exitCode))
    }
    const tries = this.#triesIn(text, encoding)
    if (tries === null) return null
    const { stage = this.#talksLikeAgent(text, encoding) ? 'agent_run' : undefined } = this.#options
    const reading = yield* readLoop(tries, whole, (one) => this.#tryReader(one, stage))
    return { ...reading, isStageInferred: this.#options.stage === undefined }
  }

  /** The record starts another run, so the run before it is complete. */
  #nextRun({ offset, line }: JsonRecord): void {
    const { adapter } = this.#router
    // An unknown output counts as complete only if it has a closing record: it may be mixed with another.
    if (!this.isKnown && !this.#notes.facts().closed) return
    finish(this.#router.recogniseText([]))
    this.#router.end(null)
    this.#earlier.add({
      stage: 'agent_run',
      agent: adapter?.name ?? null,
      structured: this.#router.structured,
      signals: this.#notes.signals('agent_run'),
      facts: this.#notes.facts(),
      bytes: offset,
      lines: line,
    })
    const { unit } = this.#notes
    this.#notes = this.#newNotes()
    this.#notes.unit = unit
    this.#router = new AgentRouter(this.#notes, this.#options)
    this.#runFrom = offset
  }

  /** Reads the text of one CI step as a separate output. A loop may run in it. */
  #stepReader(text: string): Steps<Reading> {
    return this.#partReader([text], null, { part: 'step' })
  }

  /** Reads the text of one iteration of a loop as a separate output. */
  #tryReader(text: string, stage = this.#options.stage): Steps<Reading> {
    return this.#partReader([text], null, { ...(stage === undefined ? {} : { stage }), part: 'iteration' })
  }

  /** Reads the unwrapped content. It may be any kind of output. */
  #insideReader(pieces: Iterable<string>, exitCode: number | null): Steps<Reading> {
    return this.#partReader(pieces, exitCode, { unwrapped: (this.#options.unwrapped ?? 0) + 1 })
  }

  *#partReader(pieces: Iterable<string>, exitCode: number | null, options: ReaderOptions): Steps<Reading> {
    const reader = new SignalReader({ ...this.#options, good: this.#good, ...options })
    for (const piece of pieces) {
      reader.push(Buffer.from(piece))
      yield
    }
    return yield* reader.#steps(exitCode)
  }

  /** Records are read as they arrive, so a log with records is not split into iterations. */
  #triesIn(text: readonly Block[], encoding: Encoding): readonly StepText[] | null {
    if (this.#router.sawRecords || this.#options.part === 'iteration') return null
    const isDated = (this.#options.unwrapped ?? 0) > 0
    return iterationsIn(text, encoding, () => this.#talksLikeAgent(text, encoding), isDated)
  }

  #start(): Intake {
    const head = Buffer.concat(this.#sniff)
    this.#sniff = []
    const encoding = detectEncoding(head)
    this.notes.unit = encoding.unit
    const shown = new ShownLines(encoding)
    const records = new Records(encoding, {
      record: (record) => {
        const { value } = record
        if (this.#options.splitsRuns === true && isObject(value) && this.#starts.opens(value))
          this.#nextRun(record)
        this.#findSession(record.raw)
        this.#router.record(record)
      },
      text: (block) => {
        this.#text(block, encoding)
        shown.read(block)
        shown.drop(this.#window.keptLines)
      },
      skims: (line) => this.#router.skims(line),
    })
    const { part, unwrapped = 0 } = this.#options
    const ci =
      part !== undefined || unwrapped > MOST_ENVELOPES
        ? null
        : new CiLog(encoding, (line) => this.#router.isAgentLine(line))
    const blocks = new LineBlocks(encoding, (block) => {
      ci?.add(block)
      records.push(block)
    })
    this.#intake = { encoding, blocks, records, shown, ci }
    blocks.push(head.subarray(encoding.bom))
    return this.#intake
  }

  /** The transcript of an unknown agent: it speaks after the last tool that it ran. */
  #hasLastWord(desk: ToolDesk, text: readonly Block[], encoding: Encoding): boolean {
    return desk.lastFound >= 0 && speaks(linesAfter(desk.lastFound, text, encoding))
  }

  #talksLikeAgent(text: readonly Block[], encoding: Encoding): boolean {
    return this.#router.sawModel || isByAgent(() => introductions(text, encoding))
  }

  #text(block: Block, encoding: Encoding): void {
    this.#window.add(block)
    if (this.#session !== null) for (const { raw } of linesOf(block, encoding)) this.#findSession(raw)
    this.#readNotices(block, encoding)
  }

  #findSession(line: string): void {
    if (this.#session === null || this.notes.hasSession) return
    const found = this.#session.exec(line.slice(0, SESSION_LINE_CHARS))
    this.notes.session(found?.[1] ?? found?.[0])
  }

  /** Text is read at the end, but a retry must be known while it happens. */
  #readNotices(block: Block, encoding: Encoding): void {
    const notice = this.#router.adapter?.retryNotice
    if (notice === undefined || block.bytes.indexOf(encoding.encode(notice.needle)) < 0) return
    for (const { raw } of linesOf(block, encoding)) {
      const detail = notice.read(plain(raw))
      if (detail !== null) this.notes.retries(detail)
    }
  }
}
