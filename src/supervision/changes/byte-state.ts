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

/** A file as its bytes are on the disk, whatever git would make of them. Null: it is not there. */
export type ByteState = {
  /** The type, and whether its owner may execute it: all that git keeps of a mode. */
  readonly mode: number
  readonly size: number
  /** Inode and times. The time of the last change of an inode cannot be set from inside a sandbox. */
  readonly stamp: string
  /** Null where the budget did not last: then the stamp tells. */
  readonly content: string | null
} | null

/** What may still be read for one measurement. */
export type ByteBudget = { bytes: number; entries: number }
export const fullByteBudget = (): ByteBudget => ({ bytes: 1024 ** 3, entries: 100_000 })

const CHUNK_BYTES = 1024 * 1024
const MODE = 0o170100

const readAsync = promisify(read)

/** How a file is now. Where nothing touched it since `before`, it is not read again. */
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
    // Gone, or not ours to read: there is nothing to compare either way.
    return null
  }
}

/** Whether a file is the same as before, byte by byte where the bytes are known. */
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

/** A link or a pipe that has taken the file's place meanwhile is neither followed nor waited for. */
async function digestFile(place: Buffer): Promise<string | null> {
  const file = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { size } = fstatSync(file)
    if (!fstatSync(file).isFile()) return null
    const hash = createHash('sha1')
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1))
    // No more than there was: somebody may write on while it is read.
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

/** A repository inside the tree counts as one: all its files, without its own git dir. */
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
