import { resolve } from 'node:path'
import type { ImportedRun } from '../../../record/importers/imported-run.ts'
import { importedRuns } from '../../../sessions/import-sessions.ts'
import { openSessions, tellUnread } from '../ask-why/look-at-sessions.ts'
import type { Terminal } from '../command.ts'
import { startProgress } from '../screen/progress.ts'

/** The sessions that worked in a folder, as runs, oldest first. */
export async function readSessions(
  folder: string,
  since: string | undefined,
  screen: Terminal,
): Promise<readonly ImportedRun[]> {
  using sessions = openSessions(screen)
  tellUnread(sessions)
  const filter = {
    folder: resolve(folder),
    ...(since === undefined ? {} : { sinceMs: Date.parse(since) }),
  }
  const rows = [...sessions.rows(filter)].toReversed()
  using progress = startProgress('reading sessions', screen)
  const runs: ImportedRun[] = []
  for (const [index, row] of rows.entries()) {
    progress.at(index, rows.length)
    runs.push(...importedRuns(await sessions.read(row)))
  }
  return runs
}
