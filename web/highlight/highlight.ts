/**
 * A small highlighter for differences: comments, strings, numbers and keywords, by regular words, not by a grammar.
 *
 * H1 Every character is in exactly one piece, in its order: joined, the pieces are the text.
 * H2 What is open at the end of a line (a comment, a long string) goes on in the next line of the same side. A new
 * hunk starts anew.
 * H3 Time is linear in the length of the text. A line longer than `MOST_CHARS` is left plain.
 */
import type { PatchLine } from '../../src/views/patch-lines.ts'
import { languageOf, type Language, type Span } from './languages.ts'

export type PieceKind = 'plain' | 'comment' | 'string' | 'number' | 'keyword'
export type Piece = { readonly text: string; readonly kind: PieceKind }

const MOST_CHARS = 2000

/** The pieces of each line; null if the language is not known. */
export function highlight(
  lines: readonly Pick<PatchLine, 'kind' | 'text'>[],
  path: string,
): readonly (readonly Piece[])[] | null {
  const language = languageOf(path)
  if (language === null) return null
  // H2: a removed line belongs to the old side, an added one to the new side, and the others to both.
  let [old, now]: [Span | null, Span | null] = [null, null]
  return lines.map(({ kind, text }) => {
    if (kind === 'hunk' || kind === 'note') {
      old = now = null
      return [{ text, kind: 'plain' }]
    }
    const { pieces, open } = cut(text, language, kind === 'removed' ? old : now)
    if (kind !== 'added') old = open
    if (kind !== 'removed') now = open
    return pieces
  })
}

type Cut = { readonly pieces: readonly Piece[]; readonly open: Span | null }

/** One line, and what is open at its end. */
function cut(text: string, language: Language, open: Span | null): Cut {
  if (text.length > MOST_CHARS) return { pieces: [{ text, kind: 'plain' }], open: null }
  const pieces: Piece[] = []
  const add = (from: number, to: number, kind: PieceKind): void => {
    if (to > from) pieces.push({ text: text.slice(from, to), kind })
  }
  let at = 0
  // Something that was open before begins at the first character, without its opening words.
  let span: { readonly is: Span; readonly inside: number } | null =
    open === null ? null : { is: open, inside: 0 }
  while (at < text.length) {
    span ??= spanAt(text, at, language)
    if (span === null) {
      const word = wordAt(text, at)
      add(at, at + word.length, kindOf(word, language))
      at += word.length
      continue
    }
    const end = endOf(text, span.inside, span.is)
    add(at, end ?? text.length, span.is.kind)
    if (end === null) return { pieces, open: span.is.isLong === true ? span.is : null }
    at = end
    span = null
  }
  return { pieces, open: span === null ? null : span.is }
}

function spanAt(text: string, at: number, { spans }: Language): { is: Span; inside: number } | null {
  const is = spans.find((one) => text.startsWith(one.open, at))
  return is === undefined ? null : { is, inside: at + is.open.length }
}

/** A word or a number, a stretch in which nothing begins, or one character. */
function wordAt(text: string, at: number): string {
  const word = /[\w$]+|[\s.,:;()[\]{}=+*!?&|>%^~@]+|./suy
  word.lastIndex = at
  return word.exec(text)?.[0] ?? text.slice(at)
}

const kindOf = (word: string, { keywords }: Language): PieceKind =>
  /^\d/.test(word) ? 'number' : keywords.has(word) || keywords.has(word.toUpperCase()) ? 'keyword' : 'plain'

/** Where it ends; null if it does not end on this line. */
function endOf(text: string, from: number, { kind, close }: Span): number | null {
  if (close === null) return text.length
  for (let at = text.indexOf(close, from); at >= 0; at = text.indexOf(close, at + 1))
    if (kind === 'comment' || !isEscaped(text, from, at)) return at + close.length
  return null
}

function isEscaped(text: string, from: number, at: number): boolean {
  let slashes = 0
  while (at - slashes - 1 >= from && text[at - slashes - 1] === '\\') slashes += 1
  return slashes % 2 === 1
}
