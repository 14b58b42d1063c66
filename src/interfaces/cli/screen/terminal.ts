import { fstatSync, writeSync } from 'node:fs'
import { visible } from '../../../signals/invisible.ts'
import type { LiveLine, Terminal } from '../command.ts'

/** The reader of a pipe may be slow. This is the pause before the next try. */
const PAUSE_MS = 5

/** After the reader is gone, nothing more is written. */
let isPipeClosed = false

/**
 * Writes synchronously to a file or a pipe. Creating Node's stream for standard output would take longer than most
 * commands. A reader that closes the pipe early (`| head`) is not an error.
 */
function writeAll(text: string): void {
  if (isPipeClosed) return
  let bytes = Buffer.from(text)
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      isPipeClosed = code === 'EPIPE'
      if (isPipeClosed) return
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}

const isDevice = (): boolean => {
  try {
    return fstatSync(1).isCharacterDevice()
  } catch {
    // Standard output is closed, so the text is discarded.
    return false
  }
}

/** A terminal without a size reports 0. */
const known = (size: number | undefined): number | undefined => (size === 0 ? undefined : size)

/** The terminal of this process, or the file or pipe in its place. */
export function openTerminal(): Terminal {
  const screen = isDevice() ? process.stdout : null
  const { NO_COLOR, TERM } = process.env
  const steer = (text: string): void => (screen === null ? writeAll(text) : void screen.write(text))
  return {
    out: (text) => steer(visible(text)),
    steer,
    get input() {
      return process.stdin
    },
    isClosed: () => isPipeClosed,
    colour: screen?.isTTY === true && NO_COLOR === undefined && TERM !== 'dumb',
    get columns() {
      return known(screen?.columns) ?? 80
    },
    get rows() {
      return known(screen?.rows) ?? 24
    },
    live: screen?.isTTY === true && TERM !== 'dumb' ? liveLine((text) => void screen.write(text)) : null,
  }
}

/** Moves to the start of the line and erases it. */
const FRESH = '\r\u001B[K'

function liveLine(write: (text: string) => void): LiveLine {
  let drawn = ''
  return {
    draw: (text) => {
      drawn = visible(text)
      write(`${FRESH}${drawn}`)
    },
    above: (text) => write(`${FRESH}${visible(text)}\n${drawn}`),
    clear: () => {
      drawn = ''
      write(FRESH)
    },
  }
}
