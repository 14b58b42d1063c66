import { mkdirSync, writeFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { freshFolder, mayday } from './run-mayday.ts'

const at = '2026-03-01T10:00:00.1234567Z '
const lines = (...all: readonly string[]): string => all.map((line) => `${at}${line}\n`).join('')

const good = lines('##[group]Run npm ci', 'npm ci', '##[endgroup]', 'added 3 packages')
const bad = lines(
  '##[group]Run pytest',
  'pytest',
  '##[endgroup]',
  'FAILED tests/test_a.py::test_x - assert 1 == 2',
  '=== 1 failed, 11 passed in 1.20s ===',
  '##[error]Process completed with exit code 1.',
)
const end = lines('Cleaning up orphan processes')

/** The content of GitHub's zip of a run's logs. */
const download = (test: string): Readonly<Record<string, string>> => ({
  '0_unit.txt': good + test + end,
  'unit/1_Set up job.txt': lines("Current runner version: '2.328.0'"),
  'unit/2_Install.txt': good,
  'unit/10_Run tests.txt': test,
  'unit/11_Complete job.txt': end,
})

function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(Buffer.byteLength(name), 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), packed)
    list.push(entry, Buffer.from(name))
    offset += local.length + Buffer.byteLength(name) + packed.length
  }
  const tail = Buffer.alloc(22)
  tail.writeUInt32LE(0x06054b50, 0)
  tail.writeUInt16LE(Object.keys(files).length, 10)
  tail.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...list, tail])
}

async function explained(path: string, cwd: string): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await mayday(['explain', '--json', path], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

const failure = {
  verdict: 'failed',
  reason: 'TESTS_FAILED',
  ci: { system: 'github-actions', job: 'unit', step: 'Run tests' },
}

test('step files name job, step, file and line', async () => {
  await using folder = await freshFolder()
  for (const [name, text] of Object.entries(download(bad))) {
    mkdirSync(folder.file('logs/unit'), { recursive: true })
    writeFileSync(folder.file(`logs/${name}`), text)
  }
  const found = await explained('logs', folder.path)
  expect(found).toMatchObject(failure)
  expect(found).toMatchObject({ evidence: [{ file: 'logs/unit/10_Run tests.txt', line: 5 }] })
})

test('the zip file of a run is read packed', async () => {
  await using folder = await freshFolder()
  writeFileSync(folder.file('logs.zip'), zipOf(download(bad)))
  const found = await explained('logs.zip', folder.path)
  expect(found).toMatchObject(failure)
  expect(found).toMatchObject({ evidence: [{ file: 'logs.zip/unit/10_Run tests.txt', line: 5 }] })
})

test('a complete download without a failure is a success', async () => {
  await using folder = await freshFolder()
  writeFileSync(folder.file('logs.zip'), zipOf(download(good)))
  expect(await explained('logs.zip', folder.path)).toMatchObject({ verdict: 'succeeded', rule: 'success.ci' })
})

test('a damaged zip file is a clear error', async () => {
  await using folder = await freshFolder()
  writeFileSync(folder.file('logs.zip'), zipOf(download(bad)).subarray(0, 300))
  const { code, stderr } = await mayday(['explain', 'logs.zip'], { cwd: folder.path })
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      'mayday: The zip file is damaged or of a kind that Mayday does not read. Unpack it and name the folder.\n',
  })
})
