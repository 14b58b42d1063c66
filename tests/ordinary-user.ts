/** Root may read everything. A command that gives this right up sees permissions as their owner does. */
import { spawnSync } from 'node:child_process'

const RIGHTS = '-dac_override,-dac_read_search'
const GIVE_UP = ['setpriv', `--bounding-set=${RIGHTS}`, `--inh-caps=${RIGHTS}`] as const

const isRoot = process.getuid?.() === 0
const canGiveUp = !isRoot || spawnSync(GIVE_UP[0], [...GIVE_UP.slice(1), 'true']).status === 0

/** Why a test of permissions has to be skipped; null if it can run. */
export const noPermissions = canGiveUp ? null : 'root without setpriv may read everything'

/** Words before a command, so that permissions count. */
export const asOwner: readonly string[] = isRoot ? GIVE_UP : []
