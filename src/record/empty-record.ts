import { existsSync } from 'node:fs'
import { looksEmpty } from './looks-empty.ts'
import { checkRecordFolder } from './record-folder.ts'
import { Store, storePath } from './store.ts'

/**
 * No run, task, series or trust was ever recorded. A command that only reads, or that failed, leaves such a record.
 */
export function isEmptyRecord(record: string): boolean {
  checkRecordFolder(record)
  if (!looksEmpty(record)) return false
  if (!existsSync(storePath(record))) return true
  using store = Store.open(record, { readsOnly: true })
  return store.history({ limit: 1 }).length === 0 && store.tasks().length === 0
}
