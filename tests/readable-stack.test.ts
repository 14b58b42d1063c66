import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freshFolder, mayday } from './run-mayday.ts'

test('the stack of a bug names the lines of the sources', async () => {
  await using folder = await freshFolder()
  const plant = folder.file('plant.cjs')
  writeFileSync(plant, "String.prototype.padEnd = () => { throw new TypeError('planted') }\n")
  const { code, stderr } = await mayday(['help', 'durations'], {
    env: { NODE_OPTIONS: `--require ${plant}` },
  })
  expect(code).toBe(2)
  expect(stderr).toContain('mayday: unexpected error, please report it\nTypeError: planted\n')
  const [, file = '', line = ''] = /(src\/interfaces\/cli\/[\w/-]+\.ts):(\d+)\b/.exec(stderr) ?? []
  expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain('padEnd(')
})
