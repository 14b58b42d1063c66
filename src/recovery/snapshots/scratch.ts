import { constants, copyFileSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** No snapshot takes so long: what is older was left by a Mayday that was killed. */
const ABANDONED_MS = 24 * 3_600_000

/** A folder of one snapshot's own, below the work tree's git folder: nobody else looks there. */
export type Scratch = AsyncDisposable & {
  readonly path: string
  readonly file: (name: string) => string
}

export async function makeScratch(gitDir: string): Promise<Scratch> {
  const home = join(gitDir, 'mayday')
  await mkdir(home, { recursive: true, mode: 0o700 })
  await sweep(home)
  const path = await mkdtemp(join(home, 'snapshot-'))
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.asyncDispose]: async () => rm(path, { recursive: true, force: true }),
  }
}

async function sweep(home: string): Promise<void> {
  const before = Date.now() - ABANDONED_MS
  for (const name of readdirSync(home)) {
    const path = join(home, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found !== undefined && found.mtimeMs < before) await rm(path, { recursive: true, force: true })
  }
}

/**
 * The real index with all it knows about the files. Git distrusts files that are as young as the index: a copy that
 * looked younger would make it miss an edit of the same moment, so the copy is a little older than the original.
 */
export function copyIndex(from: string, to: string): void {
  const found = statSync(from, { bigint: true, throwIfNoEntry: false })
  // Nothing was ever staged here.
  if (found === undefined) return
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  const seconds = Number(found.mtimeNs - 1000n) / 1e9
  utimesSync(to, seconds, seconds)
}

/** Changes whenever somebody writes the file. */
export function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? 'none' : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`
}
