/**
 * Orders the reports of an unknown agent, or of a loop around it, so that the last one decides.
 *
 * T1 An error is resolved if work continues after it. T2 A bad ending is resolved only if work continues and no ending
 * follows, because a loop may report several tasks. T3 A success counts only if nothing follows it. T4 The order is
 * the place in the output, because text is read after the records around it.
 */
import type { JsonObject } from '../../bytes/records.ts'
import type { Note } from '../../drafts.ts'
import type { Item } from '../../item.ts'
import type { Notes } from '../../notes.ts'
import type { What } from '../../signal.ts'
import { isStatement } from '../../statements.ts'
import { processIn } from './process-record.ts'

type Moment = { readonly offset: number; readonly turn: number }
type Trouble = Moment & {
  readonly what: What
  readonly from: From
  readonly line: number
  readonly weak: boolean
  readonly moot: () => void
}
type Success = Moment & {
  /** The report is the result of one task of several. */
  readonly isOfTask: boolean
  readonly item: Item
  readonly message: string
  readonly needle?: string
  readonly from: From
  readonly line: number
  readonly record: number
}
/** The origin of a report. `log` is the message of a log record. */
export type From = 'record' | 'log' | 'text'

const MOST = 1000
/** A success further from the end of a text is not the end of the run. */
const LAST_LINES = 60
/** If a text continues for longer than this after an error, the program recovered. */
const LINES_AFTER_AN_ERROR = 200
/** A JSON value in a text that continues for this many lines was only quoted. */
const LINES_AFTER_A_RECORD = 20

/** The number of lines that a program may print while it cleans up after a bad ending. */
const LINES_OF_AN_END = 10
/** A runner that stops a run at a limit often cancels it next. The cancellation is a consequence. */
const LIMITS: ReadonlySet<What> = new Set(['time-limit', 'turn-limit', 'budget-limit', 'loop', 'no-progress'])
const STOPS: ReadonlySet<What> = new Set([
  ...LIMITS,
  'gave-up',
  'context-full',
  'usage-limit',
  'permission-denied',
])
/** With this exit status `timeout` ends, and so do many runners. */
const TIMED_OUT = 124

/** So many last messages of a log in JSON are read like the last lines of a text. */
const LAST_MESSAGES = 8

/** Words that report a success, not only an end. */
const SAYS_WELL = /success|succeed|\bpass|\ball\b|\bok\b|\bresolved\b|graceful|🎉|✅/i

const isAfter = (one: Moment, other: Moment | undefined): boolean =>
  other === undefined || one.offset > other.offset || (one.offset === other.offset && one.turn > other.turn)

export class Story {
  readonly #notes: Notes
  #turn = 0
  #stumbles: Trouble[] = []
  #ends: Trouble[] = []
  #work: Moment | undefined
  #success: Success | undefined
  /** The last record while all records only open a run. Null after any other record. */
  #opening: Item | undefined | null
  /** The agent's words if nothing followed them: no tool, no question, no error. */
  #answer: (Moment & { readonly item: Item; readonly needle: string }) | undefined
  #isLeft = false
  #isOfTask = false
  /** The place at which the agent ended a turn without an answer. */
  #blank: Item | undefined
  /** The tasks of a list of results that failed, and did not succeed later. */
  readonly #failedTasks = new Set<string>()
  #records = 0
  /** The records are the agent's own stream, not quoted in a text. */
  #isStream = false
  #lines = 0
  #lastLines: number[] = []
  /** The last messages, if a log record is the last record. */
  #messages: { readonly message: string; readonly item: Item }[] = []
  #isLogLast = false
  /** The record, if there is only one. Agents record each command that they run. */
  #only: { readonly record: JsonObject; readonly item: Item } | undefined

  constructor(notes: Notes) {
    this.#notes = notes
  }

  record(opens: boolean): void {
    this.#records += 1
    this.#isLogLast = false
    this.#isStream ||= opens && this.#records === 1
    if (!opens) this.#opening = null
    else if (this.#opening !== null) this.#opening = this.#notes.item
  }

  /** Called for every record, the parts of it excluded. */
  only(record: JsonObject): void {
    this.#only = this.#records === 1 ? { record, item: this.#notes.item } : undefined
  }

  /** The message of a log record. */
  logged(message: string): void {
    this.#isLogLast = true
    this.#messages.push({ message, item: this.#notes.item })
    if (this.#messages.length > LAST_MESSAGES * 2) this.#messages = this.#messages.slice(-LAST_MESSAGES)
  }

  line(): void {
    this.#lines += 1
    this.#lastLines.push(this.#notes.item.offset)
    if (this.#lastLines.length > LINES_AFTER_A_RECORD * 2)
      this.#lastLines = this.#lastLines.slice(-LINES_AFTER_A_RECORD)
  }

  /** The agent works, so it recovered from earlier errors. */
  work(from: From = 'text'): void {
    this.#isStream ||= from !== 'text'
    const now = this.#now()
    if (isAfter(now, this.#work)) this.#work = now
    if (this.#stumbles.length === 0) return
    for (const stumble of this.#stumbles) if (isAfter(now, stumble)) stumble.moot()
    this.#stumbles = this.#stumbles.filter((stumble) => !isAfter(now, stumble))
  }

  /** An error from which the agent may recover. */
  stumble(note: Note, from: From, weak = true): void {
    this.#stumbles = this.#with(this.#stumbles, note, from, weak)
  }

  /** An ending that is not a success. A weak ending may have another author, so it counts only near the end. */
  ended(note: Note, from: From, weak = false): void {
    this.#ends = this.#with(this.#ends, note, from, weak)
  }

  /** The list with this report, unless the report is only a consequence of an earlier one. */
  #with(told: Trouble[], note: Note, from: From, weak: boolean): Trouble[] {
    if (this.#isConsequence(note.what)) return told
    const moot = this.#notes.add(asTold(note))
    told.push({ ...this.#now(), what: note.what, from, line: this.#lines, weak, moot })
    return told.length > MOST * 2 ? told.slice(-MOST) : told
  }

  /** The result of one task of several. The success of another task does not resolve it. */
  judged(task: string, isGood: boolean): void {
    if (isGood) this.#failedTasks.delete(task)
    else if (this.#failedTasks.size < MOST) this.#failedTasks.add(task)
    this.#isOfTask = true
  }

  succeeded(message: string, from: From, needle?: string): void {
    const isOfTask = this.#isOfTask
    this.#isOfTask = false
    this.#success = {
      isOfTask,
      ...this.#now(),
      item: this.#notes.item,
      message,
      from,
      line: this.#lines,
      record: this.#records,
      ...(needle === undefined ? {} : { needle }),
    }
  }

  /** Notes words of the agent that may be its answer. */
  answered(needle: string): void {
    this.#answer = { ...this.#now(), item: this.#notes.item, needle }
  }

  /** Drops the answer, because an adapter judges it. */
  leave(): void {
    this.#isLeft = true
  }

  get hasAnswer(): boolean {
    return this.#answer !== undefined
  }

  /** A new action or question: the words before were not the answer. */
  goesOn(): void {
    this.#answer = undefined
  }

  /** The agent's answer is empty. */
  blank(): void {
    this.#blank = this.#notes.item
  }

  end(exitCode: number | null = null): void {
    this.#dropShown()
    this.#dropPassed()
    this.#tellMessages()
    this.#tellProcess()
    this.#tellBlank(exitCode)
    if (this.#success?.isOfTask === true && this.#failedTasks.size > 0) this.#success = undefined
    const success = this.#success
    // Text is often printed after the records around it, so errors in such text prove nothing.
    const counted =
      success !== undefined && success.from !== 'text'
        ? this.#stumbles.filter((one) => one.from !== 'text')
        : this.#stumbles
    const trouble = latest([...this.#ends, ...counted])
    if (
      success !== undefined &&
      isAfter(success, trouble) &&
      !this.#onlyEnds(success) &&
      isAfter(success, this.#work) &&
      this.#isFinal(success)
    ) {
      for (const one of [...this.#ends, ...this.#stumbles]) one.moot()
      this.#notes.reading(success.item)
      this.#notes.success(success.message, success.needle, success.from === 'record' ? 'typed' : 'declared')
      return
    }
    const lastEnd = latest(this.#ends)
    if (lastEnd !== undefined && this.#workedSince(lastEnd)) for (const end of this.#ends) end.moot()
    else if (exitCode === null) this.#tellAnswer(trouble)
  }

  #tellProcess(): void {
    const only = this.#records === 1 && this.#lines === 0 ? this.#only : undefined
    const ran = only === undefined ? null : processIn(only.record)
    if (only === undefined || ran === null) return
    const { status, key, lines } = ran
    this.#notes.reading(only.item)
    for (const [at, message] of lines.entries())
      this.#notes.add({
        source: 'text',
        what: 'statement',
        message,
        specific: false,
        detail: { after: lines.length - 1 - at },
      })
    const what = status === TIMED_OUT ? 'time-limit' : 'failure'
    this.ended({ source: 'typed', what, message: `exit code ${status}`, needle: `"${key}"` }, 'record')
  }

  #tellMessages(): void {
    if (!this.#isLogLast || this.#lines > 0) return
    for (const [at, { message, item }] of this.#messages.slice(-LAST_MESSAGES).entries()) {
      if (!isStatement(message)) continue
      this.#notes.reading(item)
      const after = Math.min(this.#messages.length, LAST_MESSAGES) - 1 - at
      this.#notes.add({ source: 'text', what: 'statement', message, specific: false, detail: { after } })
    }
  }

  /** A transcript that ends with the agent's answer is complete. A known exit code is stronger evidence. */
  #tellAnswer(trouble: Trouble | undefined): void {
    const answer = this.#answer
    if (answer === undefined || this.#isLeft || !this.#isStream || this.#success !== undefined) return
    if (trouble !== undefined || this.#notes.hasError || this.#notes.hasSuccess) return
    this.#notes.reading(answer.item)
    this.#notes.success('the transcript ends with the answer of the agent', answer.needle, 'declared')
  }

  /** The run ended successfully, and the agent neither said nor did anything. */
  #tellBlank(exitCode: number | null): void {
    const silent = this.#lines === 0 ? (this.#opening ?? undefined) : undefined
    const item = this.#blank ?? silent
    const { answered, hasError } = this.#notes
    if (item === undefined || exitCode !== 0 || answered || hasError || this.#success !== undefined) return
    this.#notes.reading(item)
    this.#notes.typed('no-answer', 'the run ended without an answer')
  }

  /** A program that has just reported a bad ending also says that it is finished. That is not a success. */
  #onlyEnds({ from, message, line }: Success): boolean {
    if (from !== 'text' || SAYS_WELL.test(message)) return false
    const end = latest([...this.#ends, ...this.#stumbles])
    if (end === undefined || !STOPS.has(end.what) || this.#workedSince(end)) return false
    return line - end.line <= LINES_OF_AN_END
  }

  #isConsequence(what: What): boolean {
    if (what !== 'interrupt') return false
    const last = latest([...this.#ends, ...this.#stumbles])
    return last !== undefined && LIMITS.has(last.what) && !this.#workedSince(last)
  }

  #isFinal(success: Success): boolean {
    if (success.from === 'log') return this.#records - success.record <= LAST_LINES
    return success.from === 'record' || this.#lines - success.line <= LAST_LINES
  }

  #workedSince(moment: Moment): boolean {
    return this.#work !== undefined && isAfter(this.#work, moment)
  }

  /** JSON that a text quotes (the result of a tool, a configuration) says nothing about the run. */
  #dropShown(): void {
    const mark = this.#lastLines.at(-LINES_AFTER_A_RECORD)
    if (mark === undefined || this.#isStream || this.#lines <= this.#records * 3) return
    const isShown = (one: Trouble | Success): boolean => one.from === 'record' && one.offset < mark
    for (const one of [...this.#ends, ...this.#stumbles]) if (isShown(one)) one.moot()
    this.#ends = this.#ends.filter((one) => !isShown(one))
    this.#stumbles = this.#stumbles.filter((one) => !isShown(one))
    if (this.#success !== undefined && isShown(this.#success)) this.#success = undefined
  }

  #dropPassed(): void {
    const isPassed = (one: Trouble): boolean =>
      one.weak && one.from === 'text' && this.#lines - one.line > LINES_AFTER_AN_ERROR
    for (const one of [...this.#ends, ...this.#stumbles]) if (isPassed(one)) one.moot()
    this.#ends = this.#ends.filter((one) => !isPassed(one))
    this.#stumbles = this.#stumbles.filter((one) => !isPassed(one))
  }

  #now(): Moment {
    this.#turn += 1
    return { offset: this.#notes.item.offset, turn: this.#turn }
  }
}

/** Failed tests are the report of a test tool, even if another program passes it on. */
const asTold = (note: Note): Note =>
  note.what === 'tests-failed' ? { ...note, source: 'tool', detail: { by: 'harness', ...note.detail } } : note

const latest = (moments: readonly Trouble[]): Trouble | undefined =>
  moments.reduce<Trouble | undefined>((last, one) => (isAfter(one, last) ? one : last), undefined)
