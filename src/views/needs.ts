/**
 * What needs a person, the most urgent first: what it holds up, then the newest.
 *
 * N1 The advice and the deed come from one row of the table of reasons, so they cannot disagree.
 * N2 One cause is one need, however many tasks meet it.
 */
import * as v from 'valibot'
import { adviceOf, classes } from '../reasons/classes.ts'
import { deeds, type Advice } from '../reasons/reason-row.ts'
import { count, moment, type Shape } from '../record/schema.ts'
import type { EscalationRecord } from '../record/task-story.ts'
import { actionsOf } from '../recovery/escalation.ts'
import { fixedColumnsOf, meaningOf, rowOf, type PolicyOverrides } from '../recovery/policy.ts'
import { countOf } from '../signals/count-of.ts'
import type { BoardRow } from './board-row.ts'
import { described } from './view.ts'
import type { GateRow } from './waits.ts'

export const needSchema = v.object({
  key: described(v.string(), 'of its cause'),
  what: described(v.string(), 'the title of the task, or what is wrong for several tasks'),
  why: described(v.string(), 'in plain words'),
  todo: described(v.string(), 'what to do first'),
  deed: described(v.picklist(deeds), 'the action that does it'),
  reason: v.nullable(v.string()),
  task: v.nullable(count),
  run: v.nullable(count),
  escalation: described(v.nullable(count), 'the number of the open escalation'),
  gate: described(v.nullable(v.string()), 'the key of the gate that it keeps closed'),
  agent: v.nullable(v.string()),
  holds: described(count, 'how many other tasks cannot start because of it'),
  isSeen: described(v.boolean(), 'a person has acknowledged it'),
  since: moment,
  steps: described(v.array(v.string()), 'what to type or do first, from the escalation'),
})

export type Need = Shape<typeof needSchema>

/** N1. A need without a reason is a decision. */
const adviceFor = (reason: string | null, overrides: PolicyOverrides): Advice =>
  reason === null ? classes.person.advice : adviceOf(rowOf(reason, overrides))

type Facts = {
  readonly tasks: readonly BoardRow[]
  readonly escalations: readonly EscalationRecord[]
  readonly gates: readonly GateRow[]
  readonly overrides: PolicyOverrides
}

export function readNeeds(facts: Facts): readonly Need[] {
  const raised = facts.escalations.map((escalation) => needOf(escalation, facts))
  const named = new Set(raised.map(({ task }) => task))
  const silent = facts.tasks.filter((row) => row.status === 'escalated' && !named.has(row.task))
  return [...raised, ...silent.map((row) => ofTask(row, facts))].toSorted(byUrgency)
}

/** What was seen comes after what was not. */
const byUrgency = (a: Need, b: Need): number =>
  Number(a.isSeen) - Number(b.isSeen) || b.holds - a.holds || b.since.localeCompare(a.since)

function needOf(escalation: EscalationRecord, facts: Facts): Need {
  const { number, key, run, cause, state, lastRaisedAt } = escalation
  const row = facts.tasks.find(({ task }) => task === escalation.task)
  const gate = facts.gates.find((one) => one.key === key)
  const reason = gate?.reason ?? reasonIn(escalation) ?? row?.reason ?? null
  const isShared = !key.startsWith('task:')
  const agent = row?.agent ?? null
  const what = isShared ? sharedTitle(reason, key, cause) : (row?.title ?? cause)
  const why = whyOf(reason, { row: isShared ? null : (row ?? null), cause, overrides: facts.overrides })
  return {
    key,
    what,
    // Not the same words again.
    why: why === `${what}.` && row !== undefined ? `“${row.title}” stopped because of it.` : why,
    ...adviceFor(reason, facts.overrides),
    reason,
    task: escalation.task,
    run: run ?? row?.run ?? null,
    escalation: number,
    gate: gate?.key ?? null,
    agent,
    holds: (gate?.tasks ?? []).filter((task) => task !== escalation.task).length,
    isSeen: state === 'acknowledged',
    since: lastRaisedAt,
    steps: stepsOf(escalation),
  }
}

function ofTask(row: BoardRow, facts: Facts): Need {
  return {
    key: `task:${row.task}`,
    what: row.title,
    why: whyOf(row.reason, { row, cause: row.waiting?.why ?? '', overrides: facts.overrides }),
    ...adviceFor(row.reason, facts.overrides),
    reason: row.reason,
    task: row.task,
    run: row.run,
    escalation: null,
    gate: null,
    agent: row.agent,
    holds: 0,
    isSeen: false,
    since: row.lastActivityAt,
    steps: [],
  }
}

const reasonIn = ({ detail }: EscalationRecord): string | null =>
  typeof detail['reason'] === 'string' ? detail['reason'] : null

/** A gate's key is `WORD:AGENT:ACCOUNT`. */
function sharedTitle(reason: string | null, key: string, cause: string): string {
  const [, agent = '', account = ''] = key.split(':')
  const name = account === '' || account === 'default' ? agent : `${agent} (${account})`
  const title = reason === null ? undefined : fixedColumnsOf(reason).title
  return title?.replace('{agent}', name) ?? cause
}

/** The meaning of the reason, and how often it came. Without a reason the cause says it. */
type Told = {
  readonly row: BoardRow | null
  readonly cause: string
  readonly overrides: PolicyOverrides
}

function whyOf(reason: string | null, { row, cause, overrides }: Told): string {
  if (reason === null) return cause
  const meaning = meaningOf(reason, overrides)
  return row === null || row.attempts < 2 ? meaning : `${meaning} ${countOf(row.attempts, 'attempt')} failed.`
}

/** Only what a person must do outside Mayday: the rest are buttons. */
const stepsOf = (escalation: EscalationRecord): readonly string[] => {
  const [first] = actionsOf(escalation)
  return first === undefined || first.startsWith('mayday ') ? [] : [first]
}
