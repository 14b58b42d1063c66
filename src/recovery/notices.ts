/** Notices to people outside of the terminal. One cause gives one notice, no matter how many tasks it affects. */
import { reasons } from '../reasons/table.ts'
import { orUnknown, isReason } from '../reasons/reason.ts'
import { isLimit } from '../reasons/classes.ts'
import type { GateRecord } from '../record/task-story.ts'
import { withoutInvisible } from '../signals/invisible.ts'
import type { Message } from './notify.ts'

/** `person`: something needs a person. `gave-up`: a task failed for good. `night`: `mayday work` has ended. */
export const noticeKinds = ['person', 'gave-up', 'limit', 'reset', 'night'] as const

export type NoticeKind = (typeof noticeKinds)[number]

export type Notice = Message & { readonly kind: NoticeKind }

const MOST_LINE = 300

const oneLine = (text: string): string => withoutInvisible(text).trim().slice(0, MOST_LINE)

/** The reported gates: when each was closed, by its key. */
export type ToldGates = Readonly<Record<string, string>>

/** Limits that were hit or have reset since the last notice. */
export function gateNotices(
  told: ToldGates,
  gates: readonly GateRecord[],
): { readonly notices: readonly Notice[]; readonly told: ToldGates } {
  const limits = gates.filter(({ reason }) => isReason(reason) && isLimit(reasons[reason]))
  const now = Object.fromEntries(limits.map(({ key, closedAt }) => [key, closedAt]))
  const hit = limits.filter(({ key, closedAt }) => told[key] !== closedAt).map(limitNotice)
  const reset = Object.keys(told).filter((key) => !Object.hasOwn(now, key))
  return { notices: [...hit, ...reset.map(resetNotice)], told: now }
}

const limitNotice = ({ key, reason, until, evidence }: GateRecord): Notice => ({
  kind: 'limit',
  key: `limit:${key}`,
  escalations: [],
  title: `Mayday waits: ${oneLine(key)} (${reason})`,
  text: [
    until === null ? 'It is not known when the limit resets.' : `The limit resets at ${until}.`,
    ...(evidence === '' ? [] : [`› ${oneLine(evidence)}`]),
    'Tasks that use this account wait and lose no attempt: mayday queue',
  ].join('\n'),
})

const resetNotice = (key: string): Notice => ({
  kind: 'reset',
  key: `reset:${key}`,
  escalations: [],
  title: `Mayday continues: ${oneLine(key)}`,
  text: 'The limit has reset, and the tasks that waited for it continue.',
})

/** A task that failed for good. Tasks with the same reason share a key. */
export const gaveUpNotice = (task: {
  readonly number: number
  readonly title: string
  readonly reason: string | null
  readonly summary: string
}): Notice => ({
  kind: 'gave-up',
  key: `gave-up:${orUnknown(task.reason)}`,
  escalations: [],
  title: `Mayday gave up on task ${task.number}${task.reason === null ? '' : ` (${task.reason})`}`,
  text: [oneLine(task.title), oneLine(task.summary), `To try it again: mayday retry ${task.number}`].join(
    '\n',
  ),
})

/** The results of a night. */
export type Night = {
  readonly succeeded: number
  readonly failed: number
  /** How many tasks failed or need a person, by reason. */
  readonly reasons: ReadonlyMap<string, number>
  readonly person: number
  readonly left: number
  readonly costUsd: number
}

/** Null if nothing was done. */
export function nightNotice(night: Night, endedAt: string): Notice | null {
  const { succeeded, failed, person, left, costUsd } = night
  if (succeeded + failed + person === 0) return null
  const why = [...night.reasons]
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} ${reason}`)
  const counts = [
    `${succeeded} succeeded`,
    `${failed} failed`,
    ...(person === 0 ? [] : [`${person} for a person`]),
    ...(left === 0 ? [] : [`${left} left`]),
  ]
  return {
    kind: 'night',
    key: `night:${endedAt}`,
    escalations: [],
    title: `Mayday is done: ${counts.join(', ')}`,
    text: [
      ...(why.length === 0 ? [] : [`Why: ${why.join(', ')}`]),
      ...(costUsd === 0 ? [] : [`Cost: $${costUsd.toFixed(2)}`]),
      ...(person === 0 ? [] : ['See: mayday escalations']),
      'See: mayday history',
    ].join('\n'),
  }
}

/** Several notices as one, if there are too many to send. */
export const digestOf = (notices: readonly Notice[]): Notice => ({
  kind: notices.some(({ kind }) => kind === 'person') ? 'person' : (notices[0]?.kind ?? 'night'),
  key: 'digest',
  escalations: notices.flatMap(({ escalations }) => escalations),
  title: `Mayday: ${notices.length} notices`,
  text: notices
    .map(({ title }) => `- ${title}`)
    .join('\n')
    .slice(0, 1500),
})
