/** What can be done with the scheduler: the same entries in the bar, at Work and in the palette. */
import type { State } from '../../src/views/state.ts'
import { runAction } from '../actions.ts'
import { api, deed } from '../client.ts'
import type { Command } from '../commands.ts'
import { confirmFirst } from '../parts/confirm.tsx'
import { plural } from '../words.ts'
import { namesOf } from './task-deeds.ts'

type Scheduled = Pick<State, 'holder' | 'isShared' | 'counts' | 'tasks' | 'limits'>

export const startScheduler = (): void =>
  void runAction(deed(api.scheduler.start, {}), {
    undo: deed(api.scheduler.drain, {}),
    back: 'Stop it again',
  })

export const limitTo = (concurrency: number, before: number): void =>
  void runAction(deed(api.scheduler.limit, { json: { concurrency } }), {
    undo: deed(api.scheduler.limit, { json: { concurrency: before } }),
  })

function drain(state: Scheduled): void {
  const { running, queued } = state.counts
  confirmFirst({
    title: 'Stop the scheduler when its runs have ended?',
    body: `It finishes ${plural(running, 'run')} (${runningIn(state)}) and starts nothing new. ${plural(queued, 'queued task')} ${queued === 1 ? 'waits' : 'wait'} until a scheduler is started again.`,
    does: 'Finish and stop',
    run: () => void runAction(deed(api.scheduler.drain, {})),
  })
}

function stopNow(state: Scheduled): void {
  const { running } = state.counts
  confirmFirst({
    title: 'Stop the scheduler and what it runs?',
    body: `${plural(running, 'run')} ${running === 1 ? 'is' : 'are'} stopped and canceled: ${runningIn(state)}. What they changed stays in the files. Queued tasks stay queued.`,
    does: 'Stop now',
    run: () => void runAction(deed(api.scheduler.stop, {})),
  })
}

const runningIn = ({ tasks }: Scheduled): string =>
  namesOf(tasks.filter(({ status }) => status === 'running')) || 'none'

export const stopCommands = (state: Scheduled): readonly Command[] => [
  { name: 'Finish what runs, then stop…', words: 'scheduler drain', run: () => drain(state) },
  { name: 'Stop now…', words: 'scheduler cancel all', run: () => stopNow(state) },
]

/** A fleet has no scheduler of its own: its nodes take the work up. */
export function schedulerCommands(state: Scheduled): readonly Command[] {
  const { concurrency } = state.limits
  if (state.isShared) return []
  if (state.holder === null)
    return [{ name: 'Start the scheduler', words: 'work run queue', run: startScheduler }]
  return [
    ...stopCommands(state).map((one) => ({ ...one, name: `Scheduler: ${one.name.toLowerCase()}` })),
    {
      name: `Run ${concurrency + 1} at once`,
      words: 'concurrency more',
      run: () => limitTo(concurrency + 1, concurrency),
    },
    ...(concurrency > 1
      ? [
          {
            name: `Run ${concurrency - 1} at once`,
            words: 'concurrency fewer',
            run: () => limitTo(concurrency - 1, concurrency),
          },
        ]
      : []),
  ]
}
