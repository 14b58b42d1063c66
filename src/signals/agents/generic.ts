import type { Notes } from '../notes.ts'
import type { AgentReader } from './adapter.ts'

/** Reads what no adapter recognised. Filled in below. */
export function readGeneric(_notes: Notes): AgentReader {
  return { record: () => false, line: () => 'free' }
}
