import type { CardStatus } from '../record/card-state.ts'

/** One check box of the Acceptance Criteria. */
export type Criterion = { readonly index: number; readonly text: string; readonly isChecked: boolean }

/** A markdown file with frontmatter that represents a task on a board of folders. */
export type Card = {
  readonly path: string
  /** Decoded text. A byte order mark is kept. */
  readonly text: string
  readonly owner: string | null
  readonly agentFlow: string | null
  /** The word as written. Null if it is missing or null. */
  readonly agentStatus: string | null
  readonly branch: string | null
  readonly risk: string | null
  readonly review: string | null
  readonly isParallel: boolean
  readonly keys: Readonly<Record<string, unknown>>
  readonly title: string
  readonly summary: string
  /** From the file name (`5.2`), else the number of the phase folder. */
  readonly phase: string | null
  /** The name of the folder: backlog, in-progress, done. */
  readonly folder: string
  readonly criteria: readonly Criterion[]
  /** The items of the History, oldest first, without their list markers. */
  readonly history: readonly string[]
}

/** What to change. Everything else stays the same, byte for byte. */
export type CardEdit = {
  readonly status?: CardStatus
  readonly flow?: string | null
  /** History lines without a list marker. */
  readonly lines?: readonly string[]
  /** Acceptance criteria to tick, counted from 0. Ticked and missing ones are ignored. */
  readonly check?: readonly number[]
}
