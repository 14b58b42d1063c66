/** How a session ended, as a hook keeps it for the next session in the same folder. Its text is redacted and bounded. */
import { statSync } from 'node:fs'
import * as v from 'valibot'
import { cutAtWord } from '../memory/words.ts'
import { reasonNames } from '../reasons/reason.ts'
import { count, instant, names, type Shape } from '../record/schema.ts'
import { redact } from '../secrets/secrets.ts'
import { turnStatuses } from './session-schema.ts'

const text = v.string()

export const endingSchema = v.object({
  format: v.literal('mayday.ending/1'),
  agent: text,
  title: text,
  session: text,
  /** The folder of the project. */
  root: text,
  /** The file of the session and its size when it was read. If the file is larger now, the session continued. */
  path: text,
  bytes: count,
  status: v.picklist(turnStatuses),
  reason: v.nullable(v.picklist(reasonNames)),
  /** The line that decided. */
  said: text,
  asked: text,
  lastWords: text,
  /** Its last commands and edits, oldest first. */
  tried: v.optional(names, []),
  files: names,
  turns: count,
  resetAt: v.nullable(instant),
  endedAt: instant,
})
export type Ending = Shape<typeof endingSchema>

/** An interrupt by the person and a success are not failures. */
export const isFailed = ({ status }: Pick<Ending, 'status'>): boolean =>
  status === 'failed' || status === 'cut-off'

/** The size of a session's file, with the write-ahead log of a database; 0 if it is gone. */
export const sizeOnDisk = (path: string): number =>
  [path, `${path}-wal`].reduce((sum, one) => sum + (statSync(one, { throwIfNoEntry: false })?.size ?? 0), 0)

/** Secrets are masked in this many characters before the text is cut: a key that is cut in half is not recognised. */
const SEEN_CHARS = 4000
const FIELD_CHARS = 300

/** One field of an ending. */
export const kept = (told: string, secrets: readonly string[], most: number = FIELD_CHARS): string =>
  cutAtWord(redact(told.slice(0, SEEN_CHARS), secrets), most)
