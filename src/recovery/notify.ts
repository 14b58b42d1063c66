/** The messages of a notifier. One cause gives one message, no matter how many tasks met it and how often. */
import { withoutInvisible } from '../signals/invisible.ts'
import type { EscalationRecord } from '../record/task-story.ts'
import { actionsOf, isRemindedBetween, provingLine } from './escalation.ts'

export type Message = {
  readonly key: string
  /** The numbers of the escalations in this message. */
  readonly escalations: readonly number[]
  /** One line, for a desktop notification. */
  readonly title: string
  /** A few lines. The last ones are the commands to type. */
  readonly text: string
}

const LONGEST_TITLE = 80
const LONGEST_TEXT = 1500
/** Leaves room for the commands after it. */
const LONGEST_PROOF = 300

/**
 * The messages about escalations that were raised, or whose reminder was due, after `since`. Everything before `since`
 * has been sent. Acknowledged escalations are left out.
 */
export function messagesFor(escalations: readonly EscalationRecord[], since: Date): readonly Message[] {
  const due = escalations.filter((escalation) => isDue(escalation, since.getTime()))
  const byKey = Map.groupBy(due, ({ key }) => key)
  return [...byKey.values()].flatMap((group) => messageOf(group))
}

/** If another task meets a known cause, there is no message. If nobody has acknowledged it for hours, there is one. */
const isDue = ({ state, raisedAt, lastRaisedAt }: EscalationRecord, sinceMs: number): boolean =>
  state === 'open' &&
  (Date.parse(raisedAt) > sinceMs || isRemindedBetween(raisedAt, sinceMs, Date.parse(lastRaisedAt)))

function messageOf(group: readonly EscalationRecord[]): readonly Message[] {
  const first = group[0]
  if (first === undefined) return []
  const times = group.reduce((sum, escalation) => sum + escalation.times, 0)
  const numbers = group.map(({ number }) => number)
  const proof = provingLine(first)
  const lines = [
    oneLine(first.cause),
    proof === null ? null : `› ${cut(oneLine(proof), LONGEST_PROOF)}`,
    times > 1 ? `Seen ${times} times since ${first.raisedAt}.` : null,
    ...actionsOf(first).map((action) => `  ${oneLine(action)}`),
    `  mayday ack ${first.number}`,
  ]
  return [
    {
      key: first.key,
      escalations: numbers,
      title: cut(`Mayday needs you: ${oneLine(first.cause)}`, LONGEST_TITLE),
      text: cut(lines.filter((line) => line !== null).join('\n'), LONGEST_TEXT),
    },
  ]
}

/** A notifier may be a shell command or a terminal, so no text may leave its line. */
const oneLine = (text: string): string => withoutInvisible(text).trim()

/** Cuts at a word if there is one. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const kept = text.slice(0, most - 1)
  const space = kept.lastIndexOf(' ')
  return `${(space > most / 2 ? kept.slice(0, space) : kept).trimEnd().replace(/[\uD800-\uDBFF]$/, '')}…`
}
