import type { Terminal } from './command.ts'

/** Nothing is asked where nobody can answer. */
export const isPerson = ({ live, input }: Terminal): boolean =>
  live !== null && 'isTTY' in input && input.isTTY === true

/** Only a plain yes is one. */
export async function askPerson(terminal: Terminal, question: string): Promise<boolean> {
  terminal.out(`${question} [y/N] `)
  // A terminal gives whole lines.
  for await (const line of terminal.input) return /^\s*y(?:es)?\s*$/i.test(Buffer.from(line).toString())
  return false
}
