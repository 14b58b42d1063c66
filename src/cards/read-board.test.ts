import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readBoard } from './read-board.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-board-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const card = (title: string): string => `---\nagent_status: idle\n---\n# ${title}\n`

function put(name: string, text: string = card(name)): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

test('a board is read in the order of its numbers', () => {
  for (const name of [
    'phase-10-late/backlog/10.1-a.md',
    'phase-2-early/done/2.10-z.md',
    'phase-2-early/done/2.9-a.md',
    'phase-2-early/in-progress/2.1-b.md',
    'phase-2-early/notes/2.3-x.md',
    'phase-2-early/backlog/README.md',
    'phase-2-early/plan.md',
    'other/backlog/1.1-a.md',
    'phase-x/backlog/1.1-a.md',
    'phase-3-file',
  ])
    put(name)
  put('phase-2-early/backlog/.2.1-b.md.0a1b.tmp')
  const board = readBoard(folder)
  expect(
    board.phases.map(({ number, label, columns }) => [
      number,
      label,
      ...columns.map(({ folder: name, cards }) => [name, ...cards.map(({ title }) => title)]),
    ]),
  ).toEqual([
    [
      2,
      'early',
      ['backlog'],
      ['in-progress', 'phase-2-early/in-progress/2.1-b.md'],
      ['done', 'phase-2-early/done/2.9-a.md', 'phase-2-early/done/2.10-z.md'],
    ],
    [10, 'late', ['backlog', 'phase-10-late/backlog/10.1-a.md'], ['in-progress'], ['done']],
  ])
})

test('a malformed card does not hide the others', () => {
  put('phase-1-a/backlog/1.1-good.md')
  put('phase-1-a/backlog/1.2-bad.md', '# No frontmatter\n')
  mkdirSync(join(folder, 'phase-1-a/backlog/1.3-folder.md'))
  symlinkSync('nowhere', join(folder, 'phase-1-a/backlog/1.4-dangling.md'))
  const [backlog] = readBoard(folder).phases[0]?.columns ?? []
  expect(backlog?.cards.map(({ phase }) => phase)).toEqual(['1.1'])
  expect(backlog?.malformed.map(({ problem }) => problem.replace(folder, ''))).toEqual([
    "/phase-1-a/backlog/1.2-bad.md:1: a card begins with a '---' line, its keys and another '---' line; add them.",
    '/phase-1-a/backlog/1.3-folder.md: this is a folder; name a markdown file.',
    '/phase-1-a/backlog/1.4-dangling.md: this link leads to a file that does not exist; repair or remove it.',
  ])
})

test('a linked phase is a phase of the board', () => {
  put('elsewhere/backlog/4.1-a.md')
  symlinkSync('elsewhere', join(folder, 'phase-4-linked'))
  expect(readBoard(folder).phases.map(({ label }) => label)).toEqual(['linked'])
})

test('a missing board is reported', () => {
  put('file')
  expect(readBoard(folder).phases).toEqual([])
  expect(() => readBoard(join(folder, 'none'))).toThrow(/there is no such file/)
  expect(() => readBoard(join(folder, 'file'))).toThrow(/a board is a folder of phases, but this is a file/)
})
