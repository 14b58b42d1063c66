/** `mayday explain --good LAST_GOOD.log failed.log`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { explanationSchema } from '../src/diagnosis/explanation-schema.ts'
import type { Explanation } from '../src/diagnosis/explain.ts'
import { freshFolder, mayday, type Finished } from './run-mayday.ts'

const REFUSED = 'Error: connect ECONNREFUSED 10.0.0.7:9200'
const GREEN = `Start at 10:00:01\n${REFUSED}\nUploaded 12 files in 3 s\nStop\n`
const RED = `Start at 11:30:59\n${REFUSED.replace('7:', '8:')}\nslot 9 belongs to somebody else\nStop\n`

type Files = Readonly<Record<string, string | Buffer>>

async function explained(files: Files, args: readonly string[]): Promise<Finished> {
  await using folder = await freshFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text)
  return await mayday(['explain', ...args], { cwd: folder.path })
}

async function found(files: Files, args: readonly string[]): Promise<Explanation> {
  const { stdout } = await explained(files, [...args, '--json'])
  return v.parse(explanationSchema, JSON.parse(stdout))
}

const FILES = { 'good.log': GREEN, 'other.log': 'slot 4 belongs to somebody else\n', 'red.log': RED }

test('without a good log the line that recurs decides', async () => {
  const { evidence } = await found(FILES, ['--exit-code', '1', 'red.log'])
  expect(evidence).toMatchObject([{ line: 2 }])
  expect(evidence[0]).not.toHaveProperty('newSince')
})

test('with a good log new lines are shown', async () => {
  const { reason, evidence } = await found(FILES, ['--exit-code', '1', '--good', 'good.log', 'red.log'])
  expect(reason).toBe('UNKNOWN')
  expect(evidence).toMatchObject([{ line: 3, newSince: 'good.log' }])
})

test('the text names the good log at the evidence', async () => {
  const { stdout } = await explained(FILES, ['--exit-code', '1', '--good', 'good.log', 'red.log'])
  expect(stdout).toContain('red.log:3 · new since good.log\n')
})

test('a line of any good log is not new', async () => {
  const both = ['--exit-code', '1', '--good', 'good.log', '--good', 'other.log', 'red.log']
  const { evidence } = await found(FILES, both)
  expect(evidence).toMatchObject([{ line: 2 }])
  const { evidence: more } = await found({ ...FILES, 'red.log': `${RED}the gate is shut\n` }, both)
  expect(more).toMatchObject([{ line: 5, newSince: 'good.log and other.log' }])
})

test('a packed good log with a comma in its name is read', async () => {
  const files = { 'a,b.log.gz': gzipSync(GREEN), 'red.log': RED }
  const { evidence } = await found(files, ['--exit-code', '1', '--good', 'a,b.log.gz', 'red.log'])
  expect(evidence).toMatchObject([{ line: 3, newSince: 'a,b.log.gz' }])
})

test.each<[string, readonly string[], string]>([
  ['a missing log', ['--good', 'none.log'], 'There is no file none.log.'],
  ['an empty log', ['--good', 'empty.log'], 'empty.log has no line to compare with.'],
  ['standard input', ['--good', '-'], '--good needs the name of a log'],
])('%s as the good log is an error', async (_what, args, says) => {
  const { code, stdout, stderr } = await explained({ ...FILES, 'empty.log': '\n' }, [...args, 'red.log'])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(says)
})
