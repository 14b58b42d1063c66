import { Readable } from 'node:stream'
import type { Terminal } from './command.ts'

/** Nothing is asked where nobody can answer. */
export const isPerson = ({ live, input }: Terminal): boolean =>
  live !== null && 'isTTY' in input && input.isTTY === true

/** Only a plain yes is one. */
export async function askPerson(terminal: Terminal, question: string): Promise<boolean> {
  terminal.out(`${question} [y/N] `)
  const { input } = terminal
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
