import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../tests/run-mayday.ts'
import { readablePlaces } from './readable-places.ts'

/** A hidden home folder with these files and links. */
async function hiddenHome(files: readonly string[], links: Readonly<Record<string, string>> = {}) {
  const folder = await freshFolder()
  const home = realpathSync(folder.path)
  const put = (name: string): string => {
    mkdirSync(dirname(`${home}/${name}`), { recursive: true })
    return `${home}/${name}`
  }
  for (const name of files) writeFileSync(put(name), '')
  for (const [name, target] of Object.entries(links)) symlinkSync(target, put(name))
  const readable = (path: string, needed: readonly string[] = []): readonly string[] =>
    readablePlaces(
      needed.map((name) => `${home}/${name}`),
      { PATH: path.replaceAll('~', home) },
      [home],
    ).map((one) => one.replace(home, '~'))
  return { readable, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

test('programs in PATH are readable with their libraries', async () => {
  await using home = await hiddenHome(['.npm/bin/x', '.npm/lib/y', '.npm/token', '.cargo/bin/c'])
  expect(home.readable('~/.npm/bin:/usr/bin:~/.cargo/bin:relative:')).toEqual([
    '~/.cargo/bin',
    '~/.npm/bin',
    '~/.npm/lib',
  ])
})

test('an environment of Python is readable completely', async () => {
  await using home = await hiddenHome(
    ['tools/a/pyvenv.cfg', 'tools/a/bin/agent', 'pythons/3/bin/python3', 'pythons/3/lib/x'],
    { 'tools/a/bin/python': '../../../pythons/3/bin/python3', 'bin/agent': '../tools/a/bin/agent' },
  )
  expect(home.readable('', ['bin/agent'])).toEqual(['~/bin/agent', '~/pythons/3', '~/tools/a'])
})

test('a linked program is readable with its packages', async () => {
  await using home = await hiddenHome(
    ['lib/node_modules/agent/cli.js', 'lib/node_modules/other/x', 'lib/z'],
    {
      'bin/agent': '../lib/node_modules/agent/cli.js',
    },
  )
  expect(home.readable('', ['bin/agent'])).toEqual(['~/bin/agent', '~/lib/node_modules'])
})

test('a home folder never becomes readable completely', async () => {
  await using home = await hiddenHome(['bin/x', 'secret'])
  expect(home.readable('~:~/:/:~/bin/..')).toEqual([])
  expect(home.readable('', ['', '../', 'gone'])).toEqual([])
})
