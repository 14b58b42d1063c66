import type { Notes } from '../notes.ts'

/** The agent ended in order, and said nothing. */
export const noteNoAnswer = (notes: Notes, needle: string, source: 'typed' | 'declared' = 'typed'): void => {
  notes.add({ source, what: 'no-answer', message: 'it ended without an answer', needle })
}
