/** The lines around a proving line, from a window of the log. */
import type { LogWindow } from '../../src/interfaces/board/api.ts'
import { parseAnsi } from '../log/ansi.ts'
import type { ExcerptLine } from '../parts/excerpt.tsx'

const BEFORE = 5
const AFTER = 3
/** A longer line is a record of an agent: the words in it say more than its beginning. */
const MOST_CHARS = 400

const RECORD = /^\s*\{".*\}\s*$/

const encoder = new TextEncoder()

type Proof = {
  readonly byteOffset: number
  readonly excerpt: string
  readonly line: number | null
  /** The part of the log that its stage printed: lines of another stage are no context. */
  readonly within?: { readonly from: number; readonly to: number } | undefined
}

export function contextOf(window: LogWindow, proof: Proof): readonly ExcerptLine[] {
  const { byteOffset, excerpt, line, within = { from: 0, to: Infinity } } = proof
  const alone = [{ number: line, text: excerpt, isProof: true }]
  const texts = window.text.split('\n')
  const starts = startsOf(texts, window.from)
  const at = starts.findLastIndex((start) => start <= byteOffset)
  const found = texts[at]
  const end = window.from + encoder.encode(window.text).length
  if (found === undefined || found.length > MOST_CHARS || byteOffset > end) return alone
  // The records around a record say nothing to a person: what came before is in words below.
  const [before, after] = RECORD.test(found) ? [0, 0] : [BEFORE, AFTER]
  const first = Math.max(0, at - before)
  return texts.slice(first, at + after + 1).flatMap((text, i) => {
    const start = starts[first + i] ?? 0
    const isProof = first + i === at
    const isLast = first + i === texts.length - 1
    const isOutside = start < within.from || start >= within.to || (isLast && text === '')
    if (isOutside && !isProof) return []
    return [
      {
        number: window.firstLine === null ? null : window.firstLine + first + i,
        text: plain(text).slice(0, MOST_CHARS),
        isProof,
        // A short line proves as a whole.
        ...(isProof && text.length > excerpt.length + 40 ? { words: excerpt.trim() } : {}),
      },
    ]
  })
}

/** Where each line begins in the log. */
function startsOf(texts: readonly string[], from: number): readonly number[] {
  let start = from
  return texts.map((text) => {
    const here = start
    start += encoder.encode(text).length + 1
    return here
  })
}

const plain = (text: string): string =>
  parseAnsi(text)
    .map((part) => part.text)
    .join('')
