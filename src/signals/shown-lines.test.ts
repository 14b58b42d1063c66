import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectEncoding } from './bytes/encoding.ts'
import { LineBlocks } from './bytes/line-blocks.ts'
import { hiddenRanges, LONGEST_BLOCK } from './fences.ts'
import { SignalReader } from '../../tests/knowing-agents.ts'
import { ShownLines } from './shown-lines.ts'
import { finish } from './turns.ts'

const MARKER = '[MAYDAY_FAILURE:MAX_TURNS]'

function follow(bytes: Buffer, cut: number): ShownLines {
  const encoding = detectEncoding(bytes)
  const shown = new ShownLines(encoding)
  const blocks = new LineBlocks(encoding, (block) => shown.read(block))
  const text = bytes.subarray(encoding.bom)
  for (let at = 0; at < text.length; at += cut) blocks.push(text.subarray(at, at + cut))
  blocks.end()
  return shown
}

const LINES = [
  'said',
  '',
  ' indented',
  '```',
  '```ts',
  '````',
  '~~~',
  '~~~~~~',
  '- ```',
  '\u001B[1mdiff --git a/x b/x\u001B[0m',
  '--- a/x',
  '+++ b/x',
  '@@ -1 +1 @@',
  'Index: x',
  '+added',
  '<pre>',
  '</pre>',
  '<Code>é',
  '</blockquote>',
  MARKER,
  ` ${MARKER}`,
  'a longer line with ü',
]

const lines = fc.array(fc.constantFrom(...LINES), { maxLength: 60 })

test('blocks of any size hide the same lines', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 80 }), fc.boolean(), (said, cut, isWide) => {
      const text = `first\n${said.join('\n')}\n`
      const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
      const all = text.split('\n').map((line) => line.replaceAll(/\u001B\[\d*m/g, '').trimEnd())
      const expected = finish(hiddenRanges(all)).map(({ from, to }) => ({
        from: from + 1,
        to: to === all.length ? Number.POSITIVE_INFINITY : to + 1,
      }))
      const shown = follow(isWide ? wide : Buffer.from(text), cut)
      expect(shown.ranges()).toEqual(expected)
      const heard = all.flatMap((line, at) =>
        line.includes(MARKER) && !expected.some(({ from, to }) => at + 1 >= from && at + 1 < to)
          ? [at + 1]
          : [],
      )
      expect(shown.markers.map(({ number }) => number)).toEqual(heard)
    }),
    { numRuns: 2000 },
  )
})

test('a block that is too long hides nothing', () => {
  const far = `\`\`\`\n${MARKER}\n${'x\n'.repeat(LONGEST_BLOCK)}\`\`\`\n`
  expect(follow(Buffer.from(far), 64).markers).toHaveLength(1)
})

test('quoted markers do not displace a real one', () => {
  const block = `\`\`\`\n${`${MARKER}\n`.repeat(300)}\`\`\`\n`
  const heard = follow(Buffer.from(`${MARKER}\n${block.repeat(40)}`), 1000).markers
  expect(heard.map(({ number }) => number)).toEqual([1])
})

/** More text than is kept in memory. */
const FILL = `${'nothing to see here '.repeat(50)}\n`.repeat(9000)

const claimed = (text: string): unknown => {
  const reader = new SignalReader({ stage: 'agent_run' })
  reader.push(Buffer.from(text))
  return reader
    .end(1)
    .signals.filter(({ source }) => source === 'marker')
    .map(({ message }) => message)
}

test('early markers in code blocks do not count', () => {
  const head = 'x\n'.repeat(50_000)
  expect(claimed(`${head}${MARKER}\n${FILL}`)).toEqual([MARKER])
  expect(claimed(`${head}\`\`\`\n${MARKER}\n\`\`\`\n${FILL}`)).toEqual([])
  expect(claimed(`${head}--- a/x\n+++ b/x\n@@ -1 +1 @@\n ${MARKER}\n${FILL}`)).toEqual([])
})

test('a block that starts before the kept text ends', () => {
  const kept = 8 * 1024 * 1024
  const tail = `code\n\`\`\`\n${MARKER}\n\`\`\`sh\nls\n\`\`\`\n`
  const rest = `${'said'.padEnd(999)}\n`.repeat((kept - tail.length) / 1000)
  expect(claimed(`${'x\n'.repeat(50_000)}\`\`\`\n${tail}${rest}`)).toEqual([MARKER])
})
