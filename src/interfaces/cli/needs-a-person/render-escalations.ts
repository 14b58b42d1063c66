import type { EscalationRecord } from '../../../record/task-story.ts'
import { actionsOf, isQuestion, provingLine } from '../../../recovery/escalation.ts'
import { cut, oneLine } from '../screen/columns.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import { shortTime } from '../screen/times.ts'
import type { Page } from '../screen/page.ts'

/** Lists the open escalations, each with its cause and the commands that resolve it. */
export function renderEscalations(found: readonly EscalationRecord[], view: Page): string {
  if (found.length === 0) return 'No escalation is open.\n'
  return found.map((one) => renderOne(one, view)).join('\n')
}

function renderOne(one: EscalationRecord, { nowMs, colour, columns }: Page): string {
  const style = styleFor(colour)
  const about = [
    one.task === null ? null : `task ${one.task}`,
    one.run === null ? null : `run ${one.run}`,
    `raised ${shortTime(one.raisedAt, nowMs)}`,
    one.times === 1 ? null : `${one.times} times, last ${shortTime(one.lastRaisedAt, nowMs)}`,
  ].filter((part) => part !== null)
  const proof = provingLine(one)
  const lines = [
    `${style.bold(String(one.number))}  ${paintState(one.state, style)}  ${style.dim(about.join(', '))}`,
    wrap(oneLine(one.cause), columns, '   '),
    ...(proof === null ? [] : [`   ${style.cyan('›')} ${cut(oneLine(proof), columns - 5)}`]),
    ...(one.note === null ? [] : [wrap(`note: ${oneLine(one.note)}`, columns, '   ')]),
    ...nextSteps(one).map((step) => `   ${style.cyan('→')} ${oneLine(step)}`),
  ]
  return `${lines.join('\n')}\n`
}

function paintState(state: EscalationRecord['state'], style: Style): string {
  switch (state) {
    case 'open':
      return style.red('▲ open')
    case 'acknowledged':
      return style.yellow('△ acknowledged')
    case 'closed':
      return style.dim('○ closed')
  }
}

/** The recommended actions, and how to acknowledge the escalation. */
function nextSteps(escalation: EscalationRecord): readonly string[] {
  const { number, state } = escalation
  const recommended = actionsOf(escalation)
  switch (state) {
    case 'open':
      return [
        ...recommended,
        `mayday ack ${number} --note "${isQuestion(escalation) ? 'the answer' : 'on it'}"`,
      ]
    case 'acknowledged':
      return [...recommended, `mayday ack ${number} --close`]
    case 'closed':
      return []
  }
}
