/** The lines around a proving line, from a window of the log. */
import type { LogWindow } from '../../src/interfaces/board/api.ts'
import { parseAnsi } from '../log/ansi.ts'
import type { ExcerptLine } from '../parts/excerpt.tsx'

const BEFORE = 5
const AFTER = 3
/** A longer line is a record of an agent: the words in it say more than its beginning. */
const MOST_CHARS = 400

const encoder = new TextEncoder()

type Proof = { readonly byteOffset: number; readonly excerpt: string; readonly line: number | null }

export function contextOf(window: LogWindow, { byteOffset, excerpt, line }: Proof): readonly ExcerptLine[] {
  const alone = [{ number: line, text: excerpt, isProof: true }]
  const texts = window.text.split('\n')
  let from = window.from
  const at = texts.findIndex((text) => {
    const to = from + encoder.encode(text).length + 1
    const isHere = from <= byteOffset && byteOffset < to
    from = to
    return isHere
  })
  const found = texts[at]
  if (found === undefined || found.length > MOST_CHARS) return alone
  const first = Math.max(0, at - BEFORE)
  return texts.slice(first, at + AFTER + 1).flatMap((text, i) => {
    const isProof = first + i === at
    const isLast = first + i === texts.length - 1
    if (isLast && text === '' && !isProof) return []
    return [
      {
        number: window.firstLine === null ? null : window.firstLine + first + i,
        text: plain(text).slice(0, MOST_CHARS),
        isProof,
      },
    ]
  })
}

const plain = (text: string): string =>
  parseAnsi(text)
    .map((part) => part.text)
    .join('')
