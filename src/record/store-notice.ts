import { countOf } from '../signals/count-of.ts'
import type { Salvage } from './sqlite/salvage.ts'

/** An event that concerns the file of the store. */
export type StoreNotice =
  /** The file was damaged, and is kept under the new name. */
  | {
      readonly kind: 'set-aside'
      readonly path: string
      readonly keptAs: string
      readonly why: string
      /** What was copied into the new file. */
      readonly salvaged: Salvage
    }
  /** The file was deleted while it was open, and a new one was made. */
  | { readonly kind: 'gone'; readonly path: string }
  /** The file can be read, but not written. */
  | { readonly kind: 'read-only'; readonly path: string }
  /** A row cannot be read. It is left out. */
  | { readonly kind: 'bad-row'; readonly path: string; readonly row: string; readonly why: string }

/** One sentence for people. */
export function describeNotice(notice: StoreNotice): string {
  switch (notice.kind) {
    case 'set-aside':
      return `The database ${notice.path} was damaged: ${notice.why}. It is kept as ${notice.keptAs}. ${describeSalvage(notice.salvaged)}`
    case 'gone':
      return `The store at ${notice.path} was deleted while it was in use. A new one was made.`
    case 'read-only':
      return `The database ${notice.path} cannot be written, so it is only read. Check its owner, its mode and its disk.`
    case 'bad-row':
      return `Left out: ${notice.row} in ${notice.path} cannot be read (${notice.why}). To fix it from the run's files: mayday recover`
  }
}

/** What the new database has of the old one, and what was lost. */
function describeSalvage({ rows, lost }: Salvage): string {
  const taken =
    rows === 0
      ? 'Nothing could be copied from it.'
      : `${countOf(rows, 'row was', 'rows were')} copied from it.`
  const left = lost.map((one) => (one.rows === null ? one.table : `${one.table} (${one.rows})`))
  return left.length === 0 ? taken : `${taken} Not copied, or not all: ${left.join(', ')}.`
}
