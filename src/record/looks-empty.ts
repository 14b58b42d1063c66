import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** These exist only after a run or a trust. */
const USED = ['logs', 'bench', 'trust.json']

/** Whether the record looks unused. A quick check that must be true before `isEmptyRecord` can be. */
export const looksEmpty = (record: string): boolean => !USED.some((name) => existsSync(join(record, name)))
