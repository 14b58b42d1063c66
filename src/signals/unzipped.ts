import { UnreadableInputError } from '../errors.ts'

/** Eight megabytes of gzip can unpack to eight gigabytes. No real log is longer. */
const MOST_UNPACKED_BYTES = 8 * 1024 ** 3

/** Returns the bytes, unpacked if they begin like a gzip file. */
export async function* unzipped(
  input: AsyncIterable<Uint8Array>,
  most: number = MOST_UNPACKED_BYTES,
): AsyncGenerator<Uint8Array> {
  const iterator = input[Symbol.asyncIterator]()
  const head: Uint8Array[] = []
  let size = 0
  while (size < 2) {
    const next = await iterator.next()
    if (next.done === true) break
    head.push(Buffer.from(next.value))
    size += next.value.length
  }
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield* head
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  const first = Buffer.concat(head)
  if (first[0] !== 0x1f || first[1] !== 0x8b) return yield* whole()
  yield* unpacked(whole(), most)
}

async function* unpacked(packed: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  const [{ createGunzip }, { pipeline }] = await Promise.all([
    import('node:zlib'),
    import('node:stream/promises'),
  ])
  const gunzip = createGunzip()
  const done = pipeline(packed, gunzip)
  // The loop below reports the same error. This handler only prevents a second report.
  done.catch(() => undefined)
  let bytes = 0
  for await (const chunk of gunzip) {
    if (!(chunk instanceof Uint8Array)) continue
    bytes += chunk.length
    if (bytes > most) throw tooLong(most)
    yield chunk
  }
  await done
}

const tooLong = (most: number): UnreadableInputError =>
  new UnreadableInputError(
    `The gzip file unpacks to more than ${Math.round(most / 1024 ** 3)} GiB. Unpack it and name the part that matters.`,
  )
