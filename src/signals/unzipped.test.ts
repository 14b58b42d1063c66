import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unzipped } from './unzipped.ts'

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function sizeOf(input: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0
  for await (const chunk of input) size += chunk.length
  return size
}

const zeros = Buffer.alloc(4 * 1024 * 1024)

test('a gzip file gives what is inside', async () => {
  expect(await sizeOf(unzipped(once(gzipSync(zeros))))).toBe(zeros.length)
})

test('a gzip bomb is refused', async () => {
  const bomb = once(gzipSync(zeros))
  await expect(sizeOf(unzipped(bomb, 1024 * 1024))).rejects.toThrow(/unpacks to more than/)
})

test('an unpacked file may have any length', async () => {
  expect(await sizeOf(unzipped(once(zeros), 10))).toBe(zeros.length)
})
