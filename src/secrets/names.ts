/** Values after the name of a key: `API_KEY=`, `"apiKey": "`, `X-Api-Key: `, `--token `. */
import { solidBut, type Finder, type Found } from './shapes.ts'

const NAMES = [
  'key(?<=(?:api|access|private|auth|account|encryption|signing|master|subscription|service)[_-]?key)',
  'secret(?:[_-]?(?:(?:access[_-]?)?key|token|value))?',
  'token(?<!(?:unexpected|invalid|illegal) token)',
  'pass(?:word|wd|phrase|code|(?<![a-z]pass))',
  'pwd',
  'credentials?',
  'authorization',
].join('|')

/** The start of names, and the letters that may follow within the name. */
const BEGINNINGS: readonly (readonly [beginning: string, letters: string])[] = [
  ['key', ''],
  ['secret', '_-akatv'],
  ['token', ''],
  ['pass', 'wpc'],
  ['pwd', ''],
  ['credential', 's'],
  ['authorization', ''],
]
const AFTER_NAME = '\\"\'` :='
/** A name and the characters before its value. */
const NAMED = new RegExp(
  `(?:${NAMES})[\\\\"'\`]{0,4}(?: {0,3}(?::=|=>|[:=](?!=)) {0,3}|(?<=--[a-z-]{3,30}) )[\\\\"'\`]{0,4}(?:(?:bearer|basic|token) )?(?=[^\\s"'\`\\\\,;<>()\\[\\]{}|&*$%])`,
  'iy',
)

/** A value is checked only up to this length, so that the search stays linear. */
const LOOK = 200
const VALUE = new RegExp(`${solidBut('"\'`\\\\,;<>()[\\]{}|&*')}{1,${LOOK}}`, 'y')

const WORDS = /^[a-z_$.-]+$/i
const NO_SECRET =
  /^(?:true|false|null|undefined|none|string|number|boolean|optional|redacted|hidden|\d{1,15}|v?\d+(?:\.\d+)+[\w.+-]*)$|:\/\/|^(?:process|os|import|env|self|this|config|ctx|req|res|args|options|settings|secrets|vars|github)\.|^[/~@]|^\.{1,2}\//i
const FILE = /[\w-]\/[\w-]+\.\w{1,5}$/
const SPEAKS_OF_KEYS =
  /pass|token|secret|key|cred|auth|string|bearer|value|valid|missing|expire|require|field|input|your|example|here|incorrect|wrong/i
const BASE64_KEY = /^(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])(?=\D*\d)[A-Za-z0-9/+]{40}={0,2}$/

/** Whether this could be the value of a key, and not code, a type, a number or a word. */
function isValue(value: string, name: string): boolean {
  // Test runners print this. It is not a password.
  if (/^PASS: /.test(name)) return false
  const bare = value.replace(/[.:!?]{1,3}$/, '')
  if (BASE64_KEY.test(bare) || (/passw|pwd/i.test(name) && /^\d{6,15}$/.test(bare))) return true
  if (bare.length < 6 || NO_SECRET.test(bare)) return false
  // The end of a value is known only if it is shorter than the checked length.
  if (value.length < LOOK && FILE.test(bare)) return false
  if (!WORDS.test(bare)) return bare.length >= 8 || /\d/.test(bare)
  if (SPEAKS_OF_KEYS.test(bare)) return false
  // Plain words are a password only if they are written as a value, not if code names a variable.
  return bare.length >= 8 && /pass|pwd|secret/i.test(name) && /=["'\\]*$|: ?["'\\]+$/.test(name)
}

/** The characters that some bytes of a log represent. */
const textOf = (bytes: string): string =>
  /[\x80-\xFF]/.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes

/** The value after a name that ends at `from`. */
function findValue(text: string, from: number, name: string): Found {
  VALUE.lastIndex = from
  const seen = VALUE.exec(text)?.[0] ?? ''
  const end = from + seen.length
  const next = text[end] ?? ''
  if (next === '(' || next === '[' || !isValue(textOf(seen), name)) return { secret: null, next: from }
  const to = endOfValue(text, end)
  return { secret: [from, to], next: to }
}

/** The end of a value that is known to reach `from`. */
export function endOfValue(text: string, from: number): number {
  let end = from
  for (VALUE.lastIndex = end; VALUE.test(text); VALUE.lastIndex = end) end = VALUE.lastIndex
  return end
}

export const nameFinder: Finder = {
  anchors: BEGINNINGS.map(([literal, letters]) => ({
    literal,
    after: AFTER_NAME + letters + letters.toUpperCase(),
  })),
  back: 0,
  anyCase: true,
  findAt: (text, at) => {
    NAMED.lastIndex = at
    const name = NAMED.exec(text)
    return name === null ? null : findValue(text, at + name[0].length, name[0])
  },
}
