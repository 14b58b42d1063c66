/**
 * Recognises the agent of an output and passes each record and line to its reader. The generic reader gets the output
 * of unknown programs.
 *
 * R1 The first records are kept until an agent is recognised. Its reader then reads them. R2 Each record is read
 * once.
 */
import type { Block } from '../bytes/line-blocks.ts'
import type { JsonObject, JsonRecord } from '../bytes/records.ts'
import { isObject } from '../bytes/records.ts'
import { isModelRecord } from '../agent-talk.ts'
import { parseObject } from '../json.ts'
import type { Notes } from '../notes.ts'
import type { AgentAdapter, AgentReader, GivenAgents, LineRole } from '../agent-reader.ts'
import { Candidates } from './candidates.ts'
import { goTestJson } from './go-test-json.ts'
import type { Steps } from '../turns.ts'
import { readGeneric, type GenericReader } from './generic/generic.ts'

/** The number and size of records that are kept before an agent is recognised. */
const EARLY_RECORDS = 64
const EARLY_CHARS = 4 * 1024 * 1024

/** All adapters that may recognise an output. */
type Known = { readonly adapters: readonly AgentAdapter[]; readonly candidates: Candidates }

const knownBy = new WeakMap<readonly AgentAdapter[], Known>()

/** Computed once for each list of agents, because a log with many steps needs many routers. */
function knownIn(agents: readonly AgentAdapter[]): Known {
  const found = knownBy.get(agents)
  if (found !== undefined) return found
  const adapters = [...agents, goTestJson]
  const known = { adapters, candidates: new Candidates(adapters) }
  knownBy.set(agents, known)
  return known
}

/** A longer list of records is not a transcript. Only its beginning and its end are read. */
const FIRST_PARTS = 1000
const LAST_PARTS = 20_000

const endsOf = (list: readonly unknown[]): readonly unknown[] =>
  list.length <= FIRST_PARTS + LAST_PARTS ? list : [...list.slice(0, FIRST_PARTS), ...list.slice(-LAST_PARTS)]

const LINES_PER_STEP = 1000

type Early = { readonly value: JsonObject; readonly record: JsonRecord }

export class AgentRouter {
  readonly #notes: Notes
  readonly #known: Known
  readonly #generic: GenericReader
  #early: Early[] = []
  #earlyChars = 0
  #adapter: AgentAdapter | null = null
  #agent: AgentReader | null = null
  #structured = false
  #sawRecords = false
  #sawModel = false

  constructor(notes: Notes, { agents, agent }: GivenAgents & { readonly agent?: string }) {
    this.#notes = notes
    this.#known = knownIn(agents)
    this.#generic = readGeneric(notes)
    const named = this.#known.adapters.find(({ name }) => name === agent)
    if (named !== undefined) this.#recognise(named)
  }

  get adapter(): AgentAdapter | null {
    return this.#adapter
  }

  /** The recognised agent writes records, and the output has some. */
  get structured(): boolean {
    return this.#structured
  }

  /** The output also has records that no agent recognised. */
  get sawRecords(): boolean {
    return this.#sawRecords
  }

  /** An agent or a model client wrote a record, not another program that writes JSON. */
  get sawModel(): boolean {
    return this.#sawModel || this.#adapter !== null
  }

  record(record: JsonRecord): void {
    this.#sawRecords = true
    const { value } = record
    this.#notes.reading(record)
    if (isObject(value)) this.#object(value, record)
    else for (const part of endsOf(value)) if (isObject(part)) this.#object(part, record)
    this.#sawModel ||= this.#adapter === null && isModelRecord(record.raw)
  }

  /** Returns true if the agent's reader needs only the bytes of this long line. */
  skims({ bytes, offset, line }: Block): boolean {
    if (this.#agent?.skims === undefined || !this.#structured) return false
    this.#notes.reading({ raw: '', offset, line })
    return this.#agent.skims(bytes)
  }

  /**
   * Reads a JSON record after a prefix, from a log that puts a time or a name before each line. Returns true if it
   * was one.
   */
  embedded(text: string): boolean {
    const at = text.endsWith('}') ? text.indexOf('{"') : -1
    if (at <= 0 || at > 200) return false
    const value = parseObject(text.slice(at))
    if (value === null) return false
    if (this.#agent?.record?.(value) === true) return true
    const adapter = this.#recogniserOf(value)
    if (adapter === undefined) return false
    this.#recognise(adapter)
    return this.#agent?.record?.(value) === true
  }

  /** Does an agent print lines like these? Some agents put a time before each line. */
  *knows(lines: Iterable<string>): Steps<boolean> {
    return this.#adapter !== null || (yield* recogniserIn(lines, this.#known)) !== undefined
  }

  /** Is this a record of an agent, or a line that only one agent prints? */
  isAgentLine(line: string): boolean {
    if (line.startsWith('{"')) return isModelRecord(line)
    return this.#known.adapters.some((one) => one.recognisesLine?.(line) === true)
  }

  /** Looks for a line that only one agent prints, if no record identified the agent. */
  *recogniseText(lines: Iterable<string>): Steps<void> {
    if (this.#adapter === null) {
      const adapter = yield* recogniserIn(lines, this.#known)
      if (adapter !== undefined) this.#recognise(adapter)
    }
    this.#replay()
  }

  /** `shown`: the line is in a code block or a diff. */
  line(text: string, shown = false): LineRole {
    if (shown && this.#agent?.seesBlocks !== true) return 'fenced'
    return this.#agent?.line?.(text) ?? this.#generic.line?.(text) ?? 'free'
  }

  end(exitCode: number | null): void {
    this.#agent?.end?.(exitCode)
    this.#generic.end?.(exitCode)
    const meaning = exitCode === null ? undefined : this.#adapter?.exitCodes?.[exitCode]
    if (meaning === undefined || this.#notes.hasError || this.#notes.hasSuccess) return
    this.#notes.add({ source: 'ending', ...meaning })
  }

  #object(value: JsonObject, record: JsonRecord): void {
    if (this.#agent?.record?.(value) === true) {
      this.#structured = true
      return
    }
    const adapter = this.#recogniserOf(value)
    if (adapter !== undefined) {
      this.#recognise(adapter)
      this.#replay()
      this.#notes.reading(record)
      this.#structured = this.#agent?.record?.(value) === true
    } else if (this.#agent === null) this.#keep(value, record)
    else this.#unknown(value)
  }

  #keep(value: JsonObject, record: JsonRecord): void {
    if (this.#early.length >= EARLY_RECORDS || this.#earlyChars > EARLY_CHARS) this.#replay()
    this.#early.push({ value, record })
    this.#earlyChars += record.raw.length
  }

  #recogniserOf(value: JsonObject): AgentAdapter | undefined {
    for (const one of this.#known.candidates.of(value))
      if (one !== this.#adapter && one.recognisesRecord?.(value) === true) return one
    return undefined
  }

  #recognise(adapter: AgentAdapter): void {
    this.#adapter = adapter
    this.#agent = adapter.open(this.#notes)
    this.#generic.leave()
  }

  #replay(): void {
    const early = this.#early
    this.#early = []
    this.#earlyChars = 0
    for (const { value, record } of early) {
      this.#notes.reading(record)
      if (this.#agent?.record?.(value) !== true) this.#unknown(value)
    }
  }

  /** An agent in text mode writes no records, so JSON in its output is quoted. */
  #unknown(value: JsonObject): void {
    if (this.#agent === null || this.#agent.record !== undefined) this.#generic.record?.(value)
  }
}

/** The first agent that recognises one of these lines. */
function* recogniserIn(lines: Iterable<string>, { adapters }: Known): Steps<AgentAdapter | undefined> {
  let count = 0
  for (const line of lines) {
    const adapter = adapters.find((one) => one.recognisesLine?.(line) === true)
    if (adapter !== undefined) return adapter
    count += 1
    if (count % LINES_PER_STEP === 0) yield
  }
  return undefined
}
