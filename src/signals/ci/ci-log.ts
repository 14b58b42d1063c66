/**
 * Reads a CI log as jobs and steps while it arrives.
 *
 * L1 Only the first lines of an output, and at the end its last lines, are used to recognise a system. L2 Memory is
 * bounded. For each job, only last lines are kept: those of the failed steps, of the last step, and of an agent's
 * step.
 */
import type { Encoding } from '../bytes/encoding.ts'
import type { Block } from '../bytes/line-blocks.ts'
import { linesOf, type Line } from '../bytes/lines.ts'
import { plain } from '../bytes/plain.ts'
import { work } from '../bytes/work.ts'
import { CiJob, type CiStep } from './ci-job.ts'
import type { CiLine, CiSystem } from './ci-system.ts'
import { ciSystems } from './ci-systems.ts'
import { isFence } from '../fences.ts'
import {
  askedEnvelope,
  envelopeOf,
  fencedEnvelope,
  isAskedAbout,
  isFenced,
  mayBeFenced,
  WRAPPED,
} from './envelopes.ts'
import { WrappedText } from './wrapped-text.ts'

const RECOGNITION_CHARS = 64 * 1024
const RECOGNITION_LINES = 200
/** If there are more jobs, they are read as one: the names are not real names. */
const MOST_JOBS = 500
/** The number of characters that are kept of a step. It is smaller if there are many jobs (L2). */
const FEW_JOBS = 8
const KEPT_CHARS = 2 * 1024 * 1024
const KEPT_OF_MANY_CHARS = 64 * 1024
/** At most this many failed steps are read. */
const MOST_STEPS = 8

export type CiLogReading = {
  readonly system: string
  readonly failed: readonly CiStep[]
  /** Steps that did not fail and in which an agent worked: the last one of each job. */
  readonly agents: readonly CiStep[]
  /** The line on which the last job reports success. Null if not every job passed. */
  readonly passed: Line | null
  readonly last: CiStep
}

export class CiLog {
  readonly #encoding: Encoding
  readonly #isAgentLine: (line: string) => boolean
  #held: Line[] | null = []
  #heldChars = 0
  #system: CiSystem | null = null
  /** An envelope that the first lines have. Its lines are read at the end, because only the kept text is needed. */
  #envelope: CiSystem | null = null
  #read: ((plain: string) => CiLine) | null = null
  /** Jobs by name, or by number if they have none. */
  readonly #jobs = new Map<string | number, CiJob>()
  #job: CiJob
  /** The first line that is not blank. */
  #first = ''

  constructor(encoding: Encoding, isAgentLine: (line: string) => boolean) {
    this.#encoding = encoding
    this.#isAgentLine = isAgentLine
    this.#job = this.#jobOf(null)
  }

  add(block: Block): void {
    if (this.#held === null && this.#read === null) return
    for (const line of linesOf(block, this.#encoding)) {
      if (this.#read !== null) this.#take(line, this.#read)
      else if (!this.#hold(line)) return
    }
  }

  /** `kept` is the last text of the output. Some systems are recognised only by the end of their logs. */
  end(kept: readonly Block[]): CiLogReading | WrappedText | null {
    if (this.#held !== null) this.#recognise(this.#held)
    if (this.#envelope === null && this.#read === null) this.#recogniseByEnd(kept)
    if (this.#envelope !== null) return new WrappedText(this.#envelope, kept, this.#encoding)
    if (this.#system === null) return null
    const jobs = [...this.#jobs.values()].filter(
      (job) => job.passed !== null || !job.last.text.isEmpty || job.failed.length > 0,
    )
    const failed = jobs.flatMap((job) => job.failed)
    const passed = jobs.every((job) => job.passed !== null) ? (jobs.at(-1)?.passed ?? null) : null
    const last = (jobs.at(-1) ?? this.#job).last
    const agents = jobs.flatMap((job) => job.agent ?? []).slice(-MOST_STEPS)
    return { system: this.#system.name, failed: failed.slice(0, MOST_STEPS), agents, passed, last }
  }

  /** Returns false if the log is not read further. */
  #hold(line: Line): boolean {
    this.#held?.push(line)
    this.#heldChars += line.raw.length
    if (this.#heldChars < RECOGNITION_CHARS) return true
    this.#recognise(this.#held ?? [])
    return this.#read !== null
  }

  #recognise(lines: readonly Line[]): void {
    this.#held = null
    const texts = textsOf(lines.slice(0, RECOGNITION_LINES))
    this.#first = texts.find((text) => text !== '') ?? ''
    const system = ciSystemOf(texts)
    if (system?.name === WRAPPED) this.#envelope = system
    else this.#open(system, lines)
  }

  #recogniseByEnd(kept: readonly Block[]): void {
    const last = kept.at(-1)
    if (last === undefined) return
    const bytes = last.bytes.subarray(-RECOGNITION_CHARS)
    const texts = textsOf([...linesOf({ ...last, bytes }, this.#encoding)].slice(-RECOGNITION_LINES))
    const mayBe = mayBeFenced(this.#first, texts.findLast((text) => text !== '') ?? '')
    if (mayBe && isFenced(this.#textsIn(kept))) this.#envelope = fencedEnvelope
    else if (texts.some(isFence) && isAskedAbout(this.#textsIn(kept))) this.#envelope = askedEnvelope
    else this.#open(systemIn(texts), this.#linesIn(kept))
  }

  *#linesIn(blocks: readonly Block[]): Generator<Line> {
    for (const block of blocks) yield* linesOf(block, this.#encoding)
  }

  *#textsIn(blocks: readonly Block[]): Generator<string> {
    for (const { raw } of this.#linesIn(blocks)) yield plain(raw).trimEnd()
  }

  #open(system: CiSystem | undefined, lines: Iterable<Line>): void {
    if (system === undefined) return
    this.#system = system
    const read = system.open()
    this.#read = read
    for (const line of lines) this.#take(line, read)
  }

  #take(line: Line, read: (plain: string) => CiLine): void {
    const text = plain(line.raw).trimEnd()
    work.shown += text.length + 1
    const { job, step, prefix, is } = read(text)
    if (job !== null && job !== this.#job.name) this.#job = this.#jobOf(job)
    if (is.kind === 'job-start' && this.#job.isOver) this.#job = this.#jobOf(null, this.#jobs.size)
    this.#job.in(step)
    this.#job.take(is, line, text.slice(prefix))
  }

  #jobOf(name: string | null, number = 0): CiJob {
    const known = this.#jobs.get(name ?? number)
    if (known !== undefined) return known
    if (this.#jobs.size >= MOST_JOBS) return this.#job
    const most = this.#jobs.size < FEW_JOBS ? KEPT_CHARS : KEPT_OF_MANY_CHARS
    const job = new CiJob(name, { most, isAgentLine: this.#isAgentLine })
    this.#jobs.set(name ?? number, job)
    return job
  }
}

const textsOf = (lines: readonly Line[]): readonly string[] => lines.map(({ raw }) => plain(raw).trimEnd())

const systemIn = (texts: readonly string[]): CiSystem | undefined =>
  ciSystems.find((system) => system.recognises(texts))

/** The system that prefixes each line, recognised by the first lines of an output: a CI system or an envelope. */
export const ciSystemOf = (texts: readonly string[]): CiSystem | undefined =>
  systemIn(texts) ?? envelopeOf(texts)
