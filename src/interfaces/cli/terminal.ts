import { fstatSync, writeSync } from 'node:fs'
import type { Terminal } from './command.ts'

/** A pipe's reader may be slow; so long is waited before the next try. */
const PAUSE_MS = 5

/**
 * Writes to a file or a pipe at once. Node's own stream for standard output would take longer to make than most
 * answers to find. A reader that closes the pipe early (`| head`) is no error.
 */
function writeAll(text: string): void {
  let bytes = Buffer.from(text)
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EPIPE') return
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

/** The terminal this process was started in, or the file or pipe that stands for it. */
export function openTerminal(): Terminal {
  const screen = isDevice() ? process.stdout : null
  const { NO_COLOR, TERM } = process.env
  return {
    out: (text) => (screen === null ? writeAll(text) : void screen.write(text)),
    get input() {
      return process.stdin
    },
    colour: screen?.isTTY === true && NO_COLOR === undefined && TERM !== 'dumb',
    columns: screen?.columns ?? 80,
  }
}
