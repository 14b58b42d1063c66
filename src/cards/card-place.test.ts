import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cardInside, cardKey } from './card-place.ts'

let top = ''
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'mayday-place-')))
  for (const name of ['proj/board', 'proj-other']) mkdirSync(join(top, name), { recursive: true })
  for (const name of ['proj/board/1.1-a.md', 'proj/..a.md', 'proj-other/1.1-a.md'])
    writeFileSync(join(top, name), '')
})
afterEach(() => {
  rmSync(top, { recursive: true, force: true })
})

test('a card inside has its real path', () => {
  symlinkSync(join(top, 'proj'), join(top, 'link'))
  const expected = { absolute: join(top, 'proj/board/1.1-a.md'), relative: 'board/1.1-a.md' }
  expect(cardInside(join(top, 'proj'), 'board/1.1-a.md')).toEqual(expected)
  expect(cardInside(join(top, 'proj'), join(top, 'link/board/../board/1.1-a.md'))).toEqual(expected)
  expect(cardInside(join(top, 'link'), expected.absolute)).toEqual(expected)
  expect(cardInside(join(top, 'proj'), '..a.md').relative).toBe('..a.md')
})

test('a card outside the project is refused', () => {
  symlinkSync(join(top, 'proj-other/1.1-a.md'), join(top, 'proj/board/1.2-b.md'))
  const refused = /is outside the project/
  expect(() => cardInside(join(top, 'proj'), join(top, 'proj-other/1.1-a.md'))).toThrow(refused)
  expect(() => cardInside(join(top, 'proj'), '../proj-other/1.1-a.md')).toThrow(refused)
  expect(() => cardInside(join(top, 'proj'), 'board/1.2-b.md')).toThrow(refused)
  expect(() => cardInside(join(top, 'proj'), 'board/none.md')).toThrow(/there is no such file/)
})

test('two names of one card have one key', () => {
  const real = join(top, 'proj/board/1.1-a.md')
  symlinkSync(real, join(top, 'b.md'))
  expect(cardKey(join(top, 'b.md'))).toBe(cardKey(real))
  expect(cardKey(real)).toBe(createHash('sha256').update(real).digest('hex'))
})
