import { realpathSync } from 'node:fs'
import { MaydayError, UnreadableInputError } from '../../errors.ts'
import { readPlain } from '../../record/plain-file.ts'
import { isDone, type AttemptRecord } from '../attempt-record.ts'
import { parseAttempt } from './parse-attempt.ts'
import type { LineProblem } from './report-schema.ts'

export type Attempts = {
  /** In the order of the file. Of a repeated attempt only the last record. */
  readonly records: readonly AttemptRecord[]
  readonly problems: readonly LineProblem[]
}

/** Reads attempts.jsonl, also while it is being written or after its writer was killed. */
export function readAttempts(path: string): Attempts {
  try {
    return parseAttempts(readPlain(realpathSync(path)).toString('utf8'))
  } catch (error) {
    if (error instanceof MaydayError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new UnreadableInputError(`The attempts in ${path} cannot be read: ${code}.`, { cause: error })
  }
}

export function parseAttempts(content: string): Attempts {
  const lines = content.replace(/^\uFEFF/, '').split('\n')
  const problems: LineProblem[] = []
  const byAttempt = new Map<string, { readonly record: AttemptRecord; readonly line: number }>()
  for (const [at, text] of lines.entries()) {
    if (text.trim() === '') continue
    const line = at + 1
    const { record, problem } = parseAttempt(text)
    // Only the last line can lack its line break, and only if its writer was killed.
    const isTorn = record === null && line === lines.length
    if (isTorn) problems.push({ line, problem: 'is incomplete, as after a kill; it was skipped' })
    else if (problem !== null)
      problems.push({ line, problem: record === null ? `${problem}; it was skipped` : problem })
    if (record === null) continue
    const key = JSON.stringify([record.series, record.task_id, record.attempt])
    const earlier = byAttempt.get(key)
    // A canceled attempt is repeated on purpose.
    if (earlier !== undefined && isDone(earlier.record)) problems.push(madeAgain(earlier.line, line, record))
    byAttempt.delete(key)
    byAttempt.set(key, { record, line })
  }
  return { records: Array.from(byAttempt.values(), ({ record }) => record), problems }
}

const madeAgain = (before: number, line: number, { task_id, attempt }: AttemptRecord): LineProblem => ({
  line: before,
  problem: `was repeated on line ${line} (attempt ${attempt} at ${task_id}); only the later one counts`,
})
