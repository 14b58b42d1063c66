import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact, RedactingStream } from './secrets.ts'

/** The keys are assembled at run time, so that no scanner reports this file as a leak. */
const KEY = `ghp_${'aB3dE5gH7j'.repeat(4)}`
const CLAUDE_KEY = `sk-ant-api03-${'Zq7Hn2vXk9'.repeat(5)}`
const KNOWN = [
  'Tk9pZ3xQ_secretvalue42x',
  'correct horse battery',
  'p"a\\ss/w+rd%41&é€',
  'tiny42',
  'C:\\new\\temp%2Fx',
  "Tr0ub&dor<3x'9z",
]

/** Bytes, one character each, and for each whether it contains a part of a secret. */
type Marked = readonly (readonly [char: string, isSecret: boolean])[]
type Wrap = (text: Marked) => Marked

const mark = (text: string, isSecret: boolean): Marked =>
  Array.from(Buffer.from(text).toString('latin1'), (char) => [char, isSecret])
const eachChar =
  (change: (char: string) => string): Wrap =>
  (text) =>
    text.flatMap(([char, isSecret]) => Array.from(change(char), (one) => [one, isSecret] as const))

const hexOf = (char: string): string => char.charCodeAt(0).toString(16).padStart(2, '0')
const isAscii = (char: string): boolean => char < '\u0080'
const inJson = (char: string): string => (isAscii(char) ? JSON.stringify(char).slice(1, -1) : char)
const inUrl = (char: string): string => (/[\w.~-]/.test(char) ? char : `%${hexOf(char)}`)

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const inHtml = (char: string): string => HTML[char] ?? char
const ANSI: Readonly<Record<string, string>> = { '\u001B': '\\E', '\n': '\\n', "'": "\\'", '\\': '\\\\' }
/** Like printf %q of bash: with control characters as $'…', else with backslashes. */
const inShell: Wrap = (text) =>
  text.some(([char]) => /[\u001B\n]/.test(char))
    ? eachChar((char) => ANSI[char] ?? char)(text)
    : eachChar((char) => (isAscii(char) && !/[\w%@.,:/+=-]/.test(char) ? `\\${char}` : char))(text)

/** In base64 a character is secret if it contains at least one bit of a secret. */
const inBase64 =
  (alphabet: 'base64' | 'base64url'): Wrap =>
  (text) => {
    const bytes = Buffer.from(text.map(([char]) => char).join(''), 'latin1')
    return Array.from(bytes.toString(alphabet), (char, index) => {
      const [first, last] = [Math.floor((6 * index) / 8), Math.floor((6 * index + 5) / 8)]
      return [char, char !== '=' && (text[first]?.[1] === true || text[last]?.[1] === true)]
    })
  }

/** Every nth character is coloured. A character is never split. */
const inColours =
  (every: number): Wrap =>
  (text) =>
    text.flatMap((one, index) =>
      index % every === 0 && isAscii(one[0])
        ? [...mark('\u001B[01;31m\u001B[K', false), one, ...mark('\u001B[m', false)]
        : [one],
    )

const wraps: Readonly<Record<string, Wrap>> = {
  json: eachChar(inJson),
  unicode: eachChar((char) => (isAscii(char) ? `\\u00${hexOf(char)}` : char)),
  percent: eachChar(inUrl),
  'upper percent': eachChar((char) =>
    inUrl(char)
      .toUpperCase()
      .replace(/^[^%]$/, char),
  ),
  'percent for all': eachChar((char) => `%${hexOf(char)}`),
  html: eachChar(inHtml),
  'entities for all': eachChar((char) => (isAscii(char) ? `&#x${hexOf(char)};` : char)),
  'decimal entities': eachChar((char) => (isAscii(char) ? `&#${char.charCodeAt(0)};` : char)),
  'shell escapes': inShell,
  colour: inColours(3),
  'one colour': inColours(1000),
  base64: inBase64('base64'),
  base64url: inBase64('base64url'),
  hex: eachChar(hexOf),
  'upper hex': eachChar((char) => hexOf(char).toUpperCase()),
}

const step = fc.record({
  wrap: fc.constantFrom(...Object.keys(wraps)),
  before: fc.constantFrom('', 'x ', 'ab: '),
  after: fc.constantFrom('', ' y', '\n'),
})

function embed(secret: Marked, chain: readonly { wrap: string; before: string; after: string }[]): Marked {
  let text = secret
  for (const { wrap, before, after } of chain)
    text = (wraps[wrap] ?? ((same) => same))([...mark(before, false), ...text, ...mark(after, false)])
  return text
}

function shown(bytes: Buffer, cuts: readonly number[], secrets: readonly string[]): string {
  const at = cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b)
  const stream = new RedactingStream(secrets)
  const parts = [...at, bytes.length].map((to, index) => stream.push(bytes.subarray(at[index - 1] ?? 0, to)))
  return Buffer.concat([...parts, stream.end()]).toString('latin1')
}

const [LEAD, TAIL] = ['see "', '" there\n']

/** Masks the embedded secret. Returns what is left of it, and of the text around it. */
function leftOf(embedded: Marked, cuts: readonly number[], secrets: readonly string[]): readonly string[] {
  const whole = `${LEAD}${embedded.map(([char]) => char).join('')}${TAIL}`
  const safe = shown(Buffer.from(whole, 'latin1'), cuts, secrets)
  const left = embedded.filter(([, isSecret], index) => isSecret && safe[LEAD.length + index] !== '*')
  return [left.map(([char]) => char).join(''), safe.slice(0, LEAD.length), safe.slice(-TAIL.length)]
}

const NOTHING_LEFT = ['', LEAD, TAIL]
const cuts = fc.array(fc.nat(), { maxLength: 6 })

describe('redaction never leaks', () => {
  test('a known secret in any chain of embeddings', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KNOWN),
        fc.array(step, { maxLength: 4 }),
        cuts,
        (secret, chain, places) => {
          expect(leftOf(embed(mark(secret, true), chain), places, KNOWN)).toEqual(NOTHING_LEFT)
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('a key of a known shape in any chain', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(KEY, CLAUDE_KEY),
        fc.array(step, { maxLength: 4 }),
        cuts,
        (secret, chain, places) => {
          expect(leftOf(embed(mark(secret, true), chain), places, [])).toEqual(NOTHING_LEFT)
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('a known secret glued into encoded text', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'a b X Y Z 0 1 9'.split(' ')), maxLength: 5 })
    const encoding = fc.constantFrom('base64', 'base64url', 'hex', 'upper hex', 'percent for all', 'unicode')
    fc.assert(
      fc.property(
        fc.constantFrom(...KNOWN),
        noise,
        noise,
        noise,
        encoding,
        (secret, inside, after, glue, wrap) => {
          const text = embed(
            [...mark(inside, false), ...mark(secret, true), ...mark(after, false)],
            [{ wrap, before: '', after: '' }],
          )
          expect(leftOf([...mark(glue, false), ...text], [], KNOWN)).toEqual(NOTHING_LEFT)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('a known secret in wrapped lines of base64', () => {
    const wrapped = (text: Marked, width: number, lineEnd: string): Marked =>
      text.flatMap((one, index) =>
        index > 0 && index % width === 0 ? [...mark(lineEnd, false), one] : [one],
      )
    fc.assert(
      fc.property(
        fc.constantFrom(...KNOWN),
        fc.nat(100),
        fc.constantFrom(60, 64, 76),
        fc.constantFrom('\n', '\r\n', '\n    '),
        cuts,
        (secret, filler, width, lineEnd, places) => {
          const text = [
            ...mark('f'.repeat(filler), false),
            ...mark(secret, true),
            ...mark('g'.repeat(99), false),
          ]
          for (const wrap of [inBase64('base64'), eachChar(hexOf)]) {
            const [left] = leftOf(wrapped(wrap(text), width, lineEnd), places, KNOWN)
            expect(left).toBe('')
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

/** A control sequence that is itself encoded can contain a colour that was added later. */
test.each([
  ['an entity', KEY, ['colour', 'decimal entities', 'one colour', 'json']],
  ['a parameter', CLAUDE_KEY, ['colour', 'entities for all', 'one colour', 'json']],
])('a colour within %s of an encoded colour hides nothing', (_, key, chain) => {
  const steps = chain.map((wrap) => ({ wrap, before: '', after: '' }))
  expect(leftOf(embed(mark(key, true), steps), [], [])).toEqual(NOTHING_LEFT)
})

test.each([
  ['an escaped newline', `'user\\n${KEY}'`],
  ['an escaped tab', `user\\t${KEY}`],
  ['a newline as a code point', `user\\u000a${KEY}`],
  ['a newline as a byte', `user\\x0a${KEY}`],
  ['a newline escaped twice', `user\\\\n${KEY}`],
  ['an escaped colour', `user\\u001b[31m${KEY}\\u001b[0m`],
  ['a colour in octal digits', `user\\033[31m${KEY}`],
  ['a colour right behind a word', `user\u001B[31m${KEY}\u001B[0m`],
  ['an encoded equals sign', `?x%3D${KEY}`],
])('a key is found after %s', (_, text) => {
  expect(redact(text)).not.toContain(KEY.slice(4, 20))
})

test.each([
  ['a bell', '\u0007'],
  ['a zero byte', '\0'],
  ['a lone escape', '\u001B'],
  ['an unfinished colour', '\u001B['],
  ['a sequence with a percent sign', '\u001B[0%p'],
  ['a colour in one character', '\u009B31m'],
  ['a link', '\u001B]8;;https://example.com\u001B\\'],
  ['a title', '\u001B]0;title\u0007'],
  ['a mark without width', '\u200B'],
  ['a change of direction', '\u202E'],
  ['a byte order mark', '\uFEFF'],
])('%s within a key hides nothing', (_, split) => {
  const safe = redact(`x ${KEY.slice(0, 9)}${split}${KEY.slice(9)} y`)
  expect(safe).toBe(`x ${'*'.repeat(KEY.length + split.length)} y`)
})

test('spaces may be written as plus signs', () => {
  const safe = redact('a=correct+horse+battery&b=correct%20horse%20battery', KNOWN)
  expect(safe).toBe(`a=${'*'.repeat(21)}&b=${'*'.repeat(25)}`)
})

test('masked JSON stays JSON of the same shape', () => {
  const line = JSON.stringify({ output: `a\n${KEY}\n"quoted" ${KNOWN[2]} end`, n: 1 })
  const safe: unknown = JSON.parse(redact(line, KNOWN))
  expect(safe).toEqual({ output: expect.stringMatching(/^a\n\*+\n"quoted" \*+ end$/) as string, n: 1 })
})

test.each([
  'at C:\\Users\\new\\tokens\\x86\\bin',
  '100%25 of %s and %d, 50%',
  'git 4130cd7f0e9b8a7c6d5e4f3a2b1c0d9e8f7a6b5c 6d5e4f3a2b1c0d9e8f7a6b5c4130cd7f',
  'sha256-aGVsbG8gd29ybGQsIHRoaXMgaXMgbm8gc2VjcmV0IGF0IGFsbA==',
  `data:application/json;base64,${Buffer.from('{"password": "hunter2hunter2"}').toString('base64')}`,
  '\u001B[1m\u001B[31mError\u001B[0m: unexpected token: x1y2z3w4',
])('%s stays unchanged', (text) => {
  expect(redact(text, KNOWN)).toBe(text)
})

/** Spellings that are derived directly from a value. Characters between its bytes may stay. */
const spellings: Readonly<Record<string, (secret: string) => string>> = {
  'single quotes of a shell': (secret) => secret.replaceAll("'", "'\\''"),
  'both quotes of a shell': (secret) => secret.replaceAll("'", `'"'"'`),
  'a dump with spaces': (secret) => Buffer.from(secret).toString('hex').match(/../g)?.join(' ') ?? '',
  'a dump with colons': (secret) =>
    Buffer.from(secret).toString('hex').toUpperCase().match(/../g)?.join(':') ?? '',
}

test.each(Object.keys(spellings))('a known secret in %s is masked', (name) => {
  fc.assert(
    fc.property(
      fc.constantFrom(...KNOWN),
      fc.array(step, { maxLength: 2 }),
      cuts,
      (secret, chain, places) => {
        const spelled = spellings[name]?.(secret) ?? ''
        expect(leftOf(embed(mark(spelled, true), chain), places, KNOWN)).toEqual(NOTHING_LEFT)
      },
    ),
    { numRuns: 500 },
  )
})
