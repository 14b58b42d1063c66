import { UsageError } from '../../errors.ts'
import type { Store } from '../../record/store.ts'
import type { EscalationRecord } from '../../record/task.ts'
import { againCommand } from '../../recovery/again.ts'
import { answerEscalation, findEscalation } from '../../recovery/answer-escalation.ts'
import type { Arguments, RunCommand } from './command.ts'
import { openRecorded } from './open-store.ts'
import { shownJson } from '../shown.ts'

export const runAck: RunCommand = async (args, terminal) => {
  const number = numberIn(args)
  const { store } = await openRecorded(terminal)
  findEscalation(number, store)
  if (store === null) return 2
  try {
    const answer = { note: args.text('note') ?? null, closes: args.flag('close'), at: new Date() }
    const escalation = answerEscalation(number, answer, store)
    const isShut = escalation.state === 'closed' && store.gate(escalation.key) !== null
    terminal.out(
      args.flag('json')
        ? `${shownJson({ format: 'mayday.ack/1', escalation }, 2)}\n`
        : [
            `Escalation ${number} is ${escalation.state}.\n`,
            taskWords(escalation, store),
            isShut ? `Its gate is not open yet: mayday wait --open ${escalation.key}\n` : '',
          ].join(''),
    )
    return 0
  } finally {
    store.close()
  }
}

/** What its task is now that nobody is needed, and how to go on. */
function taskWords({ state, task: number }: EscalationRecord, store: Store): string {
  const task = state === 'closed' && number !== null ? store.task(number) : null
  if (task === null || task.status === 'escalated') return ''
  const last = store.runsOf(task.task).at(-1)
  const again = last === undefined ? `mayday run --task ${task.task}` : againCommand(last, task)
  return `Task ${task.task} is ${task.status}.${again === null ? '' : ` Try it again: ${again}`}\n`
}

function numberIn(args: Arguments): number {
  const [word = '', ...more] = args.positionals
  if (/^[1-9]\d{0,14}$/.test(word) && more.length === 0) return Number(word)
  throw new UsageError(
    `ack takes the number of one escalation, and got ${args.positionals.length === 0 ? 'none' : args.positionals.join(' ')}. See: mayday escalations`,
  )
}
