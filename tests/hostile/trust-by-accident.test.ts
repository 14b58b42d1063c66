import { expect, test } from 'vitest'
import { atTerminal } from '../at-terminal.ts'
import { clone, UNTRUSTED } from '../cloned-project.ts'

test.for([
  ['2800', 'a blank of Braille'],
  ['3164', 'a filler of Hangul'],
  ['115f', 'a leading filler'],
  ['1160', 'a vowel filler'],
  ['ffa0', 'a narrow filler'],
  ['ad', 'a soft hyphen'],
  ['200d', 'a joiner'],
  ['fe0f', 'a variation selector'],
  ['34f', 'a grapheme joiner'],
  ['336', 'a mark that strikes out'],
  ['e000', 'a private character'],
  ['2067', 'a change of direction'],
] as const)('U+%s, %s, is shown by its number', async ([code]) => {
  const sign = String.fromCodePoint(Number.parseInt(code, 16))
  await using it = await clone(`stages: {verify: "true${sign}; touch harmed"}\n`)
  const { stdout } = await it.type(['trust'], 'n')
  expect(stdout).toContain(`true\\u{${code}}; touch harmed`)
})

test('a key hides nothing behind a colour', async () => {
  await using it = await clone('agents: {"x\\e[8m": {command: [touch, harmed]}}\n')
  const { stdout } = await it.mayday('trust')
  expect(stdout).not.toContain('\u001B[8m')
})

test('many blanks are counted, not shown', async () => {
  await using it = await clone(`stages: {verify: "true${' '.repeat(4000)}; touch harmed"}\n`)
  const { stdout } = await it.type(['trust'], 'n')
  expect(stdout).toContain('true\\u{20}×4000; touch harmed')
})

test('a long list says how long it is', async () => {
  const agents = Array.from({ length: 60 }, (_, at) => `  a${at}: {command: [touch, harmed]}\n`)
  await using it = await clone(`agents:\n${agents.join('')}`)
  const { stdout } = await it.type(['trust'], 'n')
  expect(stdout).toContain('60 values, shown in full:\n')
  expect(stdout).toMatch(
    /\nThis takes \d+ lines, more than the screen has \(\d+\)\. Scroll up to read it all\.\n/,
  )
  expect(stdout).toContain('Do you trust these 60 values? [y/N] ')
})

test('a long value says how long it is', async () => {
  const value = `true ${'x'.repeat(1500)}; touch harmed`
  await using it = await clone(`stages: {verify: ${value}}\n`)
  const { stdout } = await it.type(['trust'], 'n')
  expect(stdout).toContain(`${value}  line 1  (1,519 characters)\n`)
})

test.for(['y\n', 'y\ny\ny\n', 'y'])('%j typed before the question answers nothing', async (before) => {
  await using it = await clone('stages: {verify: touch harmed}\n')
  const { path: cwd } = it.project
  const { code } = await atTerminal(['run', '--', 'true'], { cwd, env: UNTRUSTED, answers: [''], before })
  expect([code, it.trusted(), it.isHarmed()]).toEqual([2, [], false])
})

test('a yes after the question counts', async () => {
  await using it = await clone('stages: {verify: touch harmed}\n')
  const { path: cwd } = it.project
  const typed = { cwd, env: UNTRUSTED, answers: ['y'], before: 'n\n' }
  expect((await atTerminal(['trust'], typed)).code).toBe(0)
  expect(it.trusted()).toHaveLength(1)
})
