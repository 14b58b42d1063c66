import type { Store } from '../../../record/store.ts'
import type { EscalationRecord } from '../../../record/task-story.ts'
import { againCommand } from '../../../recovery/again.ts'
import { answerEscalation, findEscalation } from '../../../recovery/answer-escalation.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { exitWith } from '../exit-codes.ts'
import { openRecorded } from '../record/open-store.ts'

export type AckAsked = {
  readonly escalation: number
  readonly note: string | undefined
  readonly close: boolean
}

export async function runAck(
  { escalation: number, note, close }: AckAsked,
  screen: Screen<Answer<'mayday.ack/1'>>,
): Promise<number> {
  using opened = await openRecorded({ shared: 'writes' })
  const { store } = opened
  findEscalation(number, store)
  if (store === null) return exitWith('trouble')
  const escalation = answerEscalation(number, { note: note ?? null, closes: close, at: new Date() }, store)
  await opened.ship?.()
  const isShut = escalation.state === 'closed' && store.gate(escalation.key) !== null
  return screen.answer({ escalation }, () =>
    [
      `Escalation ${number} is ${escalation.state}.\n`,
      taskWords(escalation, store),
      isShut ? `Its gate is not open yet: mayday wait --open ${escalation.key}\n` : '',
    ].join(''),
  )
}

/** The new status of the task after the escalation, and the next command. */
function taskWords({ state, task: number }: EscalationRecord, store: Store): string {
  const task = state === 'closed' && number !== null ? store.task(number) : null
  if (task === null || task.status === 'escalated') return ''
  const last = store.runsOf(task.task).at(-1)
  const again = last === undefined ? `mayday run --task ${task.task}` : againCommand(last, task)
  return `Task ${task.task} is ${task.status}.${again === null ? '' : ` Try it again: ${again}`}\n`
}
