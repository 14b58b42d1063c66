/** Measurements keep their records in a state folder of their own, and never in that of the person who starts them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectAt } from '../src/record/project.ts'

/** Uses a fresh state folder below `place` until `work` is done. */
export async function withState<T>(place: string, work: () => Promise<T>): Promise<T> {
  const { MAYDAY_STATE: before } = process.env
  const folder = mkdtempSync(join(place, 'mayday-bench-state-'))
  process.env['MAYDAY_STATE'] = folder
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env['MAYDAY_STATE']
    else process.env['MAYDAY_STATE'] = before
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Where the record of a project lies now. */
export const recordOf = (root: string): string => projectAt(root, process.env).record
