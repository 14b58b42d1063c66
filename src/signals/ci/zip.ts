/** Reads the directory of a zip file and unpacks entries. Nothing is written to disk. */
import { UnreadableInputError } from '../../errors.ts'

export type ZipEntry = { readonly name: string; readonly bytes: () => Buffer }

const LIST_END = 0x06054b50
const LIST_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
/** The directory ends the file, before a comment of at most 65,535 bytes. */
const MOST_TAIL = 65_557
const STORED = 0
const DEFLATED = 8

export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04

/** All files in the order of the directory. An entry that unpacks to more than `most` bytes is refused. */
export function zipEntries(zip: Buffer, most: number): readonly ZipEntry[] {
  const end = endOfList(zip)
  const count = zip.readUInt16LE(end + 10)
  const entries: ZipEntry[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== LIST_ENTRY) throw damaged()
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const start = at
    if (!name.endsWith('/')) entries.push({ name, bytes: () => unpack(zip, start, most) })
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}

function endOfList(zip: Buffer): number {
  const from = Math.max(0, zip.length - MOST_TAIL)
  for (let at = zip.length - 22; at >= from; at -= 1) if (zip.readUInt32LE(at) === LIST_END) return at
  throw damaged()
}

function unpack(zip: Buffer, at: number, most: number): Buffer {
  const method = zip.readUInt16LE(at + 10)
  const size = zip.readUInt32LE(at + 20)
  const local = zip.readUInt32LE(at + 42)
  if (local + 30 > zip.length || zip.readUInt32LE(local) !== LOCAL_ENTRY) throw damaged()
  const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const packed = zip.subarray(from, from + size)
  if (method === STORED) return packed
  if (method !== DEFLATED) throw damaged()
  try {
    // Few outputs are packed, and loading the module takes as long as reading a small log.
    return process.getBuiltinModule('node:zlib').inflateRawSync(packed, { maxOutputLength: most })
  } catch (error) {
    throw new UnreadableInputError(
      'An entry of the zip file is damaged or too large. Unpack it and name the folder.',
      {
        cause: error,
      },
    )
  }
}

const damaged = (): UnreadableInputError =>
  new UnreadableInputError(
    'The zip file is damaged or of a kind that Mayday does not read. Unpack it and name the folder.',
  )
