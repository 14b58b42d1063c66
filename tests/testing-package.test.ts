import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { faults } from '../src/testing/index.ts'
import { freshFolder } from './run-mayday.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/testing.md'), 'utf8')
const run = promisify(execFile)

const programs = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)

it.each(programs)('a program of the page runs: %#', async (code) => {
  await using folder = await freshFolder()
  mkdirSync(folder.file('node_modules'))
  symlinkSync(root, folder.file('node_modules/mayday'))
  writeFileSync(folder.file('program.ts'), code)
  writeFileSync(folder.file('package.json'), '{"type":"module"}')
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types'), '--target', 'es2024']
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'esnext', ...types]
  await run(join(root, 'node_modules/.bin/tsc'), [...options, 'program.ts'], { cwd: folder.path })
  const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder.path })
  expect(stdout.trim()).toBe(/\/\/ (.*)\n$/.exec(code)?.[1])
})

it('the page names every fault', () => {
  const rows = Object.entries(faults).map(([name, { title }]) => `| \`${name}\` | ${title} |`)
  expect(page).toContain(rows.join('\n'))
})

it('a small harness survives all faults', async () => {
  const { stdout } = await run(process.execPath, [join(root, 'examples/misbehaving-model.ts')])
  expect(stdout).toContain('It saw: rate-limit, overloaded, overloaded, reset, hang, say\n')
  expect(stdout).toMatch(/after SIGTERM it is still there\n.*ended by SIGKILL\n$/)
})
