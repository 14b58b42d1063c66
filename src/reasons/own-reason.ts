import {
  isReason,
  planKinds,
  precedence,
  reasonClasses,
  type PlanKind,
  type Reason,
  type ReasonClass,
} from './reason.ts'
import type { ReasonRow } from './reason-row.ts'
import { reasons } from './table.ts'

/** A custom reason of a project. An agent may claim it with a marker. Nothing else leads to it. */
export type OwnReason = {
  readonly name: string
  readonly class: ReasonClass
  readonly plan: PlanKind
  /** Across stages it loses to this reason and wins over the next one. */
  readonly after: Reason
  /** The reason whose words the dialects use for it. */
  readonly like: Reason
  readonly meaning: string
}

/**
 * Contains the custom reasons, separated by commas. A run keeps what its project's config says, and its adopter reads
 * it from here.
 */
export const OWN_REASONS_VARIABLE = 'MAYDAY_REASONS'

export const ownReasonWord = ({ name, class: kind, plan, after, like, meaning }: OwnReason): string =>
  [name, kind, plan, after, like, encodeURIComponent(meaning)].join(':')

/** Skips entries that cannot be read: an outer Mayday of another version may have written them. */
export const parseOwnReasons = (text: string): readonly OwnReason[] =>
  text.split(',').flatMap((word) => parseOwnReason(word) ?? [])

function parseOwnReason(word: string): OwnReason | null {
  const [name = '', className, planName, after = '', like = '', meaning = ''] = word.split(':')
  const kind = reasonClasses.find((one) => one === className)
  const plan = planKinds.find((one) => one === planName)
  if (name === '' || kind === undefined || plan === undefined || !isReason(after) || !isReason(like))
    return null
  return { name, class: kind, plan, after, like, meaning: decoded(meaning) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Mayday did not write this text. It is used as it is.
    return text
  }
}

/** The table's reason for a word: itself, the one given by `like`, else UNKNOWN. */
export const inTable = (word: string | null, own?: OwnReason): Reason =>
  word !== null && isReason(word) ? word : own !== undefined && own.name === word ? own.like : 'UNKNOWN'

/** Between two reasons of the table. */
export const ownPrecedence = ({ after }: Pick<OwnReason, 'after'>): number => precedence(after) + 0.5

const PLAN_WORDS: Readonly<Record<PlanKind, string>> = {
  retry: 'try again, then ask a person',
  resume: 'resume its session, else start again, then ask a person',
  continue: 'keep the progress and go on in a new session, then ask a person',
  rollback: 'go back to the last good state, then try again, then ask a person',
  wait: 'wait and try again, then ask a person',
  escalate: 'ask a person',
  stop: 'stop',
}

/** Failures of these classes may end without a change. */
const PASSING: ReadonlySet<ReasonClass> = new Set(['machine', 'provider'])

/**
 * The custom reason as a row of the table. Columns that a project cannot choose are those of UNKNOWN. The words of
 * the dialects come from `like`.
 */
export const ownRow = (own: OwnReason): ReasonRow => ({
  ...reasons.UNKNOWN,
  class: own.class,
  claimable: true,
  transient: own.plan === 'wait' || PASSING.has(own.class),
  meaning: own.meaning,
  causes: "A reason of this project's own: see reasons in mayday.yaml.",
  policy: {
    plan: own.plan,
    retries: own.plan === 'escalate' || own.plan === 'stop' ? 0 : 1,
    backoff: own.plan === 'wait',
    gate: null,
    words: PLAN_WORDS[own.plan],
  },
  transcript: 'not-asked',
  words: reasons[own.like].words,
})
