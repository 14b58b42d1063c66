import { UsageError } from '../../errors.ts'
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
            isShut ? `Its gate is not open yet: mayday wait --open ${escalation.key}\n` : '',
          ].join(''),
    )
    return 0
  } finally {
    store.close()
  }
}

function numberIn(args: Arguments): number {
  const [word = '', ...more] = args.positionals
  if (/^[1-9]\d{0,14}$/.test(word) && more.length === 0) return Number(word)
  throw new UsageError(
    `ack takes the number of one escalation, and got ${args.positionals.length === 0 ? 'none' : args.positionals.join(' ')}. See: mayday escalations`,
  )
}
