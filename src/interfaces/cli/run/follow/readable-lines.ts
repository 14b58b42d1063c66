import { isObject } from '../../../../signals/bytes/records.ts'
import { plainLine } from '../../../../supervision/screen-text.ts'
import { readableRecord } from './readable-record.ts'

/** A longer line comes in pieces of this size, unread: nothing that never ends its line is kept. */
const LONGEST_LINE = 4 * 1024 * 1024

/** Turns the bytes of a log, however they are cut, into lines that a person reads. */
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

/** The lines of one record, or the line itself where it is none of an agent's. */
function readableLine(line: string): readonly string[] {
  const record = line.startsWith('{') ? parsed(line) : null
  const lines = isObject(record) ? readableRecord(record) : null
  return (lines ?? [line]).flatMap((text) => text.split('\n').map(plainLine))
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // Cut off, or no JSON at all: it is shown as it is.
    return null
  }
}
