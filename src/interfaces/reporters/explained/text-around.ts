import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { Explanation } from '../../../diagnosis/explain.ts'

/** A part of a log: the lines before the evidence, and the lines from it on. */
export type Around = { readonly before: readonly string[]; readonly from: readonly string[] }

/** A summary follows the failure that it counts at about this distance. */
const MOST_BYTES = 4096

/** The log around the first line of evidence; null if it cannot be read again, like standard input. */
export function textAround({ evidence }: Explanation): Around | null {
  const [first] = evidence
  if (first === undefined || first.file === null || first.byteOffset === null) return null
  const start = Math.max(0, first.byteOffset - MOST_BYTES)
  const bytes = readPart(first.file, start, first.byteOffset - start + MOST_BYTES)
  if (bytes === null) return null
  const at = first.byteOffset - start
  return { before: linesOf(bytes.subarray(0, at)), from: linesOf(bytes.subarray(at)) }
}

const linesOf = (bytes: Buffer): readonly string[] => bytes.toString('utf8').split('\n')

/** Only of a regular file: a pipe would wait for a writer. */
function readPart(path: string, start: number, length: number): Buffer | null {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, start))
  } finally {
    closeSync(file)
  }
}
