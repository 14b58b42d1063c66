import { fstatSync, writeSync } from 'node:fs'
import { visible } from '../../../signals/invisible.ts'
import type { LiveLine, Terminal } from '../command.ts'

/** A pipe's reader may be slow; so long is waited before the next try. */
const PAUSE_MS = 5

/** Once its reader is gone nobody will read the rest. */
let isPipeClosed = false

/**
 * Writes to a file or a pipe at once. Node's own stream for standard output would take longer to make than most
 * answers to find. A reader that closes the pipe early (`| head`) is no error.
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
    // Standard output is closed: whatever is written goes nowhere.
    return false
  }
}

/** A terminal that nobody gave a size says 0. */
const known = (size: number | undefined): number | undefined => (size === 0 ? undefined : size)

/** The terminal this process was started in, or the file or pipe that stands for it. */
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

/** Begins at the line's start and erases what stood there. */
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
