import { fileURLToPath } from 'node:url'
import type { Reason } from '../../reasons/reason.ts'

/** The page about a reason, as a path inside this installation: it can be read without a network. */
export const pageOf = (reason: Reason): string =>
  fileURLToPath(new URL(`../../../docs/reasons/${reason}.md`, import.meta.url))
