/** The numbers that a fleet gave to runs that have not begun here. */
import type { DatabaseSync } from 'node:sqlite'
import { readSetting, writeSetting } from './settings.ts'

const nameOf = (runId: string): string => `run-number:${runId}`

export const promiseNumber = (db: DatabaseSync, runId: string, run: number): void =>
  writeSetting(db, nameOf(runId), String(run))

/** Undefined if none was promised. */
export function takePromised(db: DatabaseSync, runId: string): number | undefined {
  const promised = readSetting(db, nameOf(runId))
  if (promised === null) return undefined
  writeSetting(db, nameOf(runId), null)
  return Number(promised)
}
