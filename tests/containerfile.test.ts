import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const lines = readFileSync(join(root, 'Containerfile'), 'utf8').split('\n')

test('the image ends as a user that is not root', () => {
  expect(lines.findLast((line) => line.startsWith('USER '))).toBe('USER mayday')
})

test('only the packed package goes into the image', () => {
  expect(lines.filter((line) => /^(?:COPY|ADD) /.test(line))).toEqual(['COPY mayday-*.tgz /tmp/mayday.tgz'])
  expect(readFileSync(join(root, '.containerignore'), 'utf8')).toBe('*\n!mayday-*.tgz\n')
})
