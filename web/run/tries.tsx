/** The attempts at the task, as links. */
import type { VNode } from 'preact'
import type { AttemptRow } from '../../src/views/attempt-row.ts'
import type { ShownRun } from '../../src/views/show-run.ts'
import { linkFor, type Tab } from '../address.ts'
import { StateMark } from '../parts/state.tsx'
import { duration, money } from '../words.ts'

/** More would not fit; the current one is always among them. */
const MOST = 6

export function Tries({ detail, tab }: { readonly detail: ShownRun; readonly tab: Tab }): VNode | null {
  const { attempts, run, plans } = detail
  if (attempts.length < 2) return null
  const at = attempts.findIndex((one) => one.run === run.run)
  const first = Math.max(0, Math.min(at - MOST + 2, attempts.length - MOST))
  const told = new Map(plans.map((plan) => [plan.run, plan.differs]))
  return (
    <nav class="tries" aria-label="Attempts">
      {attempts.slice(first, first + MOST).map((one, i) => (
        <a
          key={one.run}
          class="try"
          href={linkFor({ page: 'run', run: one.run, tab })}
          aria-current={one.run === run.run ? 'true' : undefined}
        >
          <span class="try-row">
            <StateMark status={one.status} />
            <b>Attempt {one.attempt}</b>
            <span class="n">{figures(one)}</span>
          </span>
          <span class="try-told sub">
            {first + i === 0 ? 'as written' : (told.get(attempts[first + i - 1]?.run ?? 0) ?? '')}
          </span>
        </a>
      ))}
    </nav>
  )
}

const figures = ({ durationMs, costUsd }: AttemptRow): string =>
  [durationMs === null ? null : duration(durationMs), costUsd === null ? null : money(costUsd)]
    .filter((word) => word !== null)
    .join(' · ')
