/**
 * Finds out whose output it is and gives each record and line to that agent's reader; what nobody
 * recognises goes to the generic one.
 *
 * R1 The first records are kept until an agent is recognised, and then read by it. R2 A record is read once.
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

/** Records that came before the agent was recognised, by number and by size. */
const EARLY_RECORDS = 64
const EARLY_CHARS = 4 * 1024 * 1024

/** All who may recognise an output. */
type Known = { readonly adapters: readonly AgentAdapter[]; readonly candidates: Candidates }

const knownBy = new WeakMap<readonly AgentAdapter[], Known>()

/** Made once for each list of agents: a log of many steps needs many routers. */
function knownIn(agents: readonly AgentAdapter[]): Known {
  const found = knownBy.get(agents)
  if (found !== undefined) return found
  const adapters = [...agents, goTestJson]
  const known = { adapters, candidates: new Candidates(adapters) }
  knownBy.set(agents, known)
  return known
}

/** A list of more records is no transcript: its beginning and its end are read. */
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

  /** The recognised agent writes records, and some were there. */
  get structured(): boolean {
    return this.#structured
  }

  /** Records that nobody recognised were there too. */
  get sawRecords(): boolean {
    return this.#sawRecords
  }

  /** A record came from an agent or a model's client, not from some other program that writes JSON. */
  get sawModel(): boolean {
    return this.#sawModel || this.#adapter !== null
  }

  record(record: JsonRecord): void {
    this.#sawRecords = true
    this.#sawModel ||= isModelRecord(record.raw)
    const { value } = record
    this.#notes.reading(record)
    if (isObject(value)) this.#object(value, record)
    else for (const part of endsOf(value)) if (isObject(part)) this.#object(part, record)
  }

  /** A long line of which the recognised agent's reader needs no more than a look. */
  skims({ bytes, offset, line }: Block): boolean {
    if (this.#agent?.skims === undefined || !this.#structured) return false
    this.#notes.reading({ raw: '', offset, line })
    return this.#agent.skims(bytes)
  }

  /** A JSON record behind a prefix: a log that puts a time or a name before each line. True where it was one. */
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

  /** Does an agent print lines like these? Some put a time before each line themselves. */
  *knows(lines: Iterable<string>): Steps<boolean> {
    return this.#adapter !== null || (yield* recogniserIn(lines, this.#known)) !== undefined
  }

  /** Looks for a line that only one agent prints, where no record told whose output it is. */
  *recogniseText(lines: Iterable<string>): Steps<void> {
    if (this.#adapter === null) {
      const adapter = yield* recogniserIn(lines, this.#known)
      if (adapter !== undefined) this.#recognise(adapter)
    }
    this.#replay()
  }

  /** `shown`: the line stands in a code block or a diff. */
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

  /** JSON in the output of an agent that writes only text is something it shows. */
  #unknown(value: JsonObject): void {
    if (this.#agent === null || this.#agent.record !== undefined) this.#generic.record?.(value)
  }
}

/** The agent that alone prints one of these lines. */
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
