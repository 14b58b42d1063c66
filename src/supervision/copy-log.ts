import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { clearWay, OWNER_ONLY } from '../record/plain-file.ts'
import { replaceBy, tempName } from '../record/write-whole.ts'

const CHUNK_BYTES = 1024 * 1024

/**
 * Writes the content of an open file to a path again. If another
 * file has that name, it is renamed. No link is followed.
 */
export function copyLog(file: number, path: string): void {
  const temp = join(dirname(path), tempName(path))
  const copy = openSync(temp, 'wx', OWNER_ONLY)
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let offset = 0; ;) {
      const bytes = readSync(file, buffer, 0, buffer.length, offset)
      if (bytes === 0) break
      for (let done = 0; done < bytes;) done += writeSync(copy, buffer, done, bytes - done)
      offset += bytes
    }
    clearWay(path)
    replaceBy(temp, path)
  } catch (error) {
    rmSync(temp, { force: true })
    throw error
  } finally {
    closeSync(copy)
  }
}
