import { ownReasonsOf } from '../../../config/own-reasons.ts'
import { findFlaky } from '../../../diagnosis/flaky-tests.ts'
import type { RunStats } from '../../../record/sqlite/sum-runs.ts'
import type { Screen } from '../command.ts'
import { readShares, shareWords } from './lesson-shares.ts'
import { nothingRecorded, openRecorded } from '../record/open-store.ts'
import { projectConfig } from '../config/project-config.ts'
import { renderStats } from './render-stats.ts'

const NOTHING: Omit<RunStats, 'sinceAt'> = {
  runs: 0,
  succeeded: 0,
  failed: 0,
  canceled: 0,
  live: 0,
  costUsd: 0,
  durationMs: 0,
  unknown: 0,
  corrected: 0,
  byReason: [],
  byClass: [],
  byAgent: [],
  byWeek: [],
}

export async function runStats(
  asked: { readonly since: string | undefined; readonly sessions: boolean },
  screen: Screen,
): Promise<number> {
  const { since: sinceAt } = asked
  if (asked.sessions) return (await import('./session-stats.ts')).runSessionStats(sinceAt, screen)
  const own = ownReasonsOf(await projectConfig())
  const ownClasses = new Map(own.map((reason) => [reason.name, reason.class]))
  using opened = await openRecorded()
  const { store, project } = opened
  if (store === null)
    return screen.answer({ sinceAt: sinceAt ?? null, ...NOTHING, lessons: null, flaky: [] }, () =>
      nothingRecorded(project),
    )
  const found = store.stats({ ownClasses, ...(sinceAt === undefined ? {} : { sinceAt }) })
  const lessons = readShares(store)
  const flaky = findFlaky(store.testRuns())
  return screen.answer({ ...found, lessons, flaky }, () => {
    const helped = lessons === null ? '' : shareWords(lessons)
    const drawn = renderStats(found, { nowMs: Date.now(), ...screen, flaky })
    return `${drawn}${helped === '' ? '' : `\n${helped}.\n`}`
  })
}
