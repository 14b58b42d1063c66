import { createHash } from 'node:crypto'
import { constants, copyFileSync, lstatSync, readdirSync, readlinkSync, statSync, utimesSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { makeOwnFolder } from '../../record/plain-file.ts'
import { codeOf } from '../../record/replace-file.ts'
import { DAY_MS } from '../../record/duration.ts'

/** No snapshot takes this long. An older folder was left by a killed Mayday, on any machine. */
const ABANDONED_MS = DAY_MS

const PREFIX = 'snapshot-'

/** A separate folder for one snapshot, below the git folder of the work tree. */
export type Scratch = AsyncDisposable & {
  readonly path: string
  readonly file: (name: string) => string
}

export async function makeScratch(gitDir: string): Promise<Scratch> {
  const home = join(gitDir, 'mayday')
  // An agent can write here. Behind a link, the sweep would delete old files of another folder.
  makeOwnFolder(home)
  await sweep(home)
  const path = await mkdtemp(join(home, `${PREFIX}${placeOfPids()}-${process.pid}-`))
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.asyncDispose]: async () => rm(path, { recursive: true, force: true }),
  }
}

async function sweep(home: string): Promise<void> {
  const before = Date.now() - ABANDONED_MS
  for (const name of readdirSync(home).filter((one) => one.startsWith(PREFIX))) {
    const path = join(home, name)
    const found = lstatSync(path, { throwIfNoEntry: false })
    const isOld = found !== undefined && found.mtimeMs < before
    if (isOld || isForsaken(name)) await rm(path, { recursive: true, force: true })
  }
}

/** The owner was a process of this machine and PID namespace, and it is gone. */
function isForsaken(name: string): boolean {
  const [, place, pid] = /^snapshot-([0-9a-f]+)-(\d+)-/.exec(name) ?? []
  return pid !== undefined && place === placeOfPids() && !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user exists too.
    return codeOf(error) !== 'ESRCH'
  }
}

/** Identifies the place where a pid is valid. The folder may be shared with a container or another machine. */
function placeOfPids(): string {
  return createHash('sha256').update(`${hostname()} ${namespaceOfPids()}`).digest('hex').slice(0, 12)
}

function namespaceOfPids(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    // Not Linux: there is one namespace for the whole machine.
    return ''
  }
}

/**
 * Copies the real index with its file times. Git distrusts files that are as new as the index. If the copy looked
 * newer, git would miss an edit of the same moment. So the copy is a little older than the original.
 */
export function copyIndex(from: string, to: string): void {
  const found = statSync(from, { bigint: true, throwIfNoEntry: false })
  // Nothing was ever staged here.
  if (found === undefined) return
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  const seconds = Number(found.mtimeNs - 1000n) / 1e9
  utimesSync(to, seconds, seconds)
}

/** Changes whenever the file is written. */
export function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? 'none' : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`
}
