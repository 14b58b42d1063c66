/**
 * What keys look like is written down once and read in two ways: in a text, from its beginning to its end; and in
 * the bytes of a log, one character for each, at one place.
 *
 * R1 A form finds the same in a text and in its bytes. ASCII means the same in both. Where any other character may
 * stand, the bytes of a white one are told apart; a form takes three times as much, because that many bytes may make
 * up one unit of a text, and what it took is measured as text afterwards.
 */

/** From and to, in units of what was read. */
export type Span = readonly [number, number]

export type Reading = {
  readonly flag: 'g' | 'y'
  /** One character that is neither white nor one of these. */
  readonly solidBut: (chars: string) => string
  /** The most of something that may hold more than ASCII. */
  readonly most: (units: number) => number
  /** The text that a piece of it stands for. */
  readonly textOf: (piece: string) => string
}

export const TEXT: Reading = {
  flag: 'g',
  solidBut: (chars) => String.raw`[^\s${chars}]`,
  most: (units) => units,
  textOf: (piece) => piece,
}

/** What `\s` means beyond ASCII, as UTF-8 writes it. */
const WHITE = String.raw`\xC2\xA0|\xE1\x9A\x80|\xE2(?:\x80[\x80-\x8A\xA8\xA9\xAF]|\x81\x9F)|\xE3\x80\x80|\xEF\xBB\xBF`

export const BYTES: Reading = {
  flag: 'y',
  solidBut: (chars) => String.raw`(?:[^\t-\r ${chars}\x80-\xFF]|(?!${WHITE})[\x80-\xFF])`,
  most: (units) => 3 * units,
  textOf: (piece) => (/[\x80-\xFF]/.test(piece) ? Buffer.from(piece, 'latin1').toString() : piece),
}

/** What was found: where the secret is, if it is one, and where the search goes on. */
export type Found = { readonly secret: Span | null; readonly next: number }

/** A cheap look at the bytes behind an anchor, which tells most false ones apart. */
export type Glance = (bytes: Uint8Array, at: number) => boolean

/** A piece of text that every secret of one kind holds. */
export type Beginning = {
  readonly literal: string
  /** The characters that may follow; any if none are given. */
  readonly after?: string
  readonly isLikely?: Glance
}

/** Finds one kind of secret at places that hold one of its anchors. */
export type Finder = {
  /** Every match holds one of them, `back` characters after its beginning. */
  readonly anchors: readonly Beginning[]
  readonly back: number
  readonly anyCase: boolean
  /** So many bytes tell that there is nothing; a match may be longer. */
  readonly reach: number
  readonly findAt: (text: string, at: number) => Found | null
}

/** The length of the first so many units of a piece, in what was read. */
export function lengthOfUnits(piece: string, units: number, { textOf }: Reading): number {
  const text = textOf(piece)
  if (text === piece) return Math.min(piece.length, units)
  return text.length <= units ? piece.length : Math.min(piece.length, Buffer.byteLength(text.slice(0, units)))
}

/** One at the number of each of these characters. */
export function byteSet(chars: string): Uint8Array {
  const set = new Uint8Array(256)
  for (const byte of Buffer.from(chars)) set[byte] = 1
  return set
}
