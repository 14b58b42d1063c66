import type { Stage } from '../reasons/stages.ts'

/** Who says it. The order of authority between sources belongs to the diagnosis, not to the reader. */
export type Source =
  /** Mayday itself: it refused, stopped or watched the process. */
  | 'mayday'
  /** A typed field of the agent's own structured output. */
  | 'typed'
  /** Text that an agent's adapter declares to be that agent's way of reporting. */
  | 'declared'
  /** How the process ended. */
  | 'ending'
  /** A failure marker in the agent's own words. */
  | 'marker'
  /** A build, test or install tool's own summary. */
  | 'tool'
  /** A line of plain text near the end of the output. */
  | 'text'

/** What an observation says, in one closed vocabulary. Which reason follows from it is the diagnosis' business. */
export type What =
  // what agents report
  | 'success' // the agent says it is done, in a typed field
  | 'provider-error' // a request to the model failed: `status`, `code` and `message` tell how
  | 'usage-limit' // a quota, plan limit or credit is used up: `resetAt` where it is told
  | 'turn-limit'
  | 'budget-limit'
  | 'time-limit'
  | 'context-full'
  | 'refusal'
  | 'loop' // the agent noticed that it repeats itself
  | 'interrupt'
  | 'permission-denied'
  | 'permission-open' // a call still waits for a person's permission
  | 'no-answer' // it ended well and said nothing
  | 'bad-start' // it stopped at its own flags, settings, login or folder before the first turn
  | 'auth' // it has no valid login
  | 'gave-up'
  | 'tool-failure' // one of its tools failed and that ended the run
  | 'sandbox-failure' // the place its tools run in broke
  | 'crash'
  | 'failure' // it failed, and does not say why
  // what tools print
  | 'tests-failed'
  | 'tests-passed'
  | 'tests-cut-off' // single tests failed, and the runner's verdict is not there
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
  | 'killed' // a process was killed hard; by whom and why is not told
  | 'segfault' // a process died of a signal of its own making
  | 'cause' // a line that may say what is wrong, where another one decides: what a tool's verdict quotes, an earlier error
  // the rest
  | 'marker' // `word` holds what was claimed
  | 'stated-reason' // FAILURE_REASON: …
  | 'uncaught' // an error that nobody caught, by its shape: `after` and `died` tell what came of it
  | 'statement' // a plain line that speaks of trouble or of an ending
  | 'new-line' // a plain line that no good run has, and that is no statement
  | 'exit'

/** Where a signal stands. `excerpt` is cut from that very line; `byteOffset` is where the excerpt begins. */
export type Place = {
  readonly file: string
  readonly line: number
  readonly byteOffset: number
  readonly excerpt: string
  /** What came before: the line before it, or what the agent did last. */
  readonly before?: string
}

/** Typed detail. Everything is optional because every agent tells something else. */
export type Detail = {
  /** HTTP status. */
  readonly status?: number
  /** The provider's or agent's own word for the error. */
  readonly code?: string
  /** When a limit resets, as an ISO instant. */
  readonly resetAt?: string
  /** The agent retries by itself: which try this was where it tells, of how many, and the pause before the next. */
  readonly retry?: { readonly attempt?: number; readonly of?: number; readonly delayMs?: number }
  /** A marker's word. */
  readonly word?: string
  /** The tool or agent that said it. */
  readonly by?: string
  readonly failed?: number
  readonly passed?: number
  /** Failing tests or files, at most 200. */
  readonly names?: readonly string[]
  /** How many lines follow it in the text, not counting stack frames and other continuations. */
  readonly after?: number
  /** How many of the lines behind it are only shown: a pasted log says nothing about the end. */
  readonly shownAfter?: number
  /** The command or heading that stands above it, where one was printed. */
  readonly under?: string
  /** The shape of the error proves that the program died of it. */
  readonly died?: boolean
  /** A part of the work ended well, and more may follow: an error after it takes the success back. */
  readonly soFar?: boolean
  /** The cause may pass by itself: network, lock, server error. */
  readonly transient?: boolean
}

/** One observation. */
export type Signal = {
  readonly source: Source
  readonly what: What
  readonly stage: Stage
  /** In words, at most 500 characters. */
  readonly message: string
  readonly at: Place | null
  /** Does it say why, or only that something failed? */
  readonly specific: boolean
  /** Something later in the output made it moot. */
  readonly resolved: boolean
  /** Since which good run its line is new: a file or `run 37`. Null: it stands in one. Without it nobody compared. */
  readonly newSince?: string | null
  readonly detail: Detail
}

/** What a run tells about itself besides signals. Null where it does not say. */
export type RunFacts = {
  readonly sessionId: string | null
  readonly model: string | null
  readonly turns: number | null
  readonly costUsd: number | null
  readonly tokens: number | null
  /** The closing line of a structured output was there. */
  readonly closed: boolean
  /** The agent gave an answer or did something. */
  readonly answered: boolean
  /** A tool that was started and did not finish. */
  readonly openTool: string | null
  /** Its last tool calls were all the same command. */
  readonly inLoop?: boolean
  /** The agent's last own words, at most 2,000 characters. */
  readonly lastWords: string
  /** Its last actions (commands, edits), oldest first, at most 20. */
  readonly actions: readonly string[]
  /** Files it touched by edits or tools, at most 100. */
  readonly files: readonly string[]
}

/** All that was read from one output. */
export type Reading = {
  readonly signals: readonly Signal[]
  readonly stage: Stage
  /** Nobody said which stage it is: it was told from the output. */
  readonly isStageInferred?: boolean
  /** The adapter that recognised the output, or null. */
  readonly agent: string | null
  /** Is that agent's output structured (JSON), so that a missing closing line means that it was cut off? */
  readonly structured: boolean
  readonly facts: RunFacts
  readonly bytes: number
  readonly lines: number
  /** Where it is the log of a CI system: what its steps say. */
  readonly ci?: CiReading
  /** Where it is the log of a loop, or several transcripts one after the other: the runs before the last one. */
  readonly earlier?: EarlierRuns
}

/** One of several runs in the same output, as much of it as its verdict needs. */
export type EarlierRun = Pick<
  Reading,
  'signals' | 'stage' | 'isStageInferred' | 'agent' | 'structured' | 'facts' | 'lines'
>

export type EarlierRuns = {
  /** Oldest first, bounded in number. */
  readonly runs: readonly EarlierRun[]
  /** So many more came before them. */
  readonly unread: number
}

/** A CI log as jobs and steps. */
export type CiReading = {
  readonly system: string
  /** The steps that failed and were not allowed to, in the order of the log, at most eight. */
  readonly failed: readonly CiStepReading[]
  /** Where the system says that all went well, or that the log is complete without a failure; else null. */
  readonly passed: Signal | null
  /** The step that ran last. */
  readonly last: { readonly job: string | null; readonly step: string | null }
}

export type CiStepReading = {
  readonly job: string | null
  readonly step: string | null
  readonly outcome: 'failed' | 'timed-out' | 'canceled' | 'unknown'
  readonly exitCode: number | null
  /** The line on which the system says that it failed. */
  readonly verdict: Signal | null
  readonly reading: Reading
}
