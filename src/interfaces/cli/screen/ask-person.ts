import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ReadStream } from 'node:tty'
import type { Terminal } from '../command.ts'

/** True if a user can answer a question. */
export const isPerson = ({ live, input }: Terminal): boolean =>
  live !== null && 'isTTY' in input && input.isTTY === true

/** Only an explicit yes counts, and only if it was typed after the question. */
export async function askPerson(terminal: Terminal, question: string): Promise<boolean> {
  const { input } = terminal
  if (input instanceof ReadStream) await discardTyped(input)
  terminal.out(`${question} [y/N] `)
  // Standard input stays open: another question may follow, and its descriptor must not be reused for another file.
  const lines = input instanceof Readable ? input.iterator({ destroyOnReturn: false }) : input
  try {
    // A terminal delivers whole lines.
    for await (const line of lines) return /^\s*y(?:es)?\s*$/i.test(Buffer.from(line).toString())
    return false
  } finally {
    if (input instanceof Readable) input.pause()
  }
}

/** The first turn of the event loop starts the read, the next delivers the bytes. */
const QUIET_TURNS = 3
/** Bounds the wait if a key is held down. */
const MOST_TURNS = 1000

/**
 * Discards what was typed before the question. In raw mode the terminal also delivers an incomplete line, which would
 * otherwise become the start of the answer.
 */
async function discardTyped(input: ReadStream): Promise<void> {
  let quiet = 0
  const forget = (typed: Buffer): void => {
    quiet = 0
    // In raw mode Ctrl+C is a character.
    if (typed.includes(CTRL_C)) process.kill(process.pid, 'SIGINT')
  }
  input.setRawMode(true)
  input.on('data', forget)
  try {
    for (let turns = 0; quiet < QUIET_TURNS && turns < MOST_TURNS; turns++, quiet++) await nextTurn()
  } finally {
    input.off('data', forget)
    input.pause()
    input.setRawMode(false)
  }
  // Standard input stops only in the next turn. Without this wait it would stop the read of the answer.
  await nextTurn()
}

const CTRL_C = 3
