/** Private keys in PEM, with or without their last line. */
import type { Finder } from './shapes.ts'

const BEGIN = '-----BEGIN '
const HEADER = /[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/
/** No private key is longer. An end line after this belongs to another text. */
const LONGEST_BODY = 20_000

/** The body of a key that was cut off: base64, with literal or JSON-escaped line ends. */
const REST = new RegExp(
  String.raw`(?:[\r\n\\nr]{1,8}(?:Proc-Type|DEK-Info)[^\r\n\\*]{1,300}){0,2}[A-Za-z0-9+/=\r\n\\]{0,${LONGEST_BODY}}`,
  'y',
)

/** The end of a key, and whether more text could show a later end. */
type KeyEnd = { readonly to: number; readonly isOpen: boolean }

function findKey(text: string, at: number): KeyEnd | null {
  HEADER.lastIndex = at + BEGIN.length
  if (!HEADER.test(text)) return null
  const body = HEADER.lastIndex
  const all = text.slice(body, body + LONGEST_BODY)
  const [within = ''] = all.split(BEGIN, 1)
  // A key contains no zero byte. It separates unrelated texts.
  const [one = ''] = within.split('\0', 1)
  const end = END.exec(one)
  if (end !== null) return { to: body + end.index + end[0].length, isOpen: false }
  REST.lastIndex = body
  REST.test(text)
  return { to: REST.lastIndex, isOpen: one.length < LONGEST_BODY && one.length === all.length }
}

export const privateKeyFinder: Finder = {
  anchors: [{ literal: BEGIN }],
  back: 0,
  anyCase: false,
  findAt: (text, at) => {
    const key = findKey(text, at)
    return key && { secret: [at, key.to], next: at + 1 }
  },
}

/** Whether a private key starts here whose end may still come. */
export const isOpenKey = (text: string, at: number): boolean => findKey(text, at)?.isOpen === true
