/** The copy of a log in the archive, read in parts. It was masked when it was copied. */
import type { Archive } from '../../fleet/archive/archive.ts'
import type { RunRecord } from '../../record/run.ts'
import { plainLine } from '../../supervision/screen-text.ts'
import type { LogSearch, LogWindow } from '../board/api.ts'
import type { Sought } from '../board/log-search.ts'
import type { Wanted } from '../board/log-window.ts'
import type { AboutLog, Part } from './about-log.ts'
import type { LogSource } from './log-source.ts'

const NEWLINE = 0x0a
const STEP_BYTES = 1024 * 1024
const LOOK_BACK_BYTES = 64 * 1024
const MOST_LOOKED_BYTES = 16 * 1024 * 1024
const EXCERPT_CHARS = 200

/** Null if the archive has no copy. */
export async function archivedLog(run: RunRecord, archive: Archive): Promise<LogSource | null> {
  const size = await archive.size(run.runId)
  if (size === null) return null
  const copy = { archive, run, size }
  return {
    about: (part) => about(copy, part),
    window: (wanted) => readWindow(copy, wanted),
    search: (sought) => searchCopy(copy, sought),
  }
}

type Copy = { readonly archive: Archive; readonly run: RunRecord; readonly size: number }

const read = ({ archive, run, size }: Copy, from: number, bytes: number): Promise<Buffer> =>
  from >= size || bytes <= 0
    ? Promise.resolve(Buffer.alloc(0))
    : archive.read(run.runId, from, Math.min(bytes, size - from))

async function about(copy: Copy, { stage, tail }: Part): Promise<AboutLog> {
  const stages = copy.run.stages.map((one) => ({ stage: one.stage, from: one.from, to: one.to }))
  const whole = stage === null ? { from: 0, to: null } : stages.find((one) => one.stage === stage)
  if (whole === undefined) return { isLive: false, stages, range: null }
  const from = tail === null ? whole.from : await startOfTail(copy, { ...whole, tail })
  return { isLive: false, stages, range: { from, to: whole.to } }
}

async function startOfTail(
  copy: Copy,
  { from, to, tail }: { readonly from: number; readonly to: number | null; readonly tail: number },
): Promise<number> {
  const end = Math.min(copy.size, to ?? Infinity)
  let left = tail
  for (let upTo = end; upTo > from && left > 0;) {
    const start = Math.max(from, upTo - STEP_BYTES)
    const bytes = await read(copy, start, upTo - start)
    for (let at = bytes.length - 1; at >= 0; at -= 1) {
      // A newline at the very end belongs to the last line.
      if (bytes[at] !== NEWLINE || start + at === end - 1) continue
      left -= 1
      if (left === 0) return start + at + 1
    }
    upTo = start
  }
  return tail === 0 ? end : from
}

/** Reads a window. It begins and ends with whole lines if possible. */
async function readWindow(copy: Copy, { from, bytes }: Wanted): Promise<LogWindow> {
  const { size } = copy
  const start = await lineStart(copy, from < 0 ? Math.max(0, size - bytes) : Math.min(from, size))
  const found = await read(copy, start, bytes)
  const newline = found.lastIndexOf(NEWLINE)
  const isEnd = start + found.length >= size
  const text = isEnd || newline < 0 ? found : found.subarray(0, newline + 1)
  const firstLine = start === 0 ? 1 : null
  return { from: start, to: start + text.length, size, text: text.toString('utf8'), isLive: false, firstLine }
}

async function lineStart(copy: Copy, place: number): Promise<number> {
  const from = Math.max(0, place - LOOK_BACK_BYTES)
  const before = await read(copy, from, place - from)
  const newline = before.lastIndexOf(NEWLINE)
  if (newline >= 0) return from + newline + 1
  return from === 0 ? 0 : place
}

/** Searches line by line, in steps. A line longer than a step is searched in pieces. */
async function searchCopy(copy: Copy, { words, from, limit }: Sought): Promise<LogSearch> {
  const pattern = new RegExp(RegExp.escape(Buffer.from(words).toString('latin1')), 'gi')
  const matches: LogSearch['matches'][number][] = []
  let at = await lineStart(copy, Math.min(from, copy.size))
  for (const end = at + MOST_LOOKED_BYTES; at < Math.min(end, copy.size);) {
    const bytes = await read(copy, at, STEP_BYTES)
    const newline = bytes.lastIndexOf(NEWLINE)
    const text = bytes.subarray(0, newline < 0 ? bytes.length : newline + 1).toString('latin1')
    for (const { index } of text.matchAll(pattern)) {
      if (at + index < from) continue
      matches.push(matchAt(text, index, at))
      if (matches.length >= limit) return { matches, next: at + index + 1, size: copy.size }
    }
    at += text.length
  }
  return { matches, next: at < copy.size ? at : null, size: copy.size }
}

function matchAt(text: string, index: number, at: number): LogSearch['matches'][number] {
  const lineFrom = text.lastIndexOf('\n', index - 1) + 1
  const newline = text.indexOf('\n', index)
  const end = Math.min(newline < 0 ? text.length : newline, index + EXCERPT_CHARS)
  const excerpt = Buffer.from(text.slice(Math.max(lineFrom, index - EXCERPT_CHARS / 2), end), 'latin1')
  return {
    offset: at + index,
    lineOffset: at + lineFrom,
    line: null,
    excerpt: plainLine(excerpt.toString('utf8')),
  }
}
