import { ownReasonsOf } from '../../config/own-reasons.ts'
import { findFlaky } from '../../diagnosis/flaky-tests.ts'
import { UsageError } from '../../errors.ts'
import { parseSince } from '../../record/duration.ts'
import type { RunStats } from '../../record/sqlite/sum-runs.ts'
import type { RunCommand } from './command.ts'
import { readShares, shareWords } from './lesson-shares.ts'
import { nothingRecorded, openRecorded } from './open-store.ts'
import { projectConfig } from './project-config.ts'
import { renderStats } from './render-stats.ts'
import { shownJson } from '../shown.ts'

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

export const runStats: RunCommand = async (args, terminal) => {
  if (args.positionals.length > 0)
    throw new UsageError(
      `stats takes options only, and got '${args.positionals[0]}'. Try: mayday stats --since 30d`,
    )
  const since = args.text('since')
  const sinceAt = since === undefined ? null : parseSince(since, Date.now())
  const { colour, columns } = terminal
  const own = ownReasonsOf(await projectConfig())
  const ownClasses = new Map(own.map((reason) => [reason.name, reason.class]))
  const { store, project } = await openRecorded(terminal)
  const found =
    store === null
      ? { sinceAt, ...NOTHING }
      : store.stats({ ownClasses, ...(sinceAt === null ? {} : { sinceAt }) })
  const lessons = store === null ? null : readShares(store)
  const flaky = store === null ? [] : findFlaky(store.testRuns())
  store?.close()
  if (args.flag('json'))
    terminal.out(`${shownJson({ format: 'mayday.stats/1', ...found, lessons, flaky }, 2)}\n`)
  else if (store === null) terminal.out(nothingRecorded(project))
  else {
    const helped = lessons === null ? '' : shareWords(lessons)
    const drawn = renderStats(found, { nowMs: Date.now(), colour, columns, flaky })
    terminal.out(`${drawn}${helped === '' ? '' : `\n${helped}.\n`}`)
  }
  return 0
}
