/**
 * What Mayday itself writes into a project: cards and the Failure Context. It never counts as an agent's work.
 *
 * W1 A write is noted before it happens. A note without a write explains nothing, because the file is not as it says.
 * W2 A change is Mayday's alone where an unbroken chain of its writes leads from the file at the start to the file now.
 * An agent's edit in between breaks the chain.
 */
import { createHash } from 'node:crypto'
import { existsSync, fstatSync, lstatSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { appendPlain, readPlainText } from './plain-file.ts'
import { writeWhole } from './write-whole.ts'

/** A file at one moment. Null where it was not there. */
export type Seen = { readonly digest: string; readonly stamp: string } | null

export type OwnWrite = {
  /** Real and absolute. */
  readonly path: string
  readonly before: Seen
  readonly after: Seen
}

/** A folder whose own time changed because Mayday replaced a file in it. */
type OwnTouch = { readonly folder: string; readonly mtimeNs: string }

export type OwnWrites = { readonly writes: readonly OwnWrite[]; readonly touches: readonly OwnTouch[] }

const NONE: OwnWrites = { writes: [], touches: [] }

/** Far more than one run needs: the notes of a busy month are not read at every look. */
const MOST_BYTES = 512 * 1024

export const digestOf = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('base64')

type Stamped = { readonly size: bigint; readonly mtimeNs: bigint; readonly mode: bigint }

/** Tells two states of a file apart without reading it. */
export const stampOf = ({ size, mtimeNs, mode }: Stamped): string => `${size} ${mtimeNs} ${mode.toString(8)}`

const fileOf = (record: string): string => join(record, 'own-writes.jsonl')

/** W1. `temp` is the new file, which keeps its time and mode when it is renamed to `path`. */
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

/** After the rename. */
export function noteTouchedFolder(record: string, path: string): void {
  const folder = dirname(path)
  const touch: OwnTouch = { folder, mtimeNs: `${statSync(folder, { bigint: true }).mtimeNs}` }
  append(record, touch)
}

/** Without a record nothing runs that a write could be taken for the work of. */
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

/** In their order. Nothing is read where nothing was ever written. */
export function readOwnWrites(record: string): OwnWrites {
  const text = readPlainText(fileOf(record))
  if (text === null) return NONE
  const writes: OwnWrite[] = []
  const touches: OwnTouch[] = []
  for (const line of text.split('\n')) {
    const note = parsed(line)
    if (note === null) continue
    if ('folder' in note) touches.push(note)
    else writes.push(note)
  }
  return { writes, touches }
}

/** A line that a kill cut off says nothing. */
function parsed(line: string): OwnWrite | OwnTouch | null {
  try {
    const note: unknown = JSON.parse(line)
    return isNote(note) ? note : null
  } catch {
    return null
  }
}

const isNote = (note: unknown): note is OwnWrite | OwnTouch =>
  typeof note === 'object' && note !== null && ('path' in note || 'folder' in note)

/** W2, by content or by stamp, whichever is known of the start. Null: the file was not there. */
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

/** What this process prints may go to a file in the project. That file grows, and not by an agent. */
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
      // Closed: it goes nowhere.
      return []
    }
  })
  return known
}
