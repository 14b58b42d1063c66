/** The manual pages, as groff reads them. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { commands } from '../src/interfaces/cli/commands.ts'
import { optionName } from '../src/interfaces/cli/parse/parse-arguments.ts'

const folder = fileURLToPath(new URL('../docs/man/', import.meta.url))
const hasGroff = spawnSync('groff', ['--version']).status === 0

test('every command has a manual page', () => {
  expect(readdirSync(folder).toSorted()).toEqual(
    ['mayday.1', ...commands.map(({ name }) => `mayday-${name}.1`)].toSorted(),
  )
})

test('npm installs every manual page', () => {
  const { man }: { man?: readonly string[] } = JSON.parse(readFileSync(`${folder}../../package.json`, 'utf8'))
  expect(man?.toSorted()).toEqual(
    readdirSync(folder)
      .map((name) => `./docs/man/${name}`)
      .toSorted(),
  )
})

test.skipIf(!hasGroff)('groff reads every page without a warning', () => {
  for (const { name, options } of commands) {
    const { stdout, stderr } = spawnSync(
      'groff',
      ['-man', '-ww', '-Tascii', '-P-c', `${folder}mayday-${name}.1`],
      {
        encoding: 'utf8',
      },
    )
    expect([name, stderr]).toEqual([name, ''])
    const shown = stdout.replaceAll(/.\u0008/g, '')
    for (const key of Object.keys(options)) expect(shown).toContain(`--${optionName(key)}`)
  }
})

test('no line of a page is a request by accident', () => {
  const requests = /^\.(?:\\"|TH|SH|TP|BR|B|I|nf|fi)\b|^\.\\"/
  for (const name of readdirSync(folder)) {
    const odd = readFileSync(`${folder}${name}`, 'utf8')
      .split('\n')
      .filter((line) => /^[.']/.test(line) && !requests.test(line))
    expect([name, odd]).toEqual([name, []])
  }
})
