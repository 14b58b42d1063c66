import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What is there only where somebody has run or trusted something. */
const USED = ['logs', 'bench', 'trust.json']

/** Has nobody done anything here yet? A quick answer that a yes of `isEmptyRecord` needs. */
export const looksEmpty = (record: string): boolean => !USED.some((name) => existsSync(join(record, name)))
