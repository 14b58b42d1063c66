import { UsageError } from '../../errors.ts'
import { ownReasonsOf } from '../../config/own-reasons.ts'
import { parseCorrection } from '../../record/parse-correction.ts'
import { reasonThatCounts } from '../../record/run.ts'
import { correctRun } from '../../scheduling/accept-run.ts'
import type { RunCommand } from './command.ts'
import { findRecorded, runArgument } from './find-recorded.ts'
import { hasStore, openRecordedQueue } from './queue-house.ts'
import { projectConfig } from './project-config.ts'
import { shownJson } from '../shown.ts'

export const runCorrect: RunCommand = async (args, terminal) => {
  const ref = runArgument(args, 'correct')
  const word = args.text('reason')
  if (word === undefined)
    throw new UsageError(
      `correct needs the reason that was right. Try: mayday correct ${ref} --reason TESTS_FAILED, or --reason none if it was no failure`,
    )
  const house = await openRecordedQueue(terminal)
  const before = findRecorded(house.store, ref)
  if (!hasStore(house)) return 2
  const { store } = house
  const config = await projectConfig()
  const own = ownReasonsOf(config).map((reason) => reason.name)
  const said = { word, note: args.text('note') ?? null, at: new Date() }
  const given = parseCorrection(said, { store, own })
  const done = correctRun(before, given, { ...house, lessons: config.lessons })
  const { run, correction } = findRecorded(store, ref)
  store.close()
  const after = done === null ? '' : ` Task ${done.task} is done.`
  const was = reasonThatCounts(before) ?? 'no failure'
  terminal.out(
    args.flag('json')
      ? `${shownJson({ format: 'mayday.correct/1', run, reason: before.reason, correction, taskDone: done?.task ?? null }, 2)}\n`
      : `Run ${run}: ${was} is now ${correction?.reason ?? 'no failure'}.${after} The classifier's word is kept: mayday show ${run}\n`,
  )
  return 0
}
