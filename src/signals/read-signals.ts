import { closeSync, createReadStream, existsSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UnreadableInputError } from '../errors.ts'
import { newReadBuffer, READ_BYTES } from './bytes/read-buffer.ts'
import { readStepFiles } from './ci/read-step-files.ts'
import { stepFilesIn, stepFilesOf, type StepFile } from './ci/step-files.ts'
import { isZip } from './ci/zip.ts'
import type { GivenAgents } from './agent-reader.ts'
import { SignalReader, type ReaderOptions } from './reader.ts'
import type { Reading } from './signal.ts'
import { Turns } from './turns.ts'
import { unzipped } from './unzipped.ts'

/** A smaller file is read in one step, into a buffer of this size. */
const SMALL_BYTES = 16 * 1024

export type ReadOptions = ReaderOptions & { readonly exitCode?: number | null }

/** An output: the path of a file, its bytes, or a stream of them. */
export type Output = string | Uint8Array | AsyncIterable<Uint8Array>

/** Reads all signals of an output. `-` has no special meaning here. Gzip is unpacked. */
export async function readSignals(input: Output, options: ReadOptions & GivenAgents): Promise<Reading> {
  if (typeof input !== 'string') return readBytes(input instanceof Uint8Array ? only(input) : input, options)
  const steps = stepsAt(input)
  if (steps !== null)
    return readStepFiles(steps, (bytes, file) => readBytes(only(bytes), { ...options, file }))
  const found = fileToRead(input)
  try {
    return await readBytes(bytesOf(found), { file: input, now: found.modified, ...options })
  } catch (error) {
    throw unreadable(input, error)
  }
}

/** The files of a downloaded CI log, in a folder or a zip file. Null if the path is something else. */
function stepsAt(path: string): readonly StepFile[] | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isDirectory() === true) return existsSync(join(path, 'worker.log')) ? null : stepFilesIn(path)
    return found?.isFile() === true && isZip(headOf(path)) ? stepFilesOf(path) : null
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** The unpacked bytes of a file, or of the output in a run's folder. The error for an unreadable file names it. */
export async function* readFileBytes(path: string): AsyncGenerator<Uint8Array> {
  const found = fileToRead(path)
  try {
    yield* unzipped(bytesOf(found))
  } catch (error) {
    throw unreadable(path, error)
  }
}

function headOf(path: string): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(4)
    readSync(file, head, 0, head.length, 0)
    return head
  } finally {
    closeSync(file)
  }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The file to read, and how to read it. */
type Found = {
  readonly path: string
  readonly modified: Date
  readonly isRegular: boolean
  readonly isSmall: boolean
}

/** A read from a pipe or a device may block. A read from a regular file does not. */
const bytesOf = ({ path, isRegular, isSmall }: Found): AsyncIterable<Uint8Array> =>
  isRegular ? chunksOf(path, isSmall) : createReadStream(path, { highWaterMark: READ_BYTES })

/**
 * Reads a regular file in pieces through one buffer. A caller that keeps bytes must copy them. Synchronous reads take
 * a quarter of the time.
 */
async function* chunksOf(path: string, isSmall: boolean): AsyncGenerator<Uint8Array> {
  const file = openSync(path, 'r')
  try {
    const buffer = isSmall ? Buffer.allocUnsafeSlow(SMALL_BYTES) : newReadBuffer()
    for (;;) {
      const bytesRead = readSync(file, buffer, 0, buffer.length, null)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    closeSync(file)
  }
}

/** The file itself, or the output inside a run's folder. */
function fileToRead(path: string): Found {
  try {
    const found = statSync(path)
    if (found.isBlockDevice() || found.isCharacterDevice())
      throw new UnreadableInputError(
        `${path} is a device and may never end. Name a log or transcript, or pipe one in: … | mayday explain -`,
      )
    if (!found.isDirectory())
      return {
        path,
        modified: new Date(found.mtimeMs),
        isRegular: found.isFile(),
        isSmall: found.size < SMALL_BYTES,
      }
    const log = join(path, 'worker.log')
    // A user who names a pipe expects to wait for it. This path was not named by the user.
    if (statSync(log, { throwIfNoEntry: false })?.isFile() === true) return fileToRead(log)
  } catch (error) {
    throw unreadable(path, error)
  }
  throw new UnreadableInputError(
    `${path} is a folder without a run in it (no worker.log) and without the steps of a CI log. Name the log or transcript file itself.`,
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

async function readBytes(
  input: AsyncIterable<Uint8Array>,
  options: ReadOptions & GivenAgents,
): Promise<Reading> {
  const reader = new SignalReader({ splitsRuns: true, ...options })
  const turns = new Turns()
  for await (const chunk of unzipped(input)) {
    reader.push(chunk)
    await turns.give()
  }
  return reader.endInTurns(options.exitCode ?? null)
}
