import { UsageError } from '../../../errors.ts'
import { customReasonsOf } from '../../../config/custom-reasons.ts'
import { parseCorrection } from '../../../record/parse-correction.ts'
import { reasonThatCounts } from '../../../record/run.ts'
import { correctRun } from '../../../scheduling/accept-run.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { findRecorded, withRun } from '../record/find-recorded.ts'
import { openRecordedQueue } from '../record/queue-context.ts'
import { projectConfig } from '../config/project-config.ts'
import type { Maybe } from '../parse/option.ts'

export type CorrectAsked = Maybe<'reason' | 'note'> & { readonly run: string }

export async function runCorrect(
  asked: CorrectAsked,
  screen: Screen<Answer<'mayday.correct/1'>>,
): Promise<number> {
  const { run: ref, reason: word, note = null } = asked
  if (word === undefined)
    throw new UsageError(
      `correct needs the reason that was right. Try: mayday correct ${ref} --reason TESTS_FAILED, or --reason none if it was not a failure`,
    )
  using opened = await openRecordedQueue({ shared: 'writes' })
  const context = withRun(opened, ref)
  const { store, run: before } = context
  const config = await projectConfig()
  const custom = customReasonsOf(config).map((reason) => reason.name)
  const given = parseCorrection({ word, note, at: new Date() }, { store, custom })
  const done = correctRun(before, given, { ...context, lessons: config.lessons })
  await opened.ship?.()
  const { run, correction } = findRecorded(store, ref)
  const was = reasonThatCounts(before) ?? 'no failure'
  return screen.answer(
    { run, reason: before.reason, correction, taskDone: done?.task ?? null },
    () =>
      `Run ${run}: ${was} is now ${correction?.reason ?? 'no failure'}.${done === null ? '' : ` Task ${done.task} is done.`} The classifier's verdict is kept: mayday show ${run}\n`,
  )
}
