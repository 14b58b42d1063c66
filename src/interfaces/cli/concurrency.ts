import { UsageError } from '../../errors.ts'
import type { Arguments } from './command.ts'

/** More agents at a time than this are a slip of the finger. */
const MOST = 1000

/** `--concurrency`; null where it is not given. */
export function concurrencyIn(args: Arguments): number | null {
  const word = args.text('concurrency')
  if (word === undefined) return null
  if (/^[1-9]\d{0,3}$/.test(word) && Number(word) <= MOST) return Number(word)
  throw new UsageError(`--concurrency takes a number from 1 to ${MOST}, and got '${word}'.`)
}
