import { UsageError } from '../../errors.ts'
import { parseDuration } from '../../record/duration.ts'
import { ASK_TIMEOUT_MS } from '../../supervision/opinion/ask.ts'

const LEAST_MS = 1000
const MOST_MS = 60 * 60 * 1000

/** How long an asked agent may take. */
export function askTimeoutOf(option: string, word: string | undefined): number {
  if (word === undefined) return ASK_TIMEOUT_MS
  const timeoutMs = parseDuration(word, `--${option}`)
  if (timeoutMs >= LEAST_MS && timeoutMs <= MOST_MS) return timeoutMs
  throw new UsageError(`--${option} takes from 1s to 1h, and got '${word}'.`)
}
