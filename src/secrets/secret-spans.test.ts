import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SecretSpans, type ByteSpan } from './secret-spans.ts'
import { redact } from './secrets.ts'

/** The keys are assembled at run time, so that no scanner reports this file as a leak. */
const key = (prefix: string, length: number, alphabet = 'aB3dE5gH7jK9mN1pQ2sT4vW6xY8z'): string =>
  prefix + alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length)

const JWT = `${key('eyJ', 30)}.${key('eyJ', 60)}.${key('', 43)}`
const PEM = `-----BEGIN RSA PRIVATE KEY-----\n${`${key('', 64)}\n`.repeat(4)}-----END RSA PRIVATE KEY-----`
const KNOWN = ['correct horse battery', 'ünïcødé-Geheim€', 'line one\nline two\nline three']

const KEYS = [
  key('sk-ant-api03-', 95),
  key('sk-', 48),
  key('AIza', 35),
  key('ghp_', 36),
  key('glpat-', 20),
  key('xoxb-', 40),
  key('AKIA', 16, 'ABCDEFGH23456789'),
  `${key('', 52)}JQQJ9${key('', 27)}`,
  `aB38Q~${key('', 34)}`,
  `SG.${key('', 22)}.${key('', 43)}`,
  JWT,
  PEM,
  JSON.stringify(PEM).slice(1, -1),
  `Authorization: Bearer ${key('', 30)}`,
  `basic ${Buffer.from('somebody:something').toString('base64')}`,
  'postgres://admin:hunter2é@host/db',
  `https://${key('', 40)}@github.com/a/b`,
  'Set-Cookie: sid=s%3Aabc; näme=dark; csrf=x1y2z3',
  `https://hooks.slack.com/services/${key('T0/B0/', 24)}`,
  `https://s3/x?X-Amz-Signature=${key('', 64, '0123456789abcdef')}`,
  'password=hünter2hunter',
  '"apiKey": "abcdef123456\u00A0more"',
  `AWS_SECRET_ACCESS_KEY=${key('/w', 38)}`,
  `--token ${key('', 20)}`,
]
const SCRAPS = [
  'sk-',
  'sk-ant-',
  'ghp_',
  'eyJ',
  '8Q~',
  'JQQJ9',
  '.',
  '-',
  '_',
  ' ',
  ':',
  '=',
  '"',
  "'",
  '\\',
  '\\n',
  '\n',
  '\r\n',
  '://',
  '@',
  '/',
  'token',
  'Token: ',
  'PASSWORD=',
  'secret_',
  'api_key',
  '--pass ',
  'Bearer ',
  'cookie: ',
  '-----BEGIN ',
  'PRIVATE KEY-----',
  '-----END ',
  '*',
  '**',
  'a1B2c3D4e5F6',
  'abcdefghijklmnop',
  '(',
  '[',
  '\u001B[31m',
  '\0',
  '\u00A0',
  '\u2028',
  '\u3000',
  'à',
  '⠋',
  '🎠',
  '日本',
  'line one\n',
  'correct ',
  '\\u000a',
  '\\u001b[31m',
  '\\x2D',
  '%3D',
  '%',
  '\u001B]0;',
  '\u0007',
  '\u200B',
  `${'QUJD'.repeat(16)}\n`,
  'QUJDREVGR0hJ',
  Buffer.from(KEYS[3] ?? '').toString('base64'),
  Buffer.from(`xy${KNOWN[0]}`).toString('base64').replaceAll('=', ''),
  Buffer.from(KNOWN[0] ?? '').toString('hex'),
]

const text = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...SCRAPS) },
      { weight: 2, arbitrary: fc.constantFrom(...KEYS) },
      { weight: 1, arbitrary: fc.constantFrom(...KNOWN) },
      { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

function spansOf(
  bytes: Buffer,
  cuts: readonly number[] = [],
  secrets: readonly string[] = KNOWN,
): readonly ByteSpan[] {
  const spans = new SecretSpans(secrets)
  let from = 0
  for (const cut of cuts.map((one) => one % (bytes.length + 1)).toSorted((a, b) => a - b)) {
    spans.push(bytes.subarray(from, cut))
    spans.settle()
    from = cut
  }
  spans.push(bytes.subarray(from))
  return spans.end()
}

function mask(bytes: Buffer, spans: readonly ByteSpan[]): Buffer {
  const masked = Buffer.from(bytes)
  for (const { from, to } of spans) masked.fill('*', from, to)
  return masked
}

/** The result of `redact` in bytes: a star for each byte of a masked character. */
function redacted(whole: string, secrets: readonly string[]): Buffer {
  const safe = redact(whole, secrets)
  let unit = 0
  const parts = Array.from(whole, (char) => {
    const isMasked = safe[unit] === '*'
    unit += char.length
    return isMasked ? '*'.repeat(Buffer.byteLength(char)) : char
  })
  return Buffer.from(parts.join(''))
}

const cuts = fc.array(fc.nat(), { maxLength: 8 })

test('bytes are masked exactly like their text', () => {
  fc.assert(
    fc.property(text, (whole) => {
      const bytes = Buffer.from(whole)
      expect(mask(bytes, spansOf(bytes)).toString()).toBe(redacted(whole, KNOWN).toString())
    }),
    { numRuns: 1000 },
  )
})

test('spans do not depend on chunk borders', () => {
  fc.assert(
    fc.property(text, cuts, (whole, at) => {
      const bytes = Buffer.from(whole)
      expect(spansOf(bytes, at)).toEqual(spansOf(bytes))
    }),
    { numRuns: 1000 },
  )
})

test('a secret of several lines is never cut in two', () => {
  const secret = 'line one\nline two\nline three'
  const bytes = Buffer.from(`${secret}basic c29tZWJvZHk6c29tZXRoaW5n${secret}`)
  for (let cut = 0; cut <= bytes.length; cut += 1)
    expect([cut, spansOf(bytes, [cut], [secret])]).toEqual([cut, spansOf(bytes, [], [secret])])
})

const scrapSecret = fc
  .array(fc.constantFrom(...SCRAPS), { minLength: 2, maxLength: 5 })
  .map((parts) => parts.join(''))
  // Values that are mostly stars are searched for literally, and not behind masks.
  .filter((secret) => !secret.includes('*') || secret.replaceAll('*', '').length >= 6)
const scrapSecrets = fc.array(scrapSecret, { minLength: 1, maxLength: 3 })

test('secrets made of parts of keys leak nothing', () => {
  fc.assert(
    fc.property(
      scrapSecrets,
      fc.array(fc.oneof(fc.constantFrom(...SCRAPS), fc.nat(2))),
      cuts,
      (secrets, parts, at) => {
        const whole = parts.map((part) => (typeof part === 'number' ? (secrets[part] ?? '') : part)).join('')
        const bytes = Buffer.from(whole)
        const spans = spansOf(bytes, at, secrets)
        const wanted = redacted(whole, secrets)
        for (const [index, byte] of mask(bytes, spans).entries()) expect([42, wanted[index]]).toContain(byte)
        expect(spans).toEqual(spansOf(bytes, [], secrets))
      },
    ),
    { numRuns: 500 },
  )
})

/** Enough padding that the bytes are searched in several batches. */
const PADDING = Buffer.from('x y\n'.repeat(20_000))

test('a long log is searched like a short one', () => {
  fc.assert(
    fc.property(text, cuts, (whole, at) => {
      const bytes = Buffer.from(whole)
      const start = PADDING.length
      const places = at.map((one) => start + (one % (bytes.length + 1)))
      const spans = spansOf(Buffer.concat([PADDING, bytes]), [start, ...places])
      expect(spans.map(({ from, to }) => ({ from: from - start, to: to - start }))).toEqual(spansOf(bytes))
    }),
    { numRuns: 200 },
  )
})

const NO_LINE_END = Buffer.from('x y '.repeat(20_000))

test('very long lines hide no secret', () => {
  fc.assert(
    fc.property(text, fc.boolean(), cuts, (whole, hasLines, at) => {
      const some = hasLines ? whole : whole.replaceAll(/[\r\n]/g, ' ')
      const part = Buffer.concat([Buffer.from(some), NO_LINE_END])
      const bytes = Buffer.concat([part, part, part, part, part, part])
      const spans = spansOf(bytes)
      expect(mask(bytes, spans).equals(redacted(bytes.toString(), KNOWN))).toBe(true)
      expect(spansOf(bytes, [...at, 100_000, 200_000, 300_000, 400_000])).toEqual(spans)
    }),
    { numRuns: 15 },
  )
})

const FILLER = 'x y '.repeat(75_000)

test.each([
  ['a token of 60 KB', `${key('eyJ', 19_000)}.${key('', 19_000)}.${key('', 19_000)}`],
  [
    'a private key of 19 KB',
    JSON.stringify(`-----BEGIN PRIVATE KEY-----\n${key('', 19_000)}\n-----END PRIVATE KEY-----`),
  ],
  ['a cookie of 8 KB', `Cookie: ${'näme=wert; '.repeat(700)}`],
])('%s is found in an endless line', (_, secret) => {
  const bytes = Buffer.from(`${FILLER}${secret}"${FILLER}`)
  const [span, ...others] = spansOf(bytes)
  expect(others).toEqual([])
  expect((span?.to ?? 0) - (span?.from ?? 0)).toBeGreaterThan(7000)
  const steps = Array.from({ length: 60 }, (_, index) => FILLER.length + 1000 * index)
  expect(spansOf(bytes, steps)).toEqual([span])
})

test('a long value ends at a white character', () => {
  const start = Buffer.from(`token=${key('', 100_000)}`)
  const bytes = Buffer.concat([start, Buffer.from('\u3000and more')])
  for (const cut of [0, 1, 2, 3]) {
    expect(spansOf(bytes, [start.length + cut])).toEqual([{ from: 6, to: start.length }])
  }
})

test('a value of megabytes is one span', () => {
  const bytes = Buffer.from(`x token=${'aB3dE5gH7j'.repeat(300_000)} and more`)
  expect(spansOf(bytes, [1_000_000, 1_000_001, 2_000_000])).toEqual([{ from: 8, to: 3_000_008 }])
})

test('a secret arriving byte by byte is found', () => {
  for (const secret of [...KEYS, ...KNOWN]) {
    const bytes = Buffer.from(`before\n${secret}\nafter`)
    const everywhere = Array.from({ length: bytes.length }, (_, index) => index)
    expect(spansOf(bytes, everywhere)).toEqual(spansOf(bytes))
    expect(spansOf(bytes)).not.toEqual([])
  }
})

test('a known secret longer than many chunks is found', () => {
  const secret = Array.from({ length: 40_000 }, (_, index) => `line ${index}`).join('\n')
  const bytes = Buffer.from(`before ${secret} after`)
  const steps = Array.from({ length: 50 }, (_, index) => index * 9000)
  expect(spansOf(bytes, steps, [secret])).toEqual([{ from: 7, to: 7 + secret.length }])
})

test.each([
  ['utf16le', 0, 1],
  ['utf16be', 1, 0],
])('known secrets are found in %s', (encoding, first, last) => {
  const [one = '', two = ''] = KNOWN
  const bytes = Buffer.from(`say ${one} to ${two}!`, 'utf16le')
  if (encoding === 'utf16be') bytes.swap16()
  const [from, later] = [8, 8 + 2 * (one.length + 4)]
  expect(spansOf(bytes)).toEqual([
    { from: from + first, to: from + 2 * one.length - last },
    { from: later + first, to: later + 2 * two.length },
  ])
})

test('known secrets with stars are found behind masks', () => {
  const bytes = Buffer.from('say ab hunter2 cd now')
  expect(spansOf(bytes, [], ['hunter2', 'ab ******* cd'])).toEqual([{ from: 4, to: 17 }])
})

test('bytes that are no text cause no error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), cuts, (noise, at) => {
      const bytes = Buffer.concat([noise, Buffer.from(`\n${KEYS[0]}\n`), noise])
      const spans = spansOf(bytes, at)
      expect(spans).toEqual(spansOf(bytes))
      expect(mask(bytes, spans).includes(KEYS[0] ?? '')).toBe(false)
    }),
    { numRuns: 200 },
  )
})

test('settled spans do not change any more', () => {
  fc.assert(
    fc.property(text, text, (whole, more) => {
      const spans = new SecretSpans(KNOWN)
      spans.push(Buffer.from(whole))
      const settled = spans.settle()
      const early = mask(Buffer.from(whole), spans.spans).subarray(0, settled)
      spans.push(Buffer.from(more))
      const late = mask(Buffer.from(whole + more), spans.end()).subarray(0, settled)
      expect(early.equals(late)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test.each([
  'eyJ-',
  'eyJ.',
  'token=',
  'sk-',
  '://a:',
  'cookie: ',
  'password=hunter2x ',
  'aaaaaa',
  '-----BEGIN PRIVATE KEY-----\n',
])('a megabyte of %s is searched', (scrap) => {
  const bytes = Buffer.from(scrap.repeat(Math.ceil(1_000_000 / scrap.length)))
  expect(spansOf(bytes, [], ['aaaaaa']).length).toBeLessThan(bytes.length)
})
