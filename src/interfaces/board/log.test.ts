import {
  appendFileSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  closeSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleIntent, exampleResult } from '../../../tests/examples/records.ts'
import type { LogSearch, LogWindow } from './api.ts'
import { openRig, type Rig } from '../../../tests/board-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig[Symbol.asyncDispose]())

/** A run with a log at the recorded path. */
function runWith(name: string, how: 'live' | 'ended'): { readonly run: number; readonly log: string } {
  const logPath = `logs/20261103/${name}`
  const intent = exampleIntent({ logPath })
  const numbers = rig.context.store.begin(intent)
  if (how === 'ended') rig.context.store.finish(exampleResult(intent, numbers, { logPath }))
  mkdirSync(join(rig.context.project.record, logPath), { recursive: true })
  if (how === 'ended')
    writeFileSync(
      join(rig.context.project.record, logPath, 'result.json'),
      JSON.stringify({ format: 'mayday.result/1', run: numbers.run }),
    )
  const log = join(rig.context.project.record, logPath, 'worker.log')
  writeFileSync(log, '')
  return { run: numbers.run, log }
}

const windowOf = async (run: number, query: string): Promise<LogWindow> =>
  // The test checks that the answer matches its type.
  (await rig.ask(`/api/v1/runs/${run}/log?${query}`)).json as LogWindow

const searchIn = async (run: number, query: string): Promise<LogSearch> =>
  (await rig.ask(`/api/v1/runs/${run}/log/search?${query}`)).json as LogSearch

test('a window begins and ends with whole lines', async () => {
  const { run, log } = runWith('lines', 'ended')
  writeFileSync(log, 'one\ntwo\nthrée\nfour\n')
  expect(await windowOf(run, 'from=5&bytes=8')).toEqual({
    from: 4,
    to: 8,
    size: 20,
    text: 'two\n',
    isLive: false,
    firstLine: 2,
  })
  expect(await windowOf(run, 'from=0')).toMatchObject({
    from: 0,
    to: 20,
    text: 'one\ntwo\nthrée\nfour\n',
    firstLine: 1,
  })
  expect(await windowOf(run, 'from=-1&bytes=7')).toMatchObject({
    from: 15,
    to: 20,
    text: 'four\n',
    firstLine: 4,
  })
  expect(await windowOf(run, 'from=20')).toMatchObject({ from: 20, to: 20, text: '' })
  expect(await windowOf(run, 'from=9999')).toMatchObject({ from: 20, to: 20, text: '' })
})

test('joined windows are the whole log', async () => {
  const { run, log } = runWith('whole', 'ended')
  const text = Array.from({ length: 4000 }, (_, at) => `line ${at} ${'ü'.repeat(at % 90)}`).join('\n')
  writeFileSync(log, text)
  let read = ''
  for (let at = 0; at < Buffer.byteLength(text);) {
    const part = await windowOf(run, `from=${at}&bytes=9000`)
    expect(part.to).toBeGreaterThan(at)
    read += part.text
    at = part.to
  }
  expect(read).toBe(text)
})

test('a live log is followed without its unfinished line', async () => {
  const { run, log } = runWith('live', 'live')
  appendFileSync(log, 'first\nsecond is not over')
  const first = await windowOf(run, 'from=-1')
  expect(first).toMatchObject({ text: 'first\n', to: 6, isLive: true })
  appendFileSync(log, ' yet\nthird\n')
  expect(await windowOf(run, `from=${first.to}`)).toMatchObject({
    from: 6,
    text: 'second is not over yet\nthird\n',
  })
})

test('a secret is hidden wherever a window is cut', async () => {
  const { run, log } = runWith('secret', 'live')
  const token = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`
  writeFileSync(log, `${'filler\n'.repeat(60_000)}token ${token}\n${'after\n'.repeat(60_000)}`)
  const at = 7 * 60_000
  for (const query of [`from=${at}`, `from=${at + 12}`, `from=${at - 20}&bytes=40`, `from=${at}&bytes=20`]) {
    const { text } = await windowOf(run, query)
    expect(text).not.toContain(token.slice(0, 12))
    expect(text).not.toContain(token.slice(-12))
  }
  const { matches } = await searchIn(run, 'q=token')
  expect(matches[0]?.excerpt).toMatch(/^token \*+$/)
})

test('a window inside a private key shows nothing of it', async () => {
  const { run, log } = runWith('key', 'live')
  const body = Array.from(
    { length: 40 },
    (_, at) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDx${at}`,
  )
  const key = ['-----BEGIN PRIVATE KEY-----', ...body, '-----END PRIVATE KEY-----', ''].join('\n')
  writeFileSync(log, `${'filler\n'.repeat(100_000)}${key}after\n`)
  const at = 7 * 100_000 + 600
  const { text } = await windowOf(run, `from=${at}`)
  expect(text).toMatch(/^\**\n?[*\n]*after\n$/)
})

test('a large log is read by windows with flat memory', async () => {
  const { run, log } = runWith('large', 'live')
  const size = 256 * 1024 ** 2
  const file = openSync(log, 'w')
  ftruncateSync(file, size)
  writeSync(file, '\nin the middle\n', size / 2)
  writeSync(file, '\nthe last line\n', size - 15)
  closeSync(file)
  const before = process.memoryUsage().rss
  const middle = await windowOf(run, `from=${size / 2 + 3}&bytes=1000`)
  expect(middle).toMatchObject({ from: size / 2 + 1, size, firstLine: null })
  expect(middle.text.split('\n')[0]).toBe('in the middle')
  expect((await windowOf(run, 'from=-1&bytes=4096')).text).toContain('the last line\n')
  for (let at = 0; at < 8; at += 1) await windowOf(run, `from=${at * 5_000_011}&bytes=262144`)
  const found = await searchIn(run, `q=IN THE MIDDLE&from=${size / 2 - 1000}`)
  expect(found.matches).toEqual([
    { offset: size / 2 + 1, lineOffset: size / 2 + 1, line: null, excerpt: 'in the middle' },
  ])
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2)
})

test('a search continues at its last offset', async () => {
  const { run, log } = runWith('search', 'ended')
  const broken = Buffer.concat([
    Buffer.from('é Error one\n'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from(' error two\n no\nERROR three'),
  ])
  writeFileSync(log, broken)
  const first = await searchIn(run, 'q=error&limit=2')
  expect(first.matches).toMatchObject([
    { offset: 3, line: 1, excerpt: 'é Error one' },
    { offset: 16, lineOffset: 13, line: 2 },
  ])
  const rest = await searchIn(run, `q=error&limit=2&from=${first.next}`)
  expect(rest).toMatchObject({ matches: [{ line: 4, excerpt: 'ERROR three' }], next: null })
  expect((await searchIn(run, 'q=(nothing[')).matches).toEqual([])
})

test('a missing log is reported as missing', async () => {
  const { run } = runWith('gone', 'ended')
  const intent = exampleIntent({ logPath: 'logs/20261103/never' })
  const numbers = rig.context.store.begin(intent)
  rig.context.store.finish(exampleResult(intent, numbers, { logPath: intent.logPath }))
  expect((await rig.ask(`/api/v1/runs/${numbers.run}/log`)).json).toMatchObject({
    error: { code: 'LOG_GONE' },
  })
  expect((await rig.ask(`/api/v1/runs/${run}/log`)).status).toBe(200)
  for (const query of ['bytes=0', 'bytes=262145', 'from=-2', 'from=x', 'bytes=1e9'])
    expect((await rig.ask(`/api/v1/runs/${run}/log?${query}`)).status).toBe(400)
  for (const query of ['', 'q=', `q=${'x'.repeat(1001)}`, 'q=x&limit=0'])
    expect((await rig.ask(`/api/v1/runs/${run}/log/search?${query}`)).status).toBe(400)
})

test('a log is downloaded whole, part by part', async () => {
  const { run, log } = runWith('download', 'ended')
  const lines = Array.from({ length: 40_000 }, (_, at) => `line ${at} of a long log é\n`).join('')
  const text = `${lines}${'x'.repeat(700_000)}\nno end`
  writeFileSync(log, text)
  const answer = await rig.ask(`/api/v1/runs/${run}/log/download`)
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="mayday-run-${run}.log"`)
  expect(answer.json === text).toBe(true)
})

test('a reader that pauses gets the whole log', async () => {
  const { run, log } = runWith('paused', 'ended')
  const text = 'a line of a long log\n'.repeat(500_000)
  writeFileSync(log, text)
  const warnings: Error[] = []
  const note = (warning: Error): void => void warnings.push(warning)
  process.on('warning', note)
  const headers = { authorization: `Bearer ${rig.board().token}` }
  const answer = await fetch(rig.url(`/api/v1/runs/${run}/log/download`), { headers })
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    await new Promise((resolve) => setImmediate(resolve))
  }
  process.off('warning', note)
  expect({ bytes, warnings }).toEqual({ bytes: text.length, warnings: [] })
})

test('a missing log is not downloaded', async () => {
  const { json, status } = await rig.ask('/api/v1/runs/9999/log/download')
  expect({ json, status }).toMatchObject({ status: 404, json: { error: { code: 'UNKNOWN_RUN' } } })
})
