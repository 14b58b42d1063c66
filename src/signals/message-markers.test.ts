import { expect, test } from 'vitest'
import { jsonLines, readOutput } from '../../tests/captures.ts'

const MARK = '[MAYDAY_FAILURE:TESTS_FAILED]'
const init = { type: 'system', subtype: 'init', session_id: 's-1', model: 'claude-sonnet-4-5', tools: [] }
const done = { type: 'result', subtype: 'success', is_error: false, result: 'Done.', session_id: 's-1' }
const says = (text: string): object => ({
  type: 'assistant',
  message: { id: text, model: 'claude-sonnet-4-5', role: 'assistant', content: [{ type: 'text', text }] },
  session_id: 's-1',
})

const claims = (...log: readonly object[]): readonly unknown[] =>
  readOutput(jsonLines(...log))
    .signals.filter(({ source, resolved }) => source === 'marker' && !resolved)
    .map(({ detail, message }) => detail.word ?? message)

const claude = (...texts: readonly string[]): readonly unknown[] =>
  claims(init, ...texts.map((text) => says(text)), done)

const AT = '2026-11-15T07:10:00.000Z'
const gemini = (text: string): readonly unknown[] =>
  claims(
    { timestamp: AT, type: 'init', session_id: 's', model: 'gemini-2.5-pro' },
    ...(text.match(/[^]{1,7}/g) ?? []).map((content) => ({
      timestamp: AT,
      type: 'message',
      role: 'assistant',
      content,
      delta: true,
    })),
    { timestamp: AT, type: 'result', status: 'success', stats: { total_tokens: 5 } },
  )

const goose = (text: string): readonly unknown[] =>
  claims(
    ...(text.match(/[^]{1,7}/g) ?? []).map((piece) => ({
      type: 'message',
      message: { id: 'm', role: 'assistant', created: 1, content: [{ type: 'text', text: piece }] },
    })),
    { type: 'complete', total_tokens: 5 },
  )

const QUOTED: readonly (readonly [string, string])[] = [
  ['backticks', `The docs say:\n\`\`\`\n${MARK}\n\`\`\`\nDone.`],
  ['a stated reason', 'The docs say:\n```\nFAILURE_REASON: x\n```\nDone.'],
  ['a named language', `Docs:\n\`\`\`text\n${MARK}\n\`\`\`\nDone.`],
  ['carriage returns', `Docs:\r\n\`\`\`\r\n${MARK}\r\n\`\`\`\r\nDone.`],
  ['tildes', `Docs:\n~~~\n${MARK}\n~~~\nDone.`],
  ['many tildes', `The docs say:\n~~~~\n${MARK}\n~~~~\nDone.`],
  ['indented code', `Docs:\n\n    ${MARK}\n\nDone.`],
  ['code indented by a tab', `Docs:\n\n\t${MARK}\n\nDone.`],
  ['nested fences', `Docs:\n\`\`\`\`md\n\`\`\`\n${MARK}\n\`\`\`\n${MARK}\n\`\`\`\`\nDone.`],
  ['a fence that no other kind closes', `Docs:\n~~~\n\`\`\`\n${MARK}\n~~~\nDone.`],
  ['a fence that deeper rows do not close', `Docs:\n\`\`\`\n    \`\`\`\n${MARK}\n\`\`\`\nDone.`],
  ['a block in an unclosed one', `Docs:\n\`\`\`\`\n\`\`\`\n${MARK}\n\`\`\`\nDone.`],
  ['an item of a list', `- Docs:\n  \`\`\`\n  ${MARK}\n  \`\`\`\nDone.`],
  ['a fence as the list item', `1. \`\`\`\n   ${MARK}\n   \`\`\`\nDone.`],
  ['preformatted HTML', `Docs: <pre class="x">\n${MARK}\n</pre>\nDone.`],
  ['HTML code within another', `<PRE><code>\n${MARK}\n</code></PRE>\nDone.`],
  ['a quote', `> ${MARK}\n\nDone.`],
  ['a quote in HTML', `<blockquote>\n${MARK}\n</blockquote>\nDone.`],
  ['a diff', `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n ${MARK}\nDone.`],
  ['a long block', `Docs:\n\`\`\`\n${'x\n'.repeat(500)}${MARK}\n\`\`\`\nDone.`],
]

const SAID: readonly (readonly [string, string])[] = [
  ['alone', MARK],
  ['after words', `I stop.\n${MARK}`],
  ['after a code block', `I ran this:\n\`\`\`\nnpm test\n\`\`\`\n${MARK}`],
  ['after code in a sentence', `\`\`\`npm test\`\`\`\n${MARK}\n\`\`\`\n`],
  ['after a block that is never closed', `I ran this:\n\`\`\`\nnpm test\n${MARK}`],
  ['after an underline', `Result\n~~~~~~~~\n${MARK}\nWhy\n~~~~~~~~`],
  ['after HTML on one line', `<pre>npm test</pre>\n${MARK}\n<pre>x</pre>`],
  ['as a block that is the whole message', `\`\`\`\n${MARK}\nFAILURE_REASON: no key\n\`\`\`\n`],
]

test.each(QUOTED)('a marker in %s does not count', (_, text) => {
  expect([claude(text), gemini(text), goose(text)]).toEqual([[], [], []])
})

test.each(SAID)('a marker %s counts', (_, text) => {
  for (const found of [claude(text), gemini(text), goose(text)]) expect(found[0]).toBe('TESTS_FAILED')
})

test('a code block of markers counts only as last words', () => {
  const block = `\`\`\`\n${MARK}\n\`\`\``
  expect(claude('Here is what I found.', block)).toEqual(['TESTS_FAILED'])
  expect(claude('The docs say:', block, 'I am done.')).toEqual([])
})
