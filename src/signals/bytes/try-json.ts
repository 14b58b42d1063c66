/**
 * Parses text that may or may not be JSON.
 *
 * `JSON.parse` throws on bad input, and a throw costs as much as parsing kilobytes. A log full of Python dicts or cut-off
 * records would spend all its time there. So throws are paid for: parsed characters earn credit, a throw costs some.
 * Without credit the text is checked by a scanner first, which never throws and accepts what `JSON.parse` accepts.
 */
import { isWholeJson } from './json-scanner.ts'
import { work } from './work.ts'

/** About what a throw costs, in characters that could be parsed in the same time. */
const THROW_CHARS = 4096
const MOST_CREDIT = 64 * THROW_CHARS

let credit = MOST_CREDIT

/** The object or array that a text is; undefined where it is no JSON. */
export function tryJson(raw: string): unknown {
  if (credit < THROW_CHARS && !isWholeJson(raw)) return undefined
  work.parsed += raw.length
  try {
    const value: unknown = JSON.parse(raw)
    credit = Math.min(MOST_CREDIT, credit + raw.length)
    return value
  } catch {
    // Not JSON: the caller reads the same text as text.
    work.throws += 1
    credit -= THROW_CHARS
    return undefined
  }
}
