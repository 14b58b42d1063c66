import type { GenericLine } from './generic-line.ts'
import { wordedGenericLines } from './worded-rules.ts'

/** A line that only continues another one: a stack frame, an arrow to a place. */
const PART = /^\s*(?:at \S|--> \S|\.\.\. \d|\|)|^[^\s(]{1,300}\.\w{1,5}proj\]$/

/** A line that only continues the words of the line above it. */
const isPart = (line: string): boolean => PART.test(line)

/** Where the output says more about the error; null if the line says it itself. */
export function causeOf(line: string): Pick<GenericLine, 'cause' | 'lines'> | null {
  const bare = line.trim()
  const known = wordedGenericLines.find(({ form }) => form.test(bare))
  return known ?? (isPart(line) ? { cause: 'above' } : null)
}

export const isGeneric = (line: string): boolean => causeOf(line) !== null
