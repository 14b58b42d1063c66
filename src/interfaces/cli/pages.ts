import { fileURLToPath } from 'node:url'
import type { Reason } from '../../reasons/reason.ts'

/** The path of a reason's page in this installation. It can be read offline. */
export const pageOf = (reason: Reason): string =>
  fileURLToPath(new URL(`../../../docs/reasons/${reason}.md`, import.meta.url))
