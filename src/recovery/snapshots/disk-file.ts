import { createHash } from 'node:crypto'
import { lstatSync, closeSync, readlinkSync, readSync, type BigIntStats } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import { bytesBelow, type RawPath } from '../../record/path-name.ts'
import { openPlain, readPlain } from '../../record/plain-file.ts'

/** What is at a path on the disk. Links are not followed. */
export type DiskFile = {
  readonly kind: 'file' | 'link' | 'other'
  /** Permission bits. */
  readonly mode: number
  readonly size: number
  /** Changes when the file changes. */
  readonly stamp: string
}

export type Algorithm = 'sha1' | 'sha256'

export const algorithmOf = (id: string): Algorithm => (id.length === 64 ? 'sha256' : 'sha1')

/** Large files are read in pieces. Between pieces, other work of this process continues. */
const PIECE_BYTES = 8 * 1024 * 1024

/** Reads paths like git does: a file behind a link is not in the work tree. */
export class Disk {
  readonly #top: string
  readonly #folders = new Map<RawPath, boolean>()

  constructor(top: string) {
    this.#top = top
  }

  /** Null if there is nothing, or a folder. */
  look(path: RawPath): DiskFile | null {
    if (!this.#isBelowFolders(path)) return null
    const found = this.#stat(path)
    if (found === undefined || found.isDirectory()) return null
    const { mode, size, mtimeNs, ctimeNs, ino } = found
    return {
      kind: found.isFile() ? 'file' : found.isSymbolicLink() ? 'link' : 'other',
      mode: Number(mode) & 0o7777,
      size: Number(size),
      stamp: `${mode} ${size} ${mtimeNs} ${ctimeNs} ${ino}`,
    }
  }

  isFolder(path: RawPath): boolean {
    return this.#isBelowFolders(`${path}/`)
  }

  /** The id that git gives to the bytes on the disk. */
  async hash(path: RawPath, { kind, size }: DiskFile, algorithm: Algorithm): Promise<string> {
    const full = bytesBelow(this.#top, path)
    if (kind === 'link') return blobId(readlinkSync(full, { encoding: 'buffer' }), algorithm)
    return size <= PIECE_BYTES ? blobId(readPlain(full), algorithm) : hashLarge(full, size, algorithm)
  }

  #isBelowFolders(path: RawPath): boolean {
    const slash = path.lastIndexOf('/')
    if (slash < 0) return true
    const folder = path.slice(0, slash)
    const known = this.#folders.get(folder)
    if (known !== undefined) return known
    const is = this.#isBelowFolders(folder) && this.#stat(folder)?.isDirectory() === true
    this.#folders.set(folder, is)
    return is
  }

  #stat(path: RawPath): BigIntStats | undefined {
    try {
      return lstatSync(bytesBelow(this.#top, path), { bigint: true, throwIfNoEntry: false })
    } catch (error) {
      // The path has a folder where the disk has a file.
      if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined
      throw error
    }
  }
}

export const blobId = (bytes: Buffer, algorithm: Algorithm): string =>
  createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

async function hashLarge(path: Buffer, size: number, algorithm: Algorithm): Promise<string> {
  const hash = createHash(algorithm).update(`blob ${size}\0`)
  const piece = Buffer.alloc(PIECE_BYTES)
  const file = openPlain(path)
  try {
    for (let length = 1; length > 0;) {
      length = readSync(file, piece)
      hash.update(piece.subarray(0, length))
      await breathe()
    }
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}
