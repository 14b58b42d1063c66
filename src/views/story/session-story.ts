/** The story of a session that Mayday did not start, from the files of its agent. */
import { closeSync, fstatSync, readSync } from 'node:fs'
import type { FoundSession, SessionPlace } from '../../agents/session-place.ts'
import { problemOf } from '../../agents/session-problem.ts'
import { UnreadableInputError, UsageError } from '../../errors.ts'
import { openPlain } from '../../record/plain-file.ts'
import { RedactingStream } from '../../secrets/secrets.ts'
import { formats } from '../formats.ts'
import type { Story } from './story-schema.ts'
import { tellStory, type StoryAsked, type StorySource } from './tell-story.ts'

const PIECE_BYTES = 1024 * 1024
/** No secret is longer, so a search that begins this far before finds all of it. */
const LONGEST_SECRET_BYTES = 256 * 1024

export type SessionToTell = {
  readonly found: FoundSession
  readonly place: SessionPlace
  readonly secrets: readonly string[]
  readonly isLive: boolean
}

/** Throws one sentence if the session cannot be read. */
export function readSessionStory(session: SessionToTell, asked: StoryAsked): Story {
  try {
    return storyOf(session, asked)
  } catch (error) {
    const why = error instanceof UsageError ? null : problemOf(error)
    if (why === null) throw error
    throw new UnreadableInputError(`${session.found.path} was not read: ${why}.`, { cause: error })
  }
}

function storyOf(session: SessionToTell, asked: StoryAsked): Story {
  const { found, place, isLive } = session
  const source = place.records === undefined ? fileSource(session) : recordSource(session)
  return {
    format: formats.story,
    run: null,
    session: found.id,
    agent: place.agent,
    file: found.path,
    node: null,
    size: source.size,
    isLive,
    ...tellStory(source, asked),
  }
}

const shared = ({
  place,
  isLive,
}: SessionToTell): Pick<StorySource, 'agent' | 'stages' | 'prompt' | 'isOver'> => ({
  agent: place.agent,
  stages: [],
  prompt: null,
  isOver: !isLive,
})

/** The records of a database, as the lines of a file. */
function recordSource(session: SessionToTell): StorySource {
  const lines = session.place.records?.(session.found).map((record) => `${record}\n`) ?? []
  const bytes = redacted(Buffer.from(lines.join('')), session.secrets)
  return { ...shared(session), size: bytes.length, read: (from) => [bytes.subarray(from)] }
}

function redacted(bytes: Buffer, secrets: readonly string[]): Buffer {
  const stream = new RedactingStream(secrets)
  return Buffer.concat([stream.push(bytes), stream.end()])
}

function fileSource(session: SessionToTell): StorySource {
  const { path, range } = session.found
  const start = range?.from ?? 0
  const file = openPlain(path)
  const size = (range?.to ?? fstatSync(file).size) - start
  closeSync(file)
  const read = (from: number): Generator<Buffer> => readPieces(session, start + from, start + size)
  return { ...shared(session), size, read }
}

function* readPieces({ found, secrets, isLive }: SessionToTell, from: number, to: number): Generator<Buffer> {
  const file = openPlain(found.path)
  const stream = new RedactingStream(secrets)
  const buffer = Buffer.allocUnsafe(PIECE_BYTES)
  let at = Math.max(0, from - LONGEST_SECRET_BYTES)
  let skip = from - at
  const wanted = (bytes: Buffer): Buffer => {
    const part = bytes.subarray(Math.min(skip, bytes.length))
    skip -= bytes.length - part.length
    return part
  }
  try {
    while (at < to) {
      const read = readSync(file, buffer, 0, Math.min(buffer.length, to - at), at)
      if (read === 0) break
      at += read
      yield wanted(stream.push(buffer.subarray(0, read)))
    }
    if (!isLive) yield wanted(stream.end())
  } finally {
    closeSync(file)
  }
}
