import type { customReasonSchema } from './custom-reason-schema.ts'
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
import type { Shape } from './shape.ts'
import { reasons } from './table.ts'

/** A reason that a project adds to the table. Only a marker of an agent can claim it. */
export type CustomReason = Shape<typeof customReasonSchema>

/** The defaults of the optional fields. */
export const customDefaults = {
  class: 'unknown',
  plan: 'escalate',
  after: 'INTERRUPTED',
  like: 'UNKNOWN',
} as const satisfies Partial<CustomReason>

/** Carries the custom reasons, separated by commas. So a run keeps those of its project, and its adopter knows them too. */
export const CUSTOM_REASONS_VARIABLE = 'MAYDAY_REASONS'

export const customReasonWord = ({ name, class: kind, plan, after, like, meaning }: CustomReason): string =>
  [name, kind, plan, after, like, encodeURIComponent(meaning)].join(':')

/** Invalid words are left out: another version of Mayday may have set the variable. */
export const parseCustomReasons = (text: string): readonly CustomReason[] =>
  text.split(',').flatMap((word) => parseCustomReason(word) ?? [])

function parseCustomReason(word: string): CustomReason | null {
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

/** The reason of the table for a word: the word itself, the `like` of a custom reason, else UNKNOWN. */
export const inTable = (word: string | null, custom?: CustomReason): Reason =>
  word !== null && isReason(word)
    ? word
    : custom !== undefined && custom.name === word
      ? custom.like
      : 'UNKNOWN'

/** Between two reasons of the table. */
export const customPrecedence = ({ after }: Pick<CustomReason, 'after'>): number => precedence(after) + 0.5

const PLAN_WORDS: Readonly<Record<PlanKind, string>> = {
  retry: 'try again, then ask a person',
  resume: 'resume its session, else start again, then ask a person',
  continue: 'keep the progress and continue in a new session, then ask a person',
  rollback: 'go back to the last good state, then try again, then ask a person',
  wait: 'wait and try again, then ask a person',
  escalate: 'ask a person',
  stop: 'stop',
}

/** Failures of these classes may end without a change. */
const PASSING: ReadonlySet<ReasonClass> = new Set(['machine', 'provider'])

/** A custom reason as a row of the table. Columns that no project can choose are those of UNKNOWN. The words of the dialects are those of `like`. */
export const customRow = (custom: CustomReason): ReasonRow => ({
  ...reasons.UNKNOWN,
  class: custom.class,
  claimable: true,
  transient: custom.plan === 'wait' || PASSING.has(custom.class),
  meaning: custom.meaning,
  causes: 'A custom reason of this project: see `reasons` in mayday.yaml.',
  policy: {
    plan: custom.plan,
    retries: custom.plan === 'escalate' || custom.plan === 'stop' ? 0 : 1,
    backoff: custom.plan === 'wait',
    gate: null,
    words: PLAN_WORDS[custom.plan],
  },
  transcript: 'not-asked',
  words: reasons[custom.like].words,
})
