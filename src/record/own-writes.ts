/**
 * Mayday's own writes into a project: cards and the Failure Context. They never count as an agent's work.
 *
 * W1 A write is noted before it happens. A note without a write has no effect, because the file does not match it.
 * W2 A change is Mayday's alone if an unbroken chain of its writes leads from the file at the start to the file now.
 * An agent's edit in between breaks the chain.
 */
import { createHash } from 'node:crypto'
import { existsSync, fstatSync, lstatSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { appendPlain, readPlainText } from './plain-file.ts'
import { parseJson, type Shape } from './schema.ts'
import { writeWhole } from './write-whole.ts'

/** The state of a file. Null if it did not exist. */
const seenSchema = v.nullable(v.object({ digest: v.string(), stamp: v.string() }))

const writeSchema = v.object({
  /** The real, absolute path. */
  path: v.string(),
  before: seenSchema,
  after: seenSchema,
})

/** A folder whose mtime changed because Mayday replaced a file in it. */
const touchSchema = v.object({ folder: v.string(), mtimeNs: v.string() })

/** One line of own-writes.jsonl. */
export const ownNoteSchema = v.union([writeSchema, touchSchema])

export type OwnWrite = Shape<typeof writeSchema>
type OwnTouch = Shape<typeof touchSchema>

export type OwnWrites = { readonly writes: readonly OwnWrite[]; readonly touches: readonly OwnTouch[] }

const NONE: OwnWrites = { writes: [], touches: [] }

/** Far more than one run needs. It prevents that the notes of a busy month are read each time. */
const MOST_BYTES = 512 * 1024

export const digestOf = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('base64')

type Stamped = { readonly size: bigint; readonly mtimeNs: bigint; readonly mode: bigint }

/** Distinguishes two states of a file without reading it. */
export const stampOf = ({ size, mtimeNs, mode }: Stamped): string => `${size} ${mtimeNs} ${mode.toString(8)}`

const fileOf = (record: string): string => join(record, 'own-writes.jsonl')

/** W1. `temp` is the new file. It keeps its mtime and mode when it is renamed to `path`. */
export function noteOwnWrite(
  record: string,
  {
    path,
    temp,
    before,
    after,
  }: {
    readonly path: string
    readonly temp: string
    readonly before: Buffer | null
    readonly after: Buffer
  },
): void {
  const old = before === null ? undefined : lstatSync(path, { bigint: true, throwIfNoEntry: false })
  const write: OwnWrite = {
    path,
    before: before === null || old === undefined ? null : { digest: digestOf(before), stamp: stampOf(old) },
    after: { digest: digestOf(after), stamp: stampOf(lstatSync(temp, { bigint: true })) },
  }
  append(record, write)
}

/** Call this after the rename. */
export function noteTouchedFolder(record: string, path: string): void {
  const folder = dirname(path)
  const touch: OwnTouch = { folder, mtimeNs: `${statSync(folder, { bigint: true }).mtimeNs}` }
  append(record, touch)
}

/** Without a record no run exists that the write could be attributed to. */
function append(record: string, note: OwnWrite | OwnTouch): void {
  if (!existsSync(record)) return
  const file = fileOf(record)
  const size = lstatSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > MOST_BYTES) {
    const lines = (readPlainText(file) ?? '').split('\n')
    writeWhole(file, lines.slice(Math.floor(lines.length / 2)).join('\n'), 'unsynced')
  }
  appendPlain(file, `${JSON.stringify(note)}\n`)
}

/** In order. Reads nothing if nothing was ever written. */
export function readOwnWrites(record: string): OwnWrites {
  const text = readPlainText(fileOf(record))
  if (text === null) return NONE
  const writes: OwnWrite[] = []
  const touches: OwnTouch[] = []
  for (const line of text.split('\n')) {
    // A line that a crash cut off is skipped.
    const note = parseJson(ownNoteSchema, line)
    if (note === null) continue
    if ('folder' in note) touches.push(note)
    else writes.push(note)
  }
  return { writes, touches }
}

/** W2, by content or by stamp, depending on what is known of the start. Null means the file did not exist. */
export function isOwnChange(
  writes: readonly OwnWrite[],
  {
    by,
    start,
    now,
  }: { readonly by: 'digest' | 'stamp'; readonly start: string | null; readonly now: string | null },
): boolean {
  let at = now
  for (const { before, after } of writes.toReversed()) {
    if ((after?.[by] ?? null) !== at) continue
    at = before?.[by] ?? null
    if (at === start) return true
  }
  return false
}

/** The output of this process may go to a file in the project. That file grows, but no agent writes it. */
export const isOwnOutput = ({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): boolean =>
  outputs().some((one) => one.dev === dev && one.ino === ino)

type Identity = { readonly dev: bigint; readonly ino: bigint }

let known: readonly Identity[] | null = null

function outputs(): readonly Identity[] {
  known ??= [1, 2].flatMap((descriptor) => {
    try {
      const found = fstatSync(descriptor, { bigint: true })
      return found.isFile() ? [found] : []
    } catch {
      // The descriptor is closed.
      return []
    }
  })
  return known
}
