import { isObject } from '../../../../signals/bytes/records.ts'
import { plainLine } from '../../../../supervision/screen-text.ts'
import { readableRecord } from './readable-record.ts'

/** A longer line is printed unparsed in pieces of this size, so that an endless line needs no memory. */
const LONGEST_LINE = 4 * 1024 * 1024

/** Turns the bytes of a log, in chunks of any size, into readable lines. */
export class ReadableLines {
  readonly #decoder = new TextDecoder('utf-8')
  #open = ''

  push(bytes: Uint8Array): readonly string[] {
    this.#open += this.#decoder.decode(bytes, { stream: true })
    const lines = this.#open.split('\n')
    const last = lines.pop() ?? ''
    this.#open = last.length > LONGEST_LINE ? '' : last
    return [...lines, ...(last.length > LONGEST_LINE ? [last] : [])].flatMap(readableLine)
  }

  end(): readonly string[] {
    const rest = this.#open + this.#decoder.decode()
    this.#open = ''
    return rest === '' ? [] : readableLine(rest)
  }
}

/** The lines of one record, or the line itself if it is not a record of an agent. */
function readableLine(line: string): readonly string[] {
  const record = line.startsWith('{') ? parsed(line) : null
  const lines = isObject(record) ? readableRecord(record) : null
  return (lines ?? [line]).flatMap((text) => text.split('\n').map(plainLine))
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // It is truncated or not JSON, so it is shown unchanged.
    return null
  }
}
