import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UnreadableInputError } from '../errors.ts'
import { SignalReader, type ReaderOptions } from './reader.ts'
import type { Reading } from './signal.ts'

/** One megabyte: fewer calls than the default, and still nothing against the memory bound. */
const CHUNK_BYTES = 1024 * 1024

export type ReadOptions = ReaderOptions & { readonly exitCode?: number | null }

/**
 * Reads everything an output says: a path, `-` is not special here, or any stream of bytes. Gzip is opened.
 *
 * @example const reading = await readSignals('run.log', { stage: 'agent_run', exitCode: 1 })
 */
export async function readSignals(
  input: string | AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): Promise<Reading> {
  if (typeof input !== 'string') return readBytes(input, options)
  const { path, modified } = await fileToRead(input)
  try {
    return await readBytes(chunksOf(path), { file: input, now: modified, ...options })
  } catch (error) {
    throw unreadable(input, error)
  }
}

/**
 * The file piece by piece. The next piece is read while the last one is looked at, so there are two buffers;
 * whoever keeps bytes copies them.
 */
async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path)
  const buffers = [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)] as const
  const read = (into: Buffer): Promise<{ bytesRead: number }> => file.read(into, 0, CHUNK_BYTES, null)
  let [now, other]: readonly Buffer[] = buffers
  let reading = read(buffers[0])
  for (;;) {
    const { bytesRead } = await reading
    if (bytesRead === 0 || now === undefined || other === undefined) return
    reading = read(other)
    // A caller that stops early never awaits this one; the error of a caller that goes on is the same.
    reading.catch(() => undefined)
    yield now.subarray(0, bytesRead)
    ;[now, other] = [other, now]
  }
}

/** A file, or the output inside a run's folder. */
async function fileToRead(path: string): Promise<{ path: string; modified: Date }> {
  try {
    const found = await stat(path)
    if (!found.isDirectory()) return { path, modified: found.mtime }
    if ((await readdir(path)).includes('worker.log')) return await fileToRead(join(path, 'worker.log'))
  } catch (error) {
    throw unreadable(path, error)
  }
  throw new UnreadableInputError(
    `${path} is a folder without a run in it (no worker.log). Name the log or transcript file itself.`,
  )
}

function unreadable(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') {
    return new UnreadableInputError(
      `There is no file ${path}. Name a log or transcript, or pipe one in: … | mayday explain -`,
      { cause: error },
    )
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new UnreadableInputError(`${path} cannot be read: permission denied. Check its owner and mode.`, {
      cause: error,
    })
  }
  if (code.startsWith('Z_') || code === 'ERR__ERROR_FORMAT_PADDING_1') {
    return new UnreadableInputError(
      `${path} begins like gzip but cannot be unpacked (${code}). Try the unpacked file.`,
      { cause: error },
    )
  }
  return code.startsWith('E')
    ? new UnreadableInputError(`${path} cannot be read (${code}).`, { cause: error })
    : error
}

async function readBytes(input: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Reading> {
  const reader = new SignalReader(options)
  for await (const chunk of unzipped(input)) reader.push(chunk)
  return reader.end(options.exitCode ?? null)
}

/** The bytes themselves, or what is inside where they begin like a gzip file. */
async function* unzipped(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
  const [{ createGunzip }, { pipeline }] = await Promise.all([
    import('node:zlib'),
    import('node:stream/promises'),
  ])
  const gunzip = createGunzip()
  const done = pipeline(whole(), gunzip)
  // The same error ends the loop below; this only keeps it from being reported twice.
  done.catch(() => undefined)
  yield* gunzip
  await done
}
