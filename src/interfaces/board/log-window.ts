/**
 * Reads a part of a log of any size.
 *
 * W1 Only the part and a few bytes around it are read. W2 The bytes go through `ShownLog`: no secret is shown, not
 * even half of one that a live run has not finished printing. W3 The part begins and ends with whole lines, unless a
 * line is longer than the part.
 */
import { closeSync, readSync } from 'node:fs'
import { countNewlines } from '../../signals/bytes/count-newlines.ts'
import { newReadBuffer } from '../../signals/bytes/read-buffer.ts'
import { isLive, type RunRecord } from '../../record/run.ts'
import { openLog } from '../../supervision/open-log.ts'
import type { RunFolder } from '../../supervision/run-folder.ts'
import { ShownLog } from '../../supervision/shown-log.ts'
import { logSize } from '../../views/run-files.ts'
import type { LogWindow } from './api.ts'
import type { BoardContext } from './context.ts'
import { folderOf, LogGoneError } from './run-files.ts'

export const MOST_WINDOW_BYTES: number = 256 * 1024
const NEWLINE = 0x0a
/** The start of a line is searched this far back. */
const LOOK_BACK_BYTES = 64 * 1024
/** Line numbers after this offset are not counted. */
const MOST_COUNTED_BYTES = 32 * 1024 * 1024

export type Wanted = { /** -1: the end. */ readonly from: number; readonly bytes: number }

export function readWindow(
  run: RunRecord,
  wanted: Wanted,
  context: Pick<BoardContext, 'project'>,
): LogWindow {
  const folder = folderOf(run, context)
  const size = logSize(folder)
  const file = folder === null ? null : openLog(folder.log)
  if (folder === null || size === null || file === null) throw new LogGoneError(run)
  try {
    const from = startOf(file, wanted, size)
    const text = readShown(folder, { from, bytes: wanted.bytes, size, isOver: !isLive(run) })
    return {
      from,
      to: from + text.length,
      size,
      text: text.toString('utf8'),
      isLive: isLive(run),
      firstLine: lineAt(file, from),
    }
  } finally {
    closeSync(file)
  }
}

/** W3. */
function startOf(file: number, { from, bytes }: Wanted, size: number): number {
  if (from >= 0) return lineStart(file, Math.min(from, size))
  const start = Math.max(0, size - bytes)
  return start === 0 ? 0 : nextLine(file, start, size)
}

/** The start of the line that contains an offset; the offset itself if the start is too far away. */
export function lineStart(file: number, place: number): number {
  const from = Math.max(0, place - LOOK_BACK_BYTES)
  const before = readAt(file, from, place - from)
  const newline = before.lastIndexOf(NEWLINE)
  if (newline >= 0) return from + newline + 1
  return from === 0 ? 0 : place
}

function nextLine(file: number, place: number, size: number): number {
  const behind = readAt(file, place - 1, Math.min(LOOK_BACK_BYTES, size - place + 1))
  const newline = behind.indexOf(NEWLINE)
  // If the newline is the last byte, nothing would be left to show.
  return newline < 0 || place + newline >= size ? place : place + newline
}

function readAt(file: number, from: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  return buffer.subarray(0, readSync(file, buffer, 0, bytes, from))
}

type Part = {
  readonly from: number
  readonly bytes: number
  readonly size: number
  /** The run prints nothing more. */
  readonly isOver: boolean
}

function readShown(folder: RunFolder, { from, bytes, size, isOver }: Part): Buffer {
  using log = ShownLog.open(folder, { from, to: null, tail: null })
  if (log === null) return Buffer.alloc(0)
  const parts: Buffer[] = []
  let length = 0
  // W2: reads until the requested bytes are complete.
  for (let part = log.read(size); part !== null; part = length < bytes ? log.read(size) : null) {
    parts.push(part)
    length += part.length
  }
  if (length < bytes && isOver) parts.push(log.end())
  return wholePart(Buffer.concat(parts), bytes)
}

/** W3. */
function wholePart(text: Buffer, bytes: number): Buffer {
  if (text.length <= bytes) return text
  const newline = text.lastIndexOf(NEWLINE, bytes - 1)
  return text.subarray(0, newline < 0 ? characterStart(text, bytes) : newline + 1)
}

/** Never splits a UTF-8 character. */
function characterStart(text: Buffer, place: number): number {
  let at = place
  while (at > place - 4 && at > 0 && ((text[at] ?? 0) & 0xc0) === 0x80) at -= 1
  return at
}

/** All counts share this buffer. It is used only synchronously. */
let shared: Buffer | null = null

/** The number of the line at an offset, from 1; null if the offset is too large to count. */
export function lineAt(file: number, place: number): number | null {
  if (place > MOST_COUNTED_BYTES) return null
  const buffer = (shared ??= newReadBuffer())
  let lines = 1
  for (let at = 0; at < place;) {
    const bytes = readSync(file, buffer, 0, Math.min(buffer.length, place - at), at)
    if (bytes === 0) break
    lines += countNewlines(buffer.subarray(0, bytes))
    at += bytes
  }
  return lines
}
