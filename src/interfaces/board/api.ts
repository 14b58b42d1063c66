/**
 * What the board's server says and is asked, as types only: the page and every other client build on them.
 * All addresses begin with `/api/v1`. Instants are ISO 8601 in UTC; whatever ends in `Ms` is milliseconds.
 *
 * The page itself is at `/` only: what it shows stands behind `?` or `#`. It opens /events first and asks /state on each
 * `hello`: nothing is missed between the two.
 */
import type { CardEventKind } from '../../record/card-state.ts'
import type { Correction, RunRecord } from '../../record/run.ts'
import type { RunDiagnosis } from '../../record/run-result.ts'
import type { RunStatus } from '../../record/run-states.ts'
import type {
  EscalationRecord,
  GateRecord,
  LessonRecord,
  PlanRecord,
  SnapshotRecord,
} from '../../record/task-story.ts'
import type { TaskAction, TaskStatus } from '../../record/task-states.ts'
import type { PlanKind, ReasonClass } from '../../reasons/reason.ts'
import type { Recorded } from '../../supervision/run-event.ts'

export type { StopCause } from '../../reasons/ending.ts'

/** The answer to every request that could not be met. The message is a sentence for people. */
export type ErrorAnswer = { readonly error: { readonly code: string; readonly message: string } }

/** GET /state: everything that the first screen needs. */
export type State = {
  readonly format: 'mayday.state/2'
  readonly project: { readonly root: string; readonly name: string; readonly isDemo: boolean }
  /** The server's clock: countdowns are reckoned from it. */
  readonly now: string
  /** The scheduler at work (`mayday work`); null where nobody takes up what is queued. */
  readonly holder: Holder | null
  readonly limits: {
    readonly concurrency: number
    readonly soft: number
    readonly hard: number
  }
  readonly counts: Counts
  /** All that are not over, those of cards, and those of the newest 500 runs; the greatest number first. */
  readonly tasks: readonly TaskRow[]
  /** How many ended tasks are left out of `tasks`; /tasks/:n has each, /runs their runs. */
  readonly omitted: number
  /** Null where the project has no board of cards. */
  readonly board: CardBoard | null
  readonly gates: readonly GateRow[]
  /** Those that are not closed, the oldest first. */
  readonly escalations: readonly EscalationRow[]
  /** What can be filtered by. */
  readonly filters: Filters
}

export type Holder = { readonly pid: number; readonly host: string }

/** How many tasks have each status, all of them. */
export type Counts = Readonly<Record<TaskStatus, number>>

export type Filters = {
  readonly reasons: readonly string[]
  readonly classes: readonly ReasonClass[]
  readonly agents: readonly string[]
  readonly phases: readonly string[]
  readonly flows: readonly string[]
}

export type TaskRow = {
  readonly task: number
  readonly title: string
  /** Relative to the project's root. */
  readonly card: string | null
  readonly flow: string
  readonly phase: string | null
  readonly agent: string | null
  readonly status: TaskStatus
  /** What a person can do with it now. Everything else is refused with a sentence. */
  readonly actions: readonly TaskAction[]
  /** Why its last run failed; null where it did not. The word that counts after a correction. */
  readonly reason: string | null
  readonly class: ReasonClass | null
  /** The number of its last run. */
  readonly run: number | null
  /** All its runs. */
  readonly attempts: number
  /** Of `budget`, since a person said retry; other people's faults do not count. */
  readonly countedAttempts: number
  readonly budgetAttempts: number
  /** When its last run began. */
  readonly startedAt: string | null
  /** When something last happened to it: it was added, began, printed, or ended. */
  readonly lastActivityAt: string
  /** How long its last run took; null while it runs. */
  readonly durationMs: number | null
  /** One sentence on its last run. */
  readonly summary: string | null
  readonly next: NextStep | null
  readonly live: LiveRun | null
  /** Why it cannot be as it is (an impossible state), with the offer of a Reset; else null. */
  readonly problem: string | null
  /** Made by a plain `mayday run`: it cannot be restored. */
  readonly isImplicit: boolean
  /** Its last run left a session that can be resumed. */
  readonly canResume: boolean
}

/** What comes next, and when. */
export type NextStep = {
  /** `wait`: at a gate or for its time; `turn`: in the queue; `room`: deferred; `person`: escalated. */
  readonly kind: PlanKind | 'turn' | 'room' | 'person'
  /** `to try again after TESTS_FAILED`, `for the usage limit`, `for its turn`. */
  readonly why: string
  /** For a countdown; null where nobody knows. */
  readonly at: string | null
  /** The gate it waits at. */
  readonly gate: string | null
  readonly escalation: number | null
}

/** What the run that is alive does now. */
export type LiveRun = {
  readonly run: number
  readonly stage: string | null
  readonly elapsedMs: number
  /** How long it has printed nothing. */
  readonly silentMs: number
  /** The last line it printed, without control sequences and secrets. */
  readonly doing: string | null
  readonly retrying: LiveRetry | null
}

/** A failed request that the agent tries again by itself, and has made no progress since. */
export type LiveRetry = {
  readonly status: number | null
  /** The provider's or the agent's own word. */
  readonly code: string | null
  readonly attempt: number
  readonly of: number | null
  /** The instant of the next try, where it was told. */
  readonly nextAt: string | null
}

/** A board of cards: phases, their folders, and the cards in them in their order. */
export type CardBoard = { readonly folder: string; readonly phases: readonly CardPhase[] }

export type CardPhase = {
  readonly number: number
  readonly label: string
  readonly path: string
  readonly folders: readonly { readonly folder: string; readonly cards: readonly CardRow[] }[]
}

export type CardRow = {
  /** Relative to the project's root; it names the card in every action. */
  readonly path: string
  readonly title: string
  /** The word in the file (`agent_status`), `idle` where it has none; null where it cannot be read as a card. */
  readonly status: string | null
  readonly flow: string | null
  readonly phase: string | null
  readonly folder: string
  /** Malformed, or a state that cannot be: one sentence, with what to do. */
  readonly problem: string | null
  readonly isMalformed: boolean
  readonly task: number | null
  readonly criteria: { readonly checked: number; readonly all: number }
}

/** GET /card?path=PATH: one card, also one that never ran. */
export type CardDetail = {
  readonly format: 'mayday.card/2'
  readonly card: CardRow
  readonly summary: string
  readonly criteria: readonly { readonly text: string; readonly isChecked: boolean }[]
  /** The oldest first. */
  readonly history: readonly string[]
  readonly task: TaskRow | null
  /** Neither the config nor an earlier enqueue says which agent works on it: an enqueue must name one of /agents. */
  readonly needsAgent: boolean
}

export type GateRow = GateRecord & {
  /** `for the usage limit`. */
  readonly words: string
  /** The tasks that wait at it. */
  readonly tasks: readonly number[]
}

export type EscalationRow = EscalationRecord

/** What changed: whole rows take the place of those with the same task; what is not there is as it was. */
export type Patch = {
  readonly now: string
  readonly tasks?: readonly TaskRow[]
  /** Tasks that are not in /state any more. */
  readonly gone?: readonly number[]
  readonly counts?: Counts
  readonly omitted?: number
  readonly gates?: readonly GateRow[]
  readonly escalations?: readonly EscalationRow[]
  readonly holder?: Holder | null
  readonly limits?: State['limits']
  readonly board?: CardBoard | null
  readonly filters?: Filters
}

/**
 * GET /events, server-sent: `event: hello` with `Hello` first, `event: state` with a `Patch` and an id, and
 * `event: ping` each 15 s. After a break ask /state again.
 */
export type Hello = {
  /** Another one after a restart of the server. */
  readonly server: string
  readonly now: string
}

/** A run as `mayday history --json` gives it. */
export type RunRow = RunRecord & {
  readonly statusThatCounts: RunStatus
  readonly reasonThatCounts: string | null
}

/** GET /runs?limit=&before=&reason=&status=&agent=&flow=&phase=&since=: the newest first. */
export type Runs = {
  readonly format: 'mayday.history/2'
  readonly dialect: null
  readonly runs: readonly RunRow[]
  /** Give it as `before` to get more; null where there is no more. */
  readonly next: number | null
  /** How many runs pass the filters, of all that are recorded; null where `before` is given. */
  readonly counts: { readonly matching: number; readonly all: number } | null
}

/** GET /tasks/:n: any task, also one that is long over and not in /state. */
export type TaskDetail = {
  readonly format: 'mayday.task/2'
  readonly task: TaskRow
  /** The oldest first. */
  readonly runs: readonly RunRow[]
}

/** GET /runs/:id, by number or id: as `mayday show --json`, and what stands around it. */
export type RunDetail = {
  readonly format: 'mayday.show/2'
  readonly run: RunRow
  readonly verdicts: readonly {
    readonly classifier: string
    readonly reason: string | null
    readonly at: string
    readonly diagnosis: RunDiagnosis | null
  }[]
  readonly corrections: readonly Correction[]
  readonly task: TaskRow | null
  readonly class: ReasonClass | null
  /** What the reason means, in a sentence. */
  readonly meaning: string | null
  /** events.jsonl, the first first; empty where its files are gone. */
  readonly events: readonly Recorded[]
  /** All runs of the task, the oldest first. */
  readonly attempts: readonly AttemptRow[]
  readonly lessons: readonly LessonRecord[]
  /** Of the task, the oldest first. */
  readonly plans: readonly PlanRecord[]
  readonly snapshots: readonly SnapshotRecord[]
  readonly card: {
    readonly path: string
    readonly historyLine: string | null
    readonly events: readonly { readonly event: CardEventKind; readonly line: string; readonly at: string }[]
  } | null
  readonly live: LiveRun | null
  readonly files: {
    readonly log: { readonly path: string; readonly size: number } | null
    /** Why there is no log, in a sentence; null where there is one. */
    readonly noLog: string | null
    readonly result: { readonly path: string } | null
  }
}

/** One attempt beside the others, so that a loop is seen. */
export type AttemptRow = {
  readonly run: number
  readonly attempt: number
  readonly status: RunStatus
  readonly reason: string | null
  readonly circular: boolean
  /** What it tried, in the words of its lesson or its summary. */
  readonly approach: string | null
  /** Null where it could not be measured. */
  readonly files: readonly string[] | null
  readonly fingerprint: string | null
  readonly startedAt: string
  readonly durationMs: number | null
  readonly turns: number | null
  readonly costUsd: number | null
  readonly tokens: number | null
}

/** GET /runs/:id/log?from=BYTE|-1&bytes=N: at most 256 KiB (64 KiB where `bytes` is left out); -1 is the end. */
export type LogWindow = {
  /** Whole lines where it can be: the window begins at the beginning of the line that holds `from`. */
  readonly from: number
  readonly to: number
  /** Of the file, by now. */
  readonly size: number
  /** With its ANSI sequences, without secrets: to be shown as text only. */
  readonly text: string
  /** The run may still print. */
  readonly isLive: boolean
  /** The number of the first line, from 1; null where nobody counted so far. */
  readonly firstLine: number | null
}

/** GET /runs/:id/log/search?q=&from=&limit=: ASCII without regard to case; each call looks at up to 64 MiB. */
export type LogSearch = {
  readonly matches: readonly {
    /** Where the match begins, and the line that holds it. */
    readonly offset: number
    readonly lineOffset: number
    readonly line: number | null
    readonly excerpt: string
  }[]
  /** Go on from here; null where the end was reached. */
  readonly next: number | null
  readonly size: number
}

export type { Failures, FailureSum, FailureShare, Incident } from './api-failures.ts'

type RestoredFile = {
  readonly path: string
  readonly change: 'written' | 'changed' | 'removed'
  readonly isCard: boolean
  /** Other tasks that worked on it since the snapshot. */
  readonly tasks: readonly number[]
}

/** GET /tasks/:n/restore?snapshot=&others=&cards=: what it would touch, and what it would leave as it is. */
export type RestoreQuestion = {
  readonly format: 'mayday.restore/1'
  readonly task: number
  readonly snapshot: number
  /** Nothing would change. */
  readonly isSame: boolean
  readonly changes: readonly RestoredFile[]
  readonly kept: readonly RestoredFile[]
  /** Stands for exactly these names. */
  readonly confirm: string
}

/** The answer to an action: a POST with `Content-Type: application/json`; `bodies.ts` has what each takes. */
export type Done = {
  readonly ok: true
  /** What was done, in one sentence. */
  readonly said: string
}

/** GET /agents: which agents an enqueue can name. */
export type AgentList = {
  /** The one that mayday.yaml names for everything. */
  readonly usual: string | null
  readonly agents: readonly {
    readonly name: string
    /** Its program is found on this machine. */
    readonly isInstalled: boolean
    /** mayday.yaml describes it. */
    readonly isConfigured: boolean
  }[]
}

/** GET /reasons: the table, for Correct. */
export type ReasonTable = {
  readonly reasons: readonly {
    readonly reason: string
    readonly class: ReasonClass
    readonly meaning: string
  }[]
}
