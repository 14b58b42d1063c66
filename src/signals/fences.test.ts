import { expect, test } from 'vitest'
import { hiddenRanges } from './fences.ts'
import { finish } from './turns.ts'

const hidden = (text: string): readonly string[] => {
  const lines = text.split('\n')
  const ranges = finish(hiddenRanges(lines))
  return lines.filter((_, at) => ranges.some(({ from, to }) => at >= from && at < to))
}

test('a code block is quoted text', () => {
  expect(hidden('a\n```ts\nerror: x\n```\nb')).toEqual(['```ts', 'error: x', '```'])
})

test('a block that is never closed hides nothing', () => {
  expect(hidden('a\n```\nerror: x\nError: the end')).toEqual([])
})

test('an opening too far from its closing hides nothing', () => {
  const far = `\`\`\`\n${'x\n'.repeat(450)}\`\`\`bash\nls\n\`\`\`\nend`
  expect(hidden(far)).toEqual(['```bash', 'ls', '```'])
})

test('a diff is quoted text until it ends', () => {
  const diff =
    'diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-rate limit\n+Error: 429'
  expect(hidden(`before\n${diff}\nafter`)).toEqual(diff.split('\n'))
})

test('an underline of tildes is no fence', () => {
  expect(hidden('x = foo\n    ~~~~^~~~\nerror: y\n~~~~\nz')).toEqual([])
})

test('fences of another kind or length close nothing', () => {
  const nested = '````md\n```\nerror: x\n```\nerror: y\n````'
  expect(hidden(`a\n${nested}\nb`)).toEqual(nested.split('\n'))
  const mixed = '~~~\n```\nerror: x\n~~~'
  expect(hidden(`a\n${mixed}\nb`)).toEqual(mixed.split('\n'))
})

test('a block after many unclosed openings is quoted', () => {
  const block = '~~~\nerror: x\n~~~'
  expect(hidden(`${'```ts\n'.repeat(60)}${block}\nb`)).toEqual(block.split('\n'))
})
