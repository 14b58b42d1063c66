import { MaydayError, UsageError } from '../../errors.ts'
import type { Store } from '../../record/store.ts'
import type { EscalationRecord } from '../../record/task.ts'
import { redact } from '../../signals/secrets.ts'
import type { Arguments, RunCommand } from './command.ts'
import { openRecorded } from './open-store.ts'

export const runAck: RunCommand = async (args, terminal) => {
  const number = numberIn(args)
  const { store } = await openRecorded(terminal)
  const before = find(store, number)
  if (store === null) return 2
  try {
    answer(store, before, { note: args.text('note'), closes: args.flag('close') })
    const escalation = find(store, number)
    const isShut = escalation.state === 'closed' && store.gate(escalation.key) !== null
    terminal.out(
      args.flag('json')
        ? `${JSON.stringify({ format: 'mayday.ack/1', escalation }, null, 2)}\n`
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

function find(store: Store | null, number: number): EscalationRecord {
  const found = store?.escalation(number) ?? null
  if (found !== null) return found
  throw new MaydayError(
    'UNKNOWN_ESCALATION',
    `There is no escalation ${number}. See what there is: mayday escalations --all`,
  )
}

function answer(
  store: Store,
  { number }: EscalationRecord,
  { note, closes }: { readonly note: string | undefined; readonly closes: boolean },
): void {
  const at = new Date().toISOString()
  const isOpen = store.acknowledge(number, note === undefined ? null : redact(note), at)
  if (!isOpen)
    throw new UsageError(
      `Escalation ${number} is closed already. If its cause comes back it is raised under a new number.`,
    )
  if (closes) store.closeEscalation(number, at)
}
