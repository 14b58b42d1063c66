import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ReadStream } from 'node:tty'
import type { Terminal } from '../command.ts'

/** Nothing is asked where nobody can answer. */
export const isPerson = ({ live, input }: Terminal): boolean =>
  live !== null && 'isTTY' in input && input.isTTY === true

/** Only a plain yes is one, and only one that was typed after the question. */
export async function askPerson(terminal: Terminal, question: string): Promise<boolean> {
  const { input } = terminal
  if (input instanceof ReadStream) await discardTyped(input)
  terminal.out(`${question} [y/N] `)
  // Standard input stays open: another question may follow, and its descriptor must not become another file's.
  const lines = input instanceof Readable ? input.iterator({ destroyOnReturn: false }) : input
  try {
    // A terminal gives whole lines.
    for await (const line of lines) return /^\s*y(?:es)?\s*$/i.test(Buffer.from(line).toString())
    return false
  } finally {
    if (input instanceof Readable) input.pause()
  }
}

/** A turn of the event loop begins the reading, the next brings what is there. */
const QUIET_TURNS = 3
/** Somebody who leans on a key is asked all the same. */
const MOST_TURNS = 1000

/**
 * Forgets what was typed before. In raw mode the terminal gives out half a line too: the start of an answer would
 * otherwise become a part of the next one.
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
  // Standard input really stops only now; before that it would stop the reading of the answer.
  await nextTurn()
}

const CTRL_C = 3
