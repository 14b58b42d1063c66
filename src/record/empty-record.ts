import { existsSync } from 'node:fs'
import { looksEmpty } from './looks-empty.ts'
import { checkRecordFolder } from './record-folder.ts'
import { Store, storePath } from './store.ts'

/** No run, no task, no series and no trust was ever recorded: so a command that only looks, or that failed, leaves it. */
export function isEmptyRecord(record: string): boolean {
  checkRecordFolder(record)
  if (!looksEmpty(record)) return false
  if (!existsSync(storePath(record))) return true
  using store = Store.open(record, { readsOnly: true })
  return store.history({ limit: 1 }).length === 0 && store.tasks().length === 0
}
