import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redact, RedactingStream } from './secrets.ts'

const KNOWN = ['Tk9pZ3xQ_secretvalue42x', 'correct horse battery', 'face|beef cafe00', 'a%41b\\n<c>d"e\'']

const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0')
const charOf = (byte: number): string => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')

type Dump = (bytes: Buffer, offset: number) => string

/** Two digits per byte, with a gap in the middle. */
const canonical: Dump = (bytes, offset) => {
  const [left, right] = [bytes.subarray(0, 8), bytes.subarray(8)]
  const half = (part: Buffer): string => Array.from(part, hexOf).join(' ').padEnd(23)
  return `${offset.toString(16).padStart(8, '0')}  ${half(left)}  ${half(right)}  |${Array.from(bytes, charOf).join('')}|`
}

const xxd =
  (group: number): Dump =>
  (bytes, offset) => {
    const digits = Array.from(bytes, (byte, at) => hexOf(byte) + (at % group === group - 1 ? ' ' : '')).join(
      '',
    )
    const width = 32 + 16 / group
    return `${offset.toString(16).padStart(8, '0')}: ${digits.padEnd(width)} ${Array.from(bytes, charOf).join('')}`
  }

const od: Dump = (bytes, offset) =>
  `${offset.toString(16).padStart(6, '0')} ${Array.from(bytes, hexOf).join(' ').padEnd(47)}  >${Array.from(bytes, charOf).join('')}<`

const dumps: Readonly<Record<string, Dump>> = {
  'hexdump -C': canonical,
  xxd: xxd(2),
  'xxd -g1': xxd(1),
  'xxd -g4': xxd(4),
  'od -A x -t x1z': od,
}

const dump = (bytes: Buffer, line: Dump): readonly string[] =>
  Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) =>
    line(bytes.subarray(16 * row, 16 * row + 16), 16 * row),
  )

function masked(text: string, cut: number): string {
  const bytes = Buffer.from(text)
  const stream = new RedactingStream(KNOWN)
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += cut) parts.push(stream.push(bytes.subarray(at, at + cut)))
  return Buffer.concat([...parts, stream.end()]).toString()
}

test.each(Object.entries(dumps))('a known secret is masked in a dump: %s', (_, line) => {
  fc.assert(
    fc.property(
      fc.constantFrom(...KNOWN),
      fc.string({ unit: fc.constantFrom('z', ' ', '|', '\n'), maxLength: 40 }),
      fc.integer({ min: 1, max: 300 }),
      fc.constantFrom('\n', '\r\n'),
      (secret, before, cut, lineEnd) => {
        const bytes = Buffer.from(`${before}${secret}zzz`)
        const lines = dump(bytes, line)
        const text = `before\n${lines.join(lineEnd)}${lineEnd}after\n`
        const safe = masked(text, cut)
        expect(safe).toHaveLength(text.length)
        const from = before.length
        for (let at = from; at < from + secret.length; at += 1) {
          const marked = Buffer.from(bytes)
          marked[at] = (bytes[at] ?? 0) ^ 1
          const other = `before\n${dump(marked, line).join(lineEnd)}`
          // If another byte would give another dump at a place, that place must be masked.
          const places = Array.from(other, (char, index) => (char === text[index] ? -1 : index)).filter(
            (index) => index >= 0,
          )
          expect(places.map((index) => safe[index]).join('')).toMatch(/^\*+$/)
        }
        expect(safe.startsWith('before\n') && safe.endsWith('after\n')).toBe(true)
      },
    ),
    { numRuns: 200 },
  )
})

test('text similar to a dump stays unchanged', () => {
  const texts = [
    'deadbeef  54 6b\n',
    '00000010: not a dump\n',
    '20261116 10 22 33 nothing\n',
    '1234567 add the face\n',
    `00000000: ${'00 '.repeat(16)} ................\n`,
  ]
  for (const text of texts) expect(redact(text, KNOWN)).toBe(text)
})
