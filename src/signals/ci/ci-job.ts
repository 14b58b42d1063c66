/**
 * One job of a CI log: its steps in order, and which of them failed the job.
 *
 * J1 Of the steps that passed, only the last one in which an agent worked is kept, because an agent may report a
 * success after an error. J2 A failure was allowed if a later step runs only after success. J3 The result that the
 * system reports for the job overrides the results of its steps.
 */
import type { Line } from '../bytes/lines.ts'
import type { CiOutcome, CiRole } from './ci-system.ts'
import { StepText } from './step-text.ts'

/** A failed step, a step in which an agent worked, or the last step of a job without a reported result. */
export type CiStep = {
  readonly job: string | null
  readonly step: string | null
  readonly outcome: Exclude<CiOutcome, 'passed'> | 'unknown'
  readonly exitCode: number | null
  /** The line on which the system reports the failure. */
  readonly verdict: Line | null
  readonly text: StepText
}

type OpenStep = {
  readonly name: string | null
  readonly counts: boolean
  readonly text: StepText
  ended: { readonly outcome: CiOutcome; readonly exitCode: number | null; readonly line: Line } | null
  /** The last line that is only an error annotation, and the number of text lines before it. */
  annotated: { readonly line: Line; readonly at: number } | null
}

/** An error among the last lines that begin in the first column. A long message continues below it. */
const ERROR_LINES = 12
const LAST_ERROR =
  /^(?:ERROR|FATAL|CRITICAL|Error|fatal|panic)\b(?: *[:|!]|\s{2,}| \S*(?:Error|Exception)\b)|^[\w.]*[A-Z]\w*(?:Error|Exception): \S/

/** A job with more failed steps than this continues after any failure. */
const MOST_FAILED = 3

/** An annotation this near to the end of its step is the result of the step. */
const LAST_WORD_LINES = 10

/**
 * A step that does not run after a failure. Checks, reports, uploads and cleanup often run after failures too. Steps
 * that build, install or deploy do not.
 */
const NEEDS_SUCCESS =
  /^(?:build|compile|package|deploy|release|publish(?! (?:test|report|result))|install|npm (?:ci|i|install|publish)\b|pnpm (?:i|install)\b|yarn install|pip install|docker (?:build|push)|docker\/build-push|actions\/(?:checkout|setup-)|set ?up )/i

/** What every job of a log has in common. */
export type JobOptions = {
  /** The number of characters that are kept of a step. */
  readonly most: number
  /** Does only an agent print this line? */
  readonly isAgentLine: (line: string) => boolean
}

/** An agent is recognised by the head of its step or by its last lines. */
const HEAD_LINES = 100
const TAIL_LINES = 300

/** The tests of a program that runs agents print what agents print. */
const TESTS = /\b(?:tests?|testing|lint|checks?|verify|pytest|jest|vitest|e2e|coverage)\b/i

export class CiJob {
  readonly name: string | null
  readonly #options: JobOptions
  #open: OpenStep
  #last: OpenStep | null = null
  #failed: OpenStep[] = []
  #agent: OpenStep | null = null
  #end: { readonly outcome: CiOutcome; readonly exitCode: number | null; readonly line: Line } | null = null
  #cleanEnd: Line | null = null

  constructor(name: string | null, options: JobOptions) {
    this.name = name
    this.#options = options
    this.#open = this.#openStep(null, true)
  }

  /** Sets the step of the next lines, for a log in which each line names its step. */
  in(step: string | null): void {
    if (step !== null && step !== this.#open.name) this.#begin(step, true)
  }

  take(is: CiRole, line: Line, text: string): void {
    switch (is.kind) {
      case 'text':
        if (this.#open.ended === null) this.#open.text.add(line, text)
        return
      case 'step':
        return this.#begin(is.name, is.counts)
      case 'step-end':
        return this.#endStep(is, line, text)
      case 'job-end':
        if (is.tells === true) this.#current.text.add(line, text)
        this.#end = { outcome: is.outcome, exitCode: is.exitCode, line }
        return
      case 'clean-end':
        this.#begin('', false)
        this.#cleanEnd = line
        return
      case 'job-start':
      case 'aside':
        return
    }
  }

  /** The system has reported the end of the job. */
  get isOver(): boolean {
    return this.#end !== null || this.#cleanEnd !== null
  }

  /** The line that proves that the job passed. Null if it did not, or if no line says so. */
  get passed(): Line | null {
    if (this.#end !== null) return this.#end.outcome === 'passed' ? this.#end.line : null
    return this.failed.length === 0 && !this.#endsInError ? this.#cleanEnd : null
  }

  /** The last ordinary step ends with an error, although the system reports none. Then nothing is proven. */
  get #endsInError(): boolean {
    return this.#current.counts && this.#current.text.endsWith(ERROR_LINES, LAST_ERROR)
  }

  /** The step that failed the job. Empty if the job did not fail. */
  get failed(): readonly CiStep[] {
    if (this.#end?.outcome === 'passed') return []
    const failed = [...this.#failed, ...(isFailed(this.#open) ? [this.#open] : [])]
    const cause = causeOf(failed)
    if (cause !== undefined) return [this.#stepOf(cause)]
    return this.#end === null ? [] : [this.#stepOf(this.#current, this.#end)]
  }

  /** The last step in which an agent worked, if the system reports no failure of it. */
  get agent(): CiStep | null {
    const step = this.#hasAgent(this.#open) ? this.#open : this.#agent
    return step === null ? null : this.#stepOf(step)
  }

  #hasAgent(step: OpenStep): boolean {
    if (!step.counts || isFailed(step) || TESTS.test(step.name ?? '')) return false
    return step.text.hasLine(this.#options.isAgentLine, HEAD_LINES, TAIL_LINES)
  }

  /** The step that ran when the log ended. */
  get last(): CiStep {
    return this.#stepOf(this.#current)
  }

  get #current(): OpenStep {
    return this.#open.counts && !this.#open.text.isEmpty ? this.#open : (this.#last ?? this.#open)
  }

  #openStep(name: string | null, counts: boolean): OpenStep {
    return { name, counts, text: new StepText(this.#options.most), ended: null, annotated: null }
  }

  #begin(name: string, counts: boolean): void {
    const before = this.#open
    if (before.counts && !before.text.isEmpty) this.#last = before
    if (isFailed(before)) this.#failed = [...this.#failed.slice(-MOST_FAILED), before]
    // A failure that did not stop the job was allowed (J2).
    else if (before.counts && NEEDS_SUCCESS.test(before.name ?? '')) this.#failed = []
    if (this.#hasAgent(before)) this.#agent = before
    this.#open = this.#openStep(name, counts)
  }

  #endStep(is: CiRole & { readonly kind: 'step-end' }, line: Line, text: string): void {
    const step = this.#open
    if (is.annotated !== true) {
      step.ended ??= { outcome: is.outcome, exitCode: is.exitCode, line }
      return
    }
    if (step.ended !== null) return
    step.text.add(line, text)
    step.annotated = { line, at: step.text.size }
  }

  #stepOf(step: OpenStep, ended = step.ended): CiStep {
    const outcome = ended?.outcome ?? (isFailed(step) ? 'failed' : 'unknown')
    return {
      job: this.name,
      step: step.name,
      outcome: outcome === 'passed' ? 'unknown' : outcome,
      exitCode: ended?.exitCode ?? null,
      verdict: ended?.line ?? step.annotated?.line ?? null,
      text: step.text,
    }
  }
}

/** Steps that always run: they report, store, notify or clean up. */
const RUNS_ALWAYS =
  /\b(?:upload|artifacts?|reports?|summary|notif\w*|slack|discord|teams|comment|logs?|dump|debug|diagnos\w*|clean\w*|tear ?down|stop|down|kill|codecov|caches?|save|collect|archive|status|fail(?:ed|ure)?|delete|destroy|screenshots?|sarif|always|finali[sz]e|results?)\b/i

/** Steps that build something, and steps that only check the results of others. */
const BUILDS = /\b(?:build|compile|make|cmake|bundle)\b/i
const LOOKS =
  /^(?:if|grep|test|\[|cat|ls|echo|check|verify|validate|assert|evaluate|ensure|determine)(?:\s|$)/i
/** A step that fails because an earlier one did. */
const ENFORCES = /^(?:enforce|require|fail|gate|exit)\b/i

/**
 * A job continues after a failure only if the failure was allowed, or to report it. So the last ordinary step is the
 * cause, unless it only checks what a failed build did not write.
 */
function causeOf(failed: readonly OpenStep[]): OpenStep | undefined {
  const ordinary = failed.filter(({ name }) => !RUNS_ALWAYS.test(name ?? ''))
  const last = ordinary.at(-1)
  if (ENFORCES.test(last?.name ?? '') && ordinary.length > 1) return ordinary.at(-2)
  const built = LOOKS.test(last?.name ?? '')
    ? ordinary.findLast((step) => step !== last && BUILDS.test(step.name ?? ''))
    : undefined
  return built ?? last ?? failed[0]
}

function isFailed({ counts, ended, annotated, text }: OpenStep): boolean {
  if (!counts) return false
  if (ended !== null) return ended.outcome !== 'passed'
  return annotated !== null && text.size - annotated.at < LAST_WORD_LINES
}
