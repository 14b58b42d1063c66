import type { Recovery } from '../../../scheduling/recover.ts'
import { namedRuns } from '../../../supervision/finding.ts'
import { countOf } from '../../../signals/count-of.ts'
import { oneLine } from '../screen/columns.ts'
import type { Terminal } from '../command.ts'
import { lockWords } from '../queue/render-locks.ts'
import { styleFor } from '../screen/style.ts'

/** What was repaired, one line each, and what is left in the queue. */
export function renderRecovery(found: Recovery, { colour }: Pick<Terminal, 'colour'>): string {
  const style = styleFor(colour)
  const done = [
    ...takenWords(found),
    ...found.ended.map((run) => `run ${run} is ended: see mayday show ${run}`),
    ...(found.orphans === 0
      ? []
      : [
          `${countOf(found.orphans, 'run without a supervisor is', 'runs without a supervisor are')} watched again`,
        ]),
    ...found.locksCleared.map((lock) => `the lock on ${lockWords(lock)} is cleared: its owner is gone`),
    ...(found.cardsWritten.length === 0
      ? []
      : [`${countOf(found.cardsWritten.length, 'card')} written: ${tasks(found.cardsWritten)}`]),
    ...found.decisions.restored.map((words) => `${oneLine(words)}, as decided before`),
  ].map((line) => `${style.green('✓')} ${line}`)
  const stuck = found.stuck.map(
    ({ run, why }) => `${style.yellow('!')} run ${run} could not be ended yet: ${oneLine(why)}`,
  )
  const pending = found.cardsPending.map(
    ({ card, problem }) => `${style.yellow('!')} ${oneLine(card)} is not written yet: ${oneLine(problem)}`,
  )
  const unchecked = found.unchecked.map(
    (who) => `${style.yellow('!')} a lock, a lease or a run is held by ${oneLine(who)}`,
  )
  const decided = found.decisions.unrestored.map(
    (words) => `${style.yellow('!')} not done again: ${oneLine(words)}`,
  )
  const open = [...stuck, ...unchecked, ...pending, ...decided]
  return `${[...done, ...open, ...(done.length + open.length === 0 ? ['Nothing needed a repair.'] : []), leftWords(found)].join('\n')}\n`
}

function takenWords({ taken }: Recovery): readonly string[] {
  if (taken.length === 0) return []
  const runs = namedRuns(taken)
  return [
    taken.length === 1
      ? `${runs} is imported again from its files: the database did not contain it`
      : `${runs} are imported again from their files: the database did not contain them`,
  ]
}

const tasks = (numbers: readonly number[]): string => numbers.map((task) => `task ${task}`).join(', ')

function leftWords({ queued, deferred, waiting }: Recovery): string {
  const counts = [
    queued === 0 ? null : `${queued} queued`,
    waiting === 0 ? null : `${waiting} waiting`,
    deferred === 0 ? null : `${deferred} deferred`,
  ].filter((part) => part !== null)
  return counts.length === 0
    ? 'The queue is empty.'
    : `In the queue: ${counts.join(', ')}. Continue: mayday work`
}
