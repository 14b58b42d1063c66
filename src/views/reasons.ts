/** The table of reasons, including those of the project, with the plans that apply here. */
import * as v from 'valibot'
import { differenceOf, isLimit } from '../reasons/classes.ts'
import { benchPrecedence, toBench } from '../reasons/dialects/bench.ts'
import { dialectNames, dialects, inAllDialects, type DialectName } from '../reasons/dialects/dialects.ts'
import { customPrecedence, customRow, type CustomReason } from '../reasons/custom-reason.ts'
import {
  planKinds,
  precedence,
  reasonClasses,
  orUnknown,
  reasonNames,
  type Reason,
} from '../reasons/reason.ts'
import {
  breakerScopes,
  deeds,
  fallbackTimes,
  gateScopes,
  nextDifferences,
  retryBounds,
  sessionStates,
  shownFacts,
  transcriptUses,
  type ReasonRow,
} from '../reasons/reason-row.ts'
import { reasons } from '../reasons/table.ts'
import { count, size, type Shape } from '../record/schema.ts'
import { adviceUnder } from '../recovery/advice.ts'
import type { PolicyOverrides } from '../recovery/policy.ts'
import { formats } from './formats.ts'
import { described } from './view.ts'

const policySchema = v.object({
  plan: v.picklist(planKinds),
  otherwise: described(v.exactOptional(v.picklist(planKinds)), 'if the plan is not possible'),
  retries: described(count, 'further runs after the first'),
  backoff: v.boolean(),
  gate: described(
    v.nullable(
      v.object({
        of: v.picklist(gateScopes),
        word: v.string(),
        waits: described(v.string(), 'what a task at it waits for'),
      }),
    ),
    'everything on the same account or machine waits with it',
  ),
  bound: described(v.exactOptional(v.picklist(retryBounds)), 'what ends the repetition'),
  escalateAfterMs: v.exactOptional(count),
  words: described(v.string(), 'the plan in words'),
})

export const listedReasonSchema = v.object({
  reason: v.string(),
  precedence: described(
    size,
    'across stages the lower number wins. A custom reason is half behind its neighbour',
  ),
  class: v.picklist(reasonClasses),
  claimable: described(v.boolean(), 'an agent may claim it by a marker'),
  transient: described(
    v.union([v.boolean(), v.literal('evidence')]),
    'an identical run makes sense; `evidence`: only if the evidence is itself transient',
  ),
  meaning: v.string(),
  brief: described(v.string(), 'what a run did, for a list: `hit a usage limit`'),
  causes: v.string(),
  policy: policySchema,
  session: described(v.picklist(sessionStates), '`poisoned`: a resumed session would end the same way'),
  fallback: described(v.picklist(fallbackTimes), 'when another agent takes over'),
  handOff: described(v.boolean(), 'its last words go to the next session'),
  transcript: described(
    v.picklist(transcriptUses),
    'whether the transcript of the agent is read for the cause',
  ),
  isLimit: described(v.boolean(), 'a limit of an account that passes by itself'),
  firstStep: described(v.nullable(v.string()), 'what a person does first'),
  title: described(
    v.exactOptional(v.string()),
    'what is wrong, if one cause stops several tasks. `{agent}` stands for its name',
  ),
  advice: described(
    v.exactOptional(v.object({ todo: v.string(), deed: v.picklist(deeds) })),
    'what the board advises. Present if it differs from that of its class',
  ),
  breaker: described(
    v.exactOptional(v.picklist(breakerScopes)),
    'present if it differs from that of its class',
  ),
  difference: described(v.picklist(nextDifferences), 'what differs in the next run'),
  shows: described(
    v.exactOptional(v.picklist(shownFacts)),
    'what the run shows: no turn, failing tests, a repetition, or a broken build',
  ),
  benchStop: described(
    v.exactOptional(v.string()),
    'the word of benchmarks for an agent that ended this way',
  ),
  after: described(v.exactOptional(v.picklist(reasonNames)), 'of a custom reason: its neighbour'),
  like: described(
    v.exactOptional(v.picklist(reasonNames)),
    'of a custom reason: whose words the dialects use',
  ),
  word: described(v.exactOptional(v.string()), 'with `--dialect`'),
  wordPrecedence: described(v.exactOptional(count), 'with `--dialect bench`'),
  dialects: v.object(v.entriesFromList(dialectNames, v.string())),
})

export const reasonsSchema = v.object({
  format: v.literal(formats.reasons),
  dialect: v.nullable(v.picklist(dialectNames)),
  reasons: described(v.array(listedReasonSchema), 'by precedence; with `--dialect bench` by that of bench'),
})

export type ListedReason = Shape<typeof listedReasonSchema>
export type Reasons = Shape<typeof reasonsSchema>

export type ReasonsAsked = {
  readonly custom: readonly CustomReason[]
  readonly overrides: PolicyOverrides
  readonly dialect?: DialectName | null
}

export function readReasons({ custom, overrides, dialect = null }: ReasonsAsked): Reasons {
  const ofTable = reasonNames.map((name) => listed(name, reasons[name], null, { overrides, dialect }))
  const ofProject = custom.map((one) => listed(one.name, customRow(one), one, { overrides, dialect }))
  const all = [...ofTable, ...ofProject].toSorted((a, b) => a.precedence - b.precedence)
  return { format: formats.reasons, dialect, reasons: dialect === 'bench' ? all.toSorted(byBench) : all }
}

/** Bench has a different order. Reasons with the same word keep our order. */
const byBench = (a: ListedReason, b: ListedReason): number =>
  (a.wordPrecedence ?? 0) - (b.wordPrecedence ?? 0)

function listed(
  name: string,
  row: ReasonRow,
  custom: CustomReason | null,
  { overrides, dialect }: { readonly overrides: PolicyOverrides; readonly dialect: DialectName | null },
): ListedReason {
  const like = custom?.like ?? tableReason(name)
  const { words: _, ...facts } = row
  return {
    reason: name,
    precedence: custom === null ? precedence(like) : customPrecedence(custom),
    ...facts,
    difference: differenceOf(row),
    isLimit: isLimit(row),
    policy: heldPolicy(name, row, overrides),
    ...(custom === null ? {} : { after: custom.after, like: custom.like }),
    ...(dialect === null ? {} : { word: dialects[dialect](like) }),
    ...(dialect === 'bench' ? { wordPrecedence: benchPrecedence(toBench(like)) } : {}),
    dialects: inAllDialects(like),
  }
}

const tableReason = (name: string): Reason => orUnknown(reasonNames.find((one) => one === name))

/** With the project's changes to the plan. */
function heldPolicy(name: string, { policy }: ReasonRow, overrides: PolicyOverrides): ReasonRow['policy'] {
  const { plan, words, retries, backoff } = policy
  const advice = { kind: plan, words, retries, backoff }
  const { kind, ...held } = adviceUnder(overrides, { reason: name, defaultPlan: plan, advice })
  return { ...policy, ...held, plan: kind }
}
