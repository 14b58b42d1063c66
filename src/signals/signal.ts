import type { Stage } from '../reasons/stages.ts'

/** The source of a signal. The diagnosis ranks the sources, not the reader. */
export const sources = [
  /** Mayday itself: it refused, stopped or watched the process. */
  'mayday',
  /** A typed field of the agent's own structured output. */
  'typed',
  /** Text that the agent's adapter declares as that agent's form of reporting. */
  'declared',
  /** How the process ended. */
  'ending',
  /** A failure marker in the agent's own words. */
  'marker',
  /** The summary of a build, test or install tool. */
  'tool',
  /** A line of plain text near the end of the output. */
  'text',
] as const

export type Source = (typeof sources)[number]

/** What a signal says, from a closed vocabulary. The diagnosis decides which reason follows. */
export type What =
  // what agents report
  | 'success' // the agent says it is done, in a typed field
  | 'provider-error' // a request to the model failed: `status`, `code` and `message` give details
  | 'usage-limit' // a quota, plan limit or credit is used up: `resetAt` if the output names it
  | 'turn-limit'
  | 'budget-limit'
  | 'time-limit'
  | 'context-full'
  | 'refusal'
  | 'loop' // the agent reports that it repeats itself
  | 'no-progress' // a loop reports that its results no longer get better
  | 'interrupt'
  | 'permission-denied'
  | 'permission-open' // a call still waits for permission
  | 'no-answer' // it ended successfully without an answer
  | 'bad-start' // its flags, settings, login or folder stopped it before the first turn
  | 'auth' // it has no valid login
  | 'gave-up'
  | 'tool-failure' // one of its tools failed and that ended the run
  | 'sandbox-failure' // the sandbox of its tools failed
  | 'crash'
  | 'failure' // it failed and gives no cause
  // what tools print
  | 'tests-failed'
  | 'tests-passed'
  | 'tests-cut-off' // tests failed, and the runner's summary is missing
  | 'no-tests'
  | 'lint-failed'
  | 'build-failed'
  | 'build-passed'
  | 'runner-error' // the test runner itself failed
  | 'install-failed'
  | 'install-passed'
  | 'clone-failed'
  | 'checkout-failed'
  | 'patch-failed'
  | 'engine-failed' // a container engine or build machine
  | 'out-of-memory'
  | 'disk-full'
  | 'command-missing'
  | 'killed' // a process was killed; the sender and the cause are unknown
  | 'segfault' // a process crashed with a signal
  | 'cause' // a line that may name the cause of another one's verdict: a quoted or an earlier error
  // the rest
  | 'marker' // `word` holds the claimed reason
  | 'stated-reason' // FAILURE_REASON: …
  | 'uncaught' // an uncaught error, recognised by its shape: see `after` and `died`
  | 'statement' // a plain line about a problem or an ending
  | 'new-line' // a plain line that no good run has and that is not a statement
  | 'exit'

/** The place of a signal. `excerpt` is cut from that line. `byteOffset` is the start of the excerpt. */
export type Place = {
  readonly file: string
  readonly line: number
  readonly byteOffset: number
  readonly excerpt: string
  /** The context: the line before it, or the agent's last action. */
  readonly before?: string
}

/** Typed details. Every field is optional because each agent reports different ones. */
export type Detail = {
  /** HTTP status. */
  readonly status?: number
  /** The error code of the provider or the agent. */
  readonly code?: string
  /** When a limit resets, as an ISO instant. */
  readonly resetAt?: string
  /**
   * The agent retries the request: the number of this attempt, the number of attempts, and the pause before the next.
   */
  readonly retry?: { readonly attempt?: number; readonly of?: number; readonly delayMs?: number }
  /** The word in a marker. */
  readonly word?: string
  /** The tool or agent that reported it. */
  readonly by?: string
  readonly failed?: number
  readonly passed?: number
  /** Failing tests or files, at most 200. */
  readonly names?: readonly string[]
  /** The number of lines after it in the text, without stack frames and other continuations. */
  readonly after?: number
  /** The number of quoted lines after it: a pasted log says nothing about the end. */
  readonly shownAfter?: number
  /** The command or heading above it, if there is one. */
  readonly under?: string
  /** The shape of the error proves that it ended the program. */
  readonly died?: boolean
  /** A part of the work succeeded, and more may follow. An error after it revokes the success. */
  readonly soFar?: boolean
  /** The cause may disappear without a change: network, lock, server error. */
  readonly transient?: boolean
}

/** One observation in an output. */
export type Signal = {
  readonly source: Source
  readonly what: What
  readonly stage: Stage
  /** A sentence of at most 500 characters. */
  readonly message: string
  readonly at: Place | null
  /** True if it names a cause, false if it only says that something failed. */
  readonly specific: boolean
  /** A later event in the output made it irrelevant. */
  readonly resolved: boolean
  /**
   * The good run since which its line is new: a file or `run 37`. Null if a good run has the line. Absent without a
   * comparison.
   */
  readonly newSince?: string | null
  readonly detail: Detail
}

/** Facts about a run besides its signals. A fact is null if the run does not report it. */
export type RunFacts = {
  readonly sessionId: string | null
  readonly model: string | null
  readonly turns: number | null
  readonly costUsd: number | null
  readonly tokens: number | null
  /** The structured output has its closing record. */
  readonly closed: boolean
  /** The agent gave an answer or did something. */
  readonly answered: boolean
  /** A tool that was started and did not finish. */
  readonly openTool: string | null
  /** The last tool calls were all the same command. */
  readonly inLoop?: boolean
  /** The agent's last own words, at most 2,000 characters. */
  readonly lastWords: string
  /** Its last actions (commands, edits), oldest first, at most 20. */
  readonly actions: readonly string[]
  /** Files it touched by edits or tools, at most 100. */
  readonly files: readonly string[]
}

/** Everything that was read from one output. */
export type Reading = {
  readonly signals: readonly Signal[]
  readonly stage: Stage
  /** The caller did not name the stage, so it was inferred from the output. */
  readonly isStageInferred?: boolean
  /** The adapter that recognised the output, or null. */
  readonly agent: string | null
  /** Is the output of that agent structured (JSON)? Then a missing closing record means that it was cut off. */
  readonly structured: boolean
  readonly facts: RunFacts
  readonly bytes: number
  readonly lines: number
  /** For the log of a CI system: the results of its steps. */
  readonly ci?: CiReading
  /** For the log of a loop, or several transcripts in one output: the runs before the last one. */
  readonly earlier?: EarlierRuns
}

/** One of several runs in the same output, with only what its verdict needs. */
export type EarlierRun = Pick<
  Reading,
  'signals' | 'stage' | 'isStageInferred' | 'agent' | 'structured' | 'facts' | 'lines'
>

export type EarlierRuns = {
  /** Oldest first, bounded in number. */
  readonly runs: readonly EarlierRun[]
  /** The number of runs before these that were not read. */
  readonly unread: number
}

/** A CI log, split into jobs and steps. */
export type CiReading = {
  readonly system: string
  /** The failed steps that are not allowed to fail, in the order of the log, at most eight. */
  readonly failed: readonly CiStepReading[]
  /** If no step failed: steps in which an agent worked, the last one of each job. */
  readonly agents: readonly CiStepReading[]
  /** The line on which the system reports success, or the end of a complete log without a failure. Else null. */
  readonly passed: Signal | null
  readonly last: { readonly job: string | null; readonly step: string | null }
}

export type CiStepReading = {
  readonly job: string | null
  readonly step: string | null
  readonly outcome: 'failed' | 'timed-out' | 'canceled' | 'unknown'
  readonly exitCode: number | null
  /** The line on which the system reports the failure. */
  readonly verdict: Signal | null
  /** The last sentence that the step printed before that line. */
  readonly lastWords: Signal | null
  readonly reading: Reading
}
