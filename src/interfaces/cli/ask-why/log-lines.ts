import type { Terminal } from '../command.ts'
import { plainLine, RESET, ScreenText } from '../../../supervision/screen-text.ts'

/** Prints bytes of a log. */
export type LogPrinter = {
  readonly print: (offset: number, bytes: Buffer) => void
  /** No more bytes follow. */
  readonly end: () => void
  /** True if it has printed anything. */
  readonly hasShown: () => boolean
}

/** Prints the text unchanged. Colours are kept only on a terminal. */
export function textPrinter({ out, colour }: Terminal): LogPrinter {
  const decoder = new TextDecoder('utf-8')
  const screen = new ScreenText(colour)
  let isInLine = false
  let hasShown = false
  const show = (text: string): void => {
    if (text === '') return
    hasShown = true
    isInLine = !text.endsWith('\n')
    out(text)
  }
  return {
    print: (_offset, bytes) => show(screen.push(decoder.decode(bytes, { stream: true }))),
    end: () => {
      show(screen.push(decoder.decode()) + screen.end())
      out(`${screen.isPainted ? RESET : ''}${isInLine ? '\n' : ''}`)
    },
    hasShown: () => hasShown,
  }
}

/** A longer line is printed in pieces. */
const LONGEST_LINE_BYTES = 1024 * 1024

/** Prints a JSON object for each line, with the offset of the line in the log. */
export function jsonPrinter({ out }: Terminal): LogPrinter {
  let open: Buffer = Buffer.alloc(0)
  let openAt = 0
  let hasShown = false
  const lineOf = (bytes: Buffer): string => {
    const text = plainLine((open.length === 0 ? bytes : Buffer.concat([open, bytes])).toString('utf8'))
    open = Buffer.alloc(0)
    hasShown = true
    return `${JSON.stringify({ offset: openAt, text })}\n`
  }
  return {
    print: (offset, bytes) => {
      const lines: string[] = []
      for (let at = 0; at < bytes.length;) {
        if (open.length === 0) openAt = offset + at
        const newline = bytes.indexOf(0x0a, at)
        const room = at + LONGEST_LINE_BYTES - open.length
        const end = Math.min(newline < 0 ? bytes.length : newline, room)
        if (end === newline || end === room) lines.push(lineOf(bytes.subarray(at, end)))
        else open = Buffer.concat([open, bytes.subarray(at, end)])
        at = end === newline ? end + 1 : end
      }
      if (lines.length > 0) out(lines.join(''))
    },
    end: () => {
      if (open.length > 0) out(lineOf(Buffer.alloc(0)))
    },
    hasShown: () => hasShown,
  }
}
