import { lstatSync } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import { bytesBelow, type RawPath } from '../../record/path-name.ts'
import type { Git } from './git-steps.ts'
import { pathOf, defaultModes, type TreeLine } from './tree-line.ts'

/** The number of files that are read before other work gets a turn. */
const AT_ONCE = 2000

/** The permissions of files in an index that a checkout would not set. */
export async function readModes(
  { place }: Pick<Git, 'place'>,
  lines: readonly TreeLine[],
): Promise<ReadonlyMap<RawPath, number>> {
  const defaultMode = defaultModes()
  const found = new Map<RawPath, number>()
  for (const [at, line] of lines.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await breathe()
    const mode = modeOf(place.top, pathOf(line))
    if (mode !== null && mode !== defaultMode(line)) found.set(pathOf(line), mode)
  }
  return found
}

const ASCII = /^[\u0000-\u007F]*$/

/** Null if there is not a regular file. */
function modeOf(top: string, path: RawPath): number | null {
  try {
    const full = ASCII.test(path) ? `${top}/${path}` : bytesBelow(top, path)
    const found = lstatSync(full, { throwIfNoEntry: false })
    return found?.isFile() === true ? found.mode & 0o7777 : null
  } catch {
    // The path has a folder where the disk has a file. Git will report the path as deleted.
    return null
  }
}
