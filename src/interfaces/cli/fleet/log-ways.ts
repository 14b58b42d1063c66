import type { ArchiveSettings } from '../../../fleet/archive/archive-settings.ts'
import { Archive } from '../../../fleet/archive/archive.ts'
import type { Member } from '../../../fleet/member.ts'
import { archivedLog } from '../../node-logs/archived-log.ts'
import type { Ways } from '../../node-logs/find-log.ts'

/** The variable that gives a reader without a node its token. */
export const TOKEN_VARIABLE = 'MAYDAY_FLEET_READER'

/** The token of the reader: from the environment, else that of this project's node. */
function readerToken(member: Member | null): string | null {
  const { [TOKEN_VARIABLE]: given } = process.env
  return given === undefined || given === '' ? (member?.token ?? null) : given
}

/** How a log of another node is read. */
export const waysOf = (member: Member | null, logs: ArchiveSettings): Ways => ({
  token: readerToken(member),
  archive: async (run) => {
    const archive = Archive.open(logs, process.env)
    return archive === null ? null : archivedLog(run, archive)
  },
})
