import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  read,
  readlinkSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { bytesBelow, type RawPath } from '../../record/path-name.ts'

/** A file by its bytes on disk, without git's conversions. Null: the file does not exist. */
export type ByteState = {
  /** The file type, and whether its owner may execute it. Git keeps no other mode bits. */
  readonly mode: number
  readonly size: number
  /** Inode and times. A process in the sandbox cannot set the change time (ctime) of an inode. */
  readonly stamp: string
  /** Null if the byte budget was used up. Then the stamp decides. */
  readonly content: string | null
} | null

/** How much one measurement may still read. */
export type ByteBudget = { bytes: number; entries: number }
export const fullByteBudget = (): ByteBudget => ({ bytes: 1024 ** 3, entries: 100_000 })

const CHUNK_BYTES = 1024 * 1024
const MODE = 0o170100

const readAsync = promisify(read)

/** The current state of a file. It is not read again if its stamp is the same as in `before`. */
export async function readBytes(
  top: string,
  path: RawPath,
  { budget, before = null }: { readonly budget: ByteBudget; readonly before?: ByteState },
): Promise<ByteState> {
  const place = bytesBelow(top, path)
  try {
    const stats = lstatSync(place, { bigint: true })
    const mode = Number(stats.mode) & MODE
    const size = stats.isDirectory() ? 0 : Number(stats.size)
    const stamp = stats.isDirectory() ? '' : `${stats.ino} ${stats.mtimeNs} ${stats.ctimeNs}`
    const isUntouched = stamp !== '' && before?.stamp === stamp && before.size === size
    const content = isUntouched ? before.content : await contentOf({ top, path, place, mode, size }, budget)
    return { mode, size, stamp, content }
  } catch {
    // The file is gone or not readable. There is nothing to compare in either case.
    return null
  }
}

/** Whether a file is unchanged. Compares the bytes if both are known. */
export function isSameBytes(before: ByteState, after: ByteState): boolean {
  if (before === null || after === null) return before === after
  if (before.mode !== after.mode || before.size !== after.size) return false
  if (before.content !== null && after.content !== null) return before.content === after.content
  return before.stamp === after.stamp
}

type Entry = {
  readonly top: string
  readonly path: RawPath
  readonly place: Buffer
  readonly mode: number
  readonly size: number
}

async function contentOf(
  { top, path, place, mode, size }: Entry,
  budget: ByteBudget,
): Promise<string | null> {
  switch (mode & 0o170000) {
    case 0o120000:
      return digestOf(readlinkSync(place, 'buffer'))
    case 0o040000:
      return digestFolder(top, path, budget)
    case 0o100000:
      if (size > budget.bytes) return null
      budget.bytes -= size
      return digestFile(place)
    default:
      return null
  }
}

const digestOf = (data: Buffer | string): string => createHash('sha1').update(data).digest('base64')

/** If a link or a pipe has replaced the file since, it is not followed or waited for. */
async function digestFile(place: Buffer): Promise<string | null> {
  const file = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { size } = fstatSync(file)
    if (!fstatSync(file).isFile()) return null
    const hash = createHash('sha1')
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1))
    // Reads no more than the size from before: a process may append while this reads.
    for (let left = size; left > 0;) {
      const { bytesRead } = await readAsync(file, chunk, 0, Math.min(left, chunk.length), null)
      if (bytesRead === 0) break
      hash.update(chunk.subarray(0, bytesRead))
      left -= bytesRead
    }
    return hash.digest('base64')
  } finally {
    closeSync(file)
  }
}

/** A repository inside the tree counts as one entry: all its files, without its own git dir. */
async function digestFolder(top: string, folder: RawPath, budget: ByteBudget): Promise<string | null> {
  const told: unknown[] = []
  for (const name of readdirSync(bytesBelow(top, folder), 'latin1').toSorted()) {
    if (name === '.git') continue
    budget.entries -= 1
    if (budget.entries < 0) return null
    const state = await readBytes(top, `${folder}/${name}`, { budget })
    told.push([name, state?.mode, state?.size, state?.content ?? state?.stamp])
  }
  return digestOf(JSON.stringify(told))
}
