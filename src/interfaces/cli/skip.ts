import type { Store } from '../../record/store.ts'
import { skipTask } from '../../scheduling/skip-task.ts'
import type { RunCommand } from './command.ts'
import { findTask, taskArgument } from './find-task.ts'
import { hasStore, openRecordedQueue } from './queue-house.ts'
import { shownJson } from '../shown.ts'

export const runSkip: RunCommand = async (args, terminal) => {
  const ref = taskArgument(args, 'skip')
  const house = await openRecordedQueue(terminal)
  const before = findTask(house.store, ref)
  if (!hasStore(house)) return 2
  const { store } = house
  try {
    const about = openAbout(before.task, store)
    const task = skipTask(before, house)
    const open = openAbout(task.task, store)
    const closed = about.filter((number) => !open.includes(number))
    terminal.out(
      args.flag('json')
        ? `${shownJson({ format: 'mayday.skip/1', was: before.status, task }, 2)}\n`
        : [
            before.status === 'skipped'
              ? `Task ${task.task} is skipped already.`
              : `Task ${task.task} is skipped; it was ${before.status}.`,
            ` Take it up again: mayday run --task ${task.task}\n`,
            ...closed.map((number) => `Escalation ${number} is closed.\n`),
            ...open.map((number) => `Escalation ${number} is still about it: mayday ack ${number} --close\n`),
          ].join(''),
    )
    return 0
  } finally {
    store.close()
  }
}

const openAbout = (task: number, store: Store): readonly number[] =>
  store
    .escalations()
    .filter((one) => one.task === task && one.state !== 'closed')
    .map(({ number }) => number)
