/** What a notifier says. One cause gives one message, however many tasks met it and however often. */
import { withoutInvisible } from '../signals/invisible.ts'
import type { EscalationRecord } from '../record/task-story.ts'
import { actionsOf, isRemindedBetween, provingLine } from './escalation.ts'

export type Message = {
  readonly key: string
  /** The escalations it speaks of. */
  readonly escalations: readonly number[]
  /** One line, for a desktop. */
  readonly title: string
  /** A few lines, ending with the commands to type. */
  readonly text: string
}

const LONGEST_TITLE = 80
const LONGEST_TEXT = 1500
/** The commands behind it are wanted too. */
const LONGEST_PROOF = 300

/**
 * The messages to send about what was raised, or raised again in time, after `since`: the instant up to which
 * everything has been told. What somebody has looked at is not spoken of.
 */
export function messagesFor(escalations: readonly EscalationRecord[], since: Date): readonly Message[] {
  const due = escalations.filter((escalation) => isDue(escalation, since.getTime()))
  const byKey = Map.groupBy(due, ({ key }) => key)
  return [...byKey.values()].flatMap((group) => messageOf(group))
}

/** Another task that meets a cause already told of gives no message; nobody looking for hours does. */
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
    times > 1 ? `Met ${times} times since ${first.raisedAt}.` : null,
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

/** A notifier may be a shell command or a terminal: nothing in it may break out of its line. */
const oneLine = (text: string): string => withoutInvisible(text).trim()

/** At a word where there is one. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const kept = text.slice(0, most - 1)
  const space = kept.lastIndexOf(' ')
  return `${(space > most / 2 ? kept.slice(0, space) : kept).trimEnd().replace(/[\uD800-\uDBFF]$/, '')}…`
}
