import type { Store } from '../../../record/store.ts'
import { skipTask } from '../../../scheduling/skip-task.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { withTask } from '../record/find-recorded.ts'
import { openRecordedQueue } from '../record/queue-context.ts'

export async function runSkip(
  asked: { readonly task: string },
  screen: Screen<Answer<'mayday.skip/2'>>,
): Promise<number> {
  using opened = await openRecordedQueue({ shared: 'writes' })
  const context = withTask(opened, asked.task)
  const { store, task: before } = context
  const about = openAbout(before.task, store)
  const task = skipTask(before, context)
  await opened.ship?.()
  const open = openAbout(task.task, store)
  const closed = about.filter((number) => !open.includes(number))
  return screen.answer({ was: before.status, task }, () =>
    [
      before.status === 'skipped'
        ? `Task ${task.task} is skipped already.`
        : `Task ${task.task} is skipped; it was ${before.status}.`,
      ` To run it again: mayday ${opened.isShared === true ? 'retry' : 'run'} --task ${task.task}\n`,
      ...closed.map((number) => `Escalation ${number} is closed.\n`),
      ...open.map((number) => `Escalation ${number} about it is still open: mayday ack ${number} --close\n`),
    ].join(''),
  )
}

const openAbout = (task: number, store: Store): readonly number[] =>
  store
    .escalations()
    .filter((one) => one.task === task && one.state !== 'closed')
    .map(({ number }) => number)
