/** Private keys in PEM, with or without their last line. */
import { BYTES, TEXT, type Finder, type Reading, type Span } from './secret-reading.ts'

const BEGIN = '-----BEGIN '
const HEADER = /[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/
/** No private key is longer; beyond this an end belongs to something else. */
const LONGEST_BODY = 20_000

/** The body of a key that was cut off: base64, with line ends as they are or as JSON writes them. */
const restFor = ({ most }: Reading): RegExp =>
  new RegExp(
    String.raw`(?:[\r\n\\nr]{1,8}(?:Proc-Type|DEK-Info)[^\r\n\\*]{1,${most(100)}}){0,2}[A-Za-z0-9+/=\r\n\\]{0,${LONGEST_BODY}}`,
    'y',
  )

/** The end of a key, and whether more text could show a later one. */
type KeyEnd = { readonly to: number; readonly isOpen: boolean }

/** The private key that begins here. */
function findKey(text: string, at: number, reading: Reading, rest: RegExp): KeyEnd | null {
  HEADER.lastIndex = at + BEGIN.length
  if (!HEADER.test(text)) return null
  const body = HEADER.lastIndex
  const all = text.slice(body, body + reading.most(LONGEST_BODY))
  const next = all.indexOf(BEGIN)
  const within = next < 0 ? all : all.slice(0, next)
  const end = END.exec(within)
  const length = end === null ? 0 : end.index + end[0].length
  if (end !== null && reading.textOf(within.slice(0, length)).length <= LONGEST_BODY)
    return { to: body + length, isOpen: false }
  rest.lastIndex = body
  rest.test(text)
  return { to: rest.lastIndex, isOpen: next < 0 && all.length < reading.most(LONGEST_BODY) }
}

const REST = restFor(TEXT)

/** All private keys in a text. */
export function privateKeys(text: string): readonly Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(BEGIN); at >= 0; at = text.indexOf(BEGIN, at + BEGIN.length)) {
    const key = findKey(text, at, TEXT, REST)
    if (key !== null) spans.push([at, key.to])
  }
  return spans
}

const REST_BYTES = restFor(BYTES)

/** The same for the bytes of a log. */
export const privateKeyFinder: Finder = {
  anchors: [{ literal: BEGIN }],
  back: 0,
  anyCase: false,
  reach: Infinity,
  findAt: (text, at) => {
    const key = findKey(text, at, BYTES, REST_BYTES)
    return key && { secret: [at, key.to], next: at + 1 }
  },
}

/** Does a private key begin here whose end may still come? */
export const isOpenKey = (text: string, at: number): boolean =>
  findKey(text, at, BYTES, REST_BYTES)?.isOpen === true
