import { closeSync, openSync, readSync, renameSync, writeSync } from 'node:fs'
import { OWNER_ONLY } from '../record/write-whole.ts'

const CHUNK_BYTES = 1024 * 1024

/** Gives what stands in an open file a name again. */
export function copyLog(file: number, path: string): void {
  const temp = `${path}.${process.pid}.tmp`
  const copy = openSync(temp, 'w', OWNER_ONLY)
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let offset = 0; ;) {
      const bytes = readSync(file, buffer, 0, buffer.length, offset)
      if (bytes === 0) break
      for (let done = 0; done < bytes;) done += writeSync(copy, buffer, done, bytes - done)
      offset += bytes
    }
  } finally {
    closeSync(copy)
  }
  renameSync(temp, path)
}
