import { UnknownWordError, UsageError } from '../../errors.ts'
import { isReason, reasonNames } from '../../reasons/reason.ts'
import { reasonThatCounts } from '../../record/run.ts'
import type { Store } from '../../record/store.ts'
import { redact } from '../../signals/secrets.ts'
import type { RunCommand } from './command.ts'
import { findRecorded, runArgument } from './find-recorded.ts'
import { openRecorded } from './open-store.ts'

export const runCorrect: RunCommand = async (args, terminal) => {
  const ref = runArgument(args, 'correct')
  const word = args.text('reason')
  if (word === undefined)
    throw new UsageError(
      `correct needs the reason that was right. Try: mayday correct ${ref} --reason TESTS_FAILED, or --reason none if it was no failure`,
    )
  const { store } = await openRecorded(terminal)
  const before = findRecorded(store, ref)
  if (store === null) return 2
  const note = args.text('note')
  store.correct(before.run, {
    reason: reasonOf(word, store),
    note: note === undefined ? null : redact(note),
    at: new Date().toISOString(),
  })
  const { run, correction } = findRecorded(store, ref)
  store.close()
  const was = reasonThatCounts(before) ?? 'no failure'
  terminal.out(
    args.flag('json')
      ? `${JSON.stringify({ format: 'mayday.correct/1', run, reason: before.reason, correction }, null, 2)}\n`
      : `Run ${run}: ${was} is now ${correction?.reason ?? 'no failure'}. The classifier's word is kept: mayday show ${run}\n`,
  )
  return 0
}

/** One of ours, one that is in use here (an import's word), or `none`. */
function reasonOf(word: string, store: Store): string | null {
  if (word.toLowerCase() === 'none') return null
  const name = word.toUpperCase()
  if (isReason(name) || store.history({ reason: name, limit: 1 }).length > 0) return name
  throw new UnknownWordError('reason', word, [...reasonNames, 'none'])
}
