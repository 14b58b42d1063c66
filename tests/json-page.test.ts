/** docs/cli-json.md covers what there is. That its tables are true is checked by `npm run docs:check`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answers } from '../src/interfaces/cli/answers.ts'
import { commands } from '../src/interfaces/cli/commands.ts'
import { views } from '../src/views/views.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/cli-json.md'), 'utf8')
const headings = page.split('\n').filter((line) => line.startsWith('### '))

test('every format of a command has a heading', () => {
  const formats = commands.flatMap(({ format }) => (format?.startsWith('mayday.') === true ? [format] : []))
  expect(formats.length).toBeGreaterThan(30)
  const told = (format: string): boolean => page.includes(`\`${format}\``) || page.includes(`"${format}"`)
  expect(formats.filter((format) => !told(format))).toEqual([])
})

test('every view has a heading and its table', () => {
  const missing = Object.keys(views).filter(
    (format) =>
      !headings.some((line) => line.endsWith(`: \`${format}\``)) ||
      !page.includes(`<!-- fields ${format} -->`),
  )
  expect(missing).toEqual([])
})

const schemaOf = (format: string): string =>
  `schemas/${format.replace('mayday.', '').replace('/', '-')}.schema.json`

test('every format of a command has a JSON Schema', () => {
  const formats = new Set([...Object.keys(answers), ...commands.flatMap(({ format = '' }) => format)])
  const missing = [...formats].filter(
    (format) => format.startsWith('mayday.') && !page.includes(`(${schemaOf(format)})`),
  )
  expect(missing).toEqual([])
})

test('every link within the page leads somewhere', () => {
  const targets = [...page.matchAll(/\]\(#([\w-]+)\)/g)].map(([, name]) => name ?? '')
  const isThere = (name: string): boolean =>
    page.includes(`<a id="${name}"></a>`) || headings.includes(`### ${name}`)
  expect([...new Set(targets)].filter((name) => !isThere(name))).toEqual([])
})
