/**
 * Parses text that may or may not be JSON.
 *
 * `JSON.parse` throws on bad input, and a throw costs as much as parsing kilobytes. A log full of Python dicts or
 * incomplete records would spend all its time there. So throws have a budget: parsed characters add to it, a throw
 * takes from it. If the budget is empty, a scanner checks the text first. The scanner never throws and accepts what
 * `JSON.parse` accepts.
 */
import { isWholeJson } from './json-scanner.ts'
import { work } from './work.ts'

/** The approximate cost of a throw, in characters that could be parsed in the same time. */
const THROW_CHARS = 4096
const MOST_CREDIT = 64 * THROW_CHARS

let credit = MOST_CREDIT

/** The object or array that a text encodes. Undefined if it is not JSON. */
export function tryJson(raw: string): unknown {
  if (credit < THROW_CHARS && !isWholeJson(raw)) return undefined
  work.parsed += raw.length
  try {
    const value: unknown = JSON.parse(raw)
    credit = Math.min(MOST_CREDIT, credit + raw.length)
    return value
  } catch {
    // The text is not JSON. The caller reads it as text.
    work.throws += 1
    credit -= THROW_CHARS
    return undefined
  }
}
