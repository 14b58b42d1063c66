import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findViolations } from './find-violations.ts'

const src = join(import.meta.dirname, '../src')

test('every room imports only earlier rooms', () => {
  const files = globSync('**/*.ts', { cwd: src })
  expect(files.length).toBeGreaterThan(20)
  const sources = Object.fromEntries(files.map((file) => [file, readFileSync(join(src, file), 'utf8')]))
  expect(findViolations(sources)).toEqual([])
})

/** All other code uses run-git.ts, which checks the repository first. */
const STARTS_GIT = [
  'bench/demo/make-demo.ts',
  'interfaces/board/demo/sample-files.ts',
  'record/git.ts',
  'record/local-settings.ts',
  'record/own-git.ts',
]

test('git is started only in known places', () => {
  const files = globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] })
  const starting = files.filter((file) =>
    /\bspawnGit\b|\b(?:spawn|spawnSync|execFile|execFileSync)\('git'/.test(
      readFileSync(join(src, file), 'utf8'),
    ),
  )
  expect(starting.toSorted()).toEqual([...STARTS_GIT, 'record/run-git.ts'])
})

const allowed: readonly (readonly [string, string, string])[] = [
  ['a later room imports an earlier one', 'diagnosis/a.ts', "import { b } from '../signals/b.ts'"],
  ['a room imports itself across its folders', 'signals/tools/a.ts', "import { b } from '../bytes/b.ts'"],
  ['every room imports the errors', 'reasons/a.ts', "import { MaydayError } from '../errors.ts'"],
  ['the index re-exports any room', 'index.ts', "export { a } from './diagnosis/a.ts'"],
  ['scheduling knows the agents', 'scheduling/a.ts', "import { b } from '../agents/b.ts'"],
  ['interfaces print and read the command line', 'interfaces/cli/main.ts', 'console.log(process.argv)'],
  ['a test beside the code uses testing', 'signals/a.test.ts', "import { b } from '../testing/b.ts'"],
  ['a program of its own may print', 'testing/agent-program.ts', 'process.exit(process.argv.length)'],
  ['a room may read its environment', 'config/a.ts', 'export const home = process.env'],
]

test.each(allowed)('%s', (_title, file, text) => {
  expect(findViolations({ [file]: text })).toEqual([])
})

const planted: readonly (readonly [string, string, string])[] = [
  ['an earlier room imports a later one', 'signals/a.ts', "import { b } from '../diagnosis/b.ts'"],
  ['signals are given the agents', 'signals/a.ts', "import { b } from '../agents/b.ts'"],
  ['supervision is given the agents', 'supervision/a.ts', "import { b } from '../agents/b.ts'"],
  ['a type import counts as an import', 'reasons/a.ts', "import type { B } from '../signals/b.ts'"],
  ['a type written as import counts too', 'reasons/a.ts', "type B = import('../signals/b.ts').B"],
  ['a lazy import counts as an import', 'reasons/a.ts', "export const b = () => import('../memory/b.ts')"],
  ['a re-export counts as an import', 'reasons/a.ts', "export * from '../signals/b.ts'"],
  ['a test keeps the order as well', 'signals/a.test.ts', "import { b } from '../diagnosis/b.ts'"],
  ['nothing imports the interfaces', 'index.ts', "export { b } from './interfaces/cli/b.ts'"],
  ['no room imports the index', 'interfaces/cli/a.ts', "import { b } from '../../index.ts'"],
  ['no room imports the testing room', 'interfaces/cli/a.ts', "import { b } from '../../testing/b.ts'"],
  ['no room imports the package by name', 'interfaces/cli/a.ts', "import { b } from 'mayday'"],
  ['errors import no room at all', 'errors.ts', "import { b } from './reasons/b.ts'"],
  ['an import must not leave src', 'signals/a.ts', "import { b } from '../../tests/b.ts'"],
  ['the index holds no code', 'index.ts', 'export const a = 1'],
  ['a folder outside the list is refused', 'utils/a.ts', 'export const a = 1'],
  ['a stray file in src is refused', 'version.ts', 'export const a = 1'],
  ['a room must not use the console', 'diagnosis/a.ts', "console.error('no')"],
  ['a room must not write to stdout', 'diagnosis/a.ts', "process.stdout.write('no')"],
  ['a room must not set exit codes', 'record/a.ts', "process['exitCode'] = 1"],
  ['a room must not unpack the arguments', 'config/a.ts', 'const { argv } = process'],
  ['a view must not start a process', 'views/a.ts', "import { spawn } from 'node:child_process'"],
  ['a view must not import the config', 'views/a.ts', "import type { Config } from '../config/config.ts'"],
  ['nothing imports a program', 'testing/index.ts', "export { a } from './agent-program.ts'"],
  ['a room must not import the process', 'config/a.ts', "import { argv } from 'node:process'"],
]

test.each(planted)('%s', (_title, file, text) => {
  expect(findViolations({ [file]: text })).toHaveLength(1)
})
