import { createHash, type Hash } from 'node:crypto'
import { algorithmOf, type Algorithm } from './disk-file.ts'
import type { Git } from './git-steps.ts'

/** Reads blobs completely from the repository. Returns the ids of missing or damaged ones. */
export async function findDamagedBlobs(git: Git, ids: readonly string[]): Promise<readonly string[]> {
  const wanted = [...new Set(ids)]
  const [first] = wanted
  if (first === undefined) return []
  const child = await git.start(['cat-file', '--batch'], { input: `${wanted.join('\n')}\n` })
  // The errors of git are ignored here: a blob that was not read completely is reported below.
  child.stderr?.resume()
  const reader = new BatchReader(algorithmOf(first))
  await new Promise<void>((done, fail) => {
    child.stdout?.on('data', (chunk: Buffer) => reader.push(chunk))
    child.on('error', fail)
    child.on('close', () => done())
  })
  return wanted.filter((id) => !reader.whole.has(id))
}

/** Parses `<id> blob <size>\n<bytes>\n`, repeated, in chunks of any length. */
class BatchReader {
  /** Blobs whose bytes match their id. */
  readonly whole = new Set<string>()
  readonly #algorithm: Algorithm
  #header = ''
  #blob: { readonly id: string; readonly hash: Hash; left: number } | null = null

  constructor(algorithm: Algorithm) {
    this.#algorithm = algorithm
  }

  push(chunk: Buffer): void {
    for (let rest = chunk; rest.length > 0;) rest = this.#blob === null ? this.#open(rest) : this.#fill(rest)
  }

  #open(bytes: Buffer): Buffer {
    const end = bytes.indexOf(10)
    this.#header += bytes.toString('latin1', 0, end < 0 ? bytes.length : end)
    if (end < 0) return Buffer.alloc(0)
    const [id = '', type = '', size = ''] = this.#header.split(' ')
    this.#header = ''
    if (type === 'blob') this.#begin(id, Number(size))
    return bytes.subarray(end + 1)
  }

  #begin(id: string, size: number): void {
    this.#blob = { id, hash: createHash(this.#algorithm).update(`blob ${size}\0`), left: size + 1 }
  }

  /** The newline after the bytes is counted but not hashed. */
  #fill(bytes: Buffer): Buffer {
    const blob = this.#blob
    if (blob === null) return bytes
    const taken = Math.min(bytes.length, blob.left)
    blob.hash.update(bytes.subarray(0, Math.min(taken, Math.max(0, blob.left - 1))))
    blob.left -= taken
    if (blob.left === 0) {
      if (blob.hash.digest('hex') === blob.id) this.whole.add(blob.id)
      this.#blob = null
    }
    return bytes.subarray(taken)
  }
}
