import type { LockRecord } from '../../../record/card-state.ts'
import type { LockRow, Locks } from '../../../views/locks.ts'
import { cut, oneLine } from '../screen/columns.ts'
import { styleFor, type Style } from '../screen/style.ts'
import { shortTime } from '../screen/times.ts'
import type { Page } from '../screen/page.ts'

/** Renders each lock with its holder below. */
export function renderLocks({ locks }: Locks, view: Page): string {
  if (locks.length === 0) return 'Nothing is locked.\n'
  const style = styleFor(view.colour)
  const lines = locks.flatMap((lock) => [
    style.bold(cut(lockWords(lock), view.columns)),
    `  ${holderWords(lock, view.nowMs)}, ${ownerText(lock, style)}`,
  ])
  const isStale = locks.some((lock) => lock.isStale)
  return `${[...lines, ...(isStale ? ['', style.dim('clear what was left behind: mayday recover')] : [])].join('\n')}\n`
}

/** The target of a lock. */
export function lockWords({ kind, subject }: Pick<LockRecord, 'kind' | 'subject'>): string {
  switch (kind) {
    case 'card':
      return `card ${oneLine(subject)}`
    case 'phase':
      return oneLine(subject)
    case 'tree':
      return `work tree ${oneLine(subject)}`
  }
}

const holderWords = ({ task, run, flow, startedAt }: LockRow, nowMs: number): string =>
  `${run === null ? '' : `run ${run} of `}task ${task} (${oneLine(flow)}), taken ${shortTime(startedAt, nowMs)}`

function ownerText({ isStale, ownerState, owner, ownerWords }: LockRow, style: Style): string {
  if (owner === null) return isStale ? style.red('left behind') : 'kept by the queue until it starts'
  if (isStale) return style.red(`left behind by process ${owner.pid}`)
  switch (ownerState) {
    case 'alive':
      return style.green(`process ${owner.pid} is alive`)
    case 'unknown':
      return style.yellow(oneLine(ownerWords ?? `process ${owner.pid}`))
    case 'dead':
    case null:
      return style.yellow(`process ${owner.pid} is gone, but the run is still live`)
  }
}
