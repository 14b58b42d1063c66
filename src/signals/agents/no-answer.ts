import type { Notes } from '../notes.ts'

/** The agent ended normally without an answer. */
export const noteNoAnswer = (notes: Notes, needle: string, source: 'typed' | 'declared' = 'typed'): void => {
  notes.add({ source, what: 'no-answer', message: 'it ended without an answer', needle })
}
