import { resolve } from 'node:path'
import type { ImportedRun } from '../../../record/importers/imported-run.ts'
import { importedRuns } from '../../../sessions/import-sessions.ts'
import { openSessions } from '../ask-why/look-at-sessions.ts'
import type { Terminal } from '../command.ts'

/** The sessions that worked in a folder, as runs, oldest first. */
export async function readSessions(
  folder: string,
  since: string | undefined,
  screen: Terminal,
): Promise<readonly ImportedRun[]> {
  using sessions = openSessions(screen)
  const filter = {
    folder: resolve(folder),
    ...(since === undefined ? {} : { sinceMs: Date.parse(since) }),
  }
  const runs: ImportedRun[] = []
  for (const at of [...sessions.rows(filter)].toReversed())
    runs.push(...importedRuns(await sessions.read(at)))
  return runs
}
