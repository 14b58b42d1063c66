import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, afterAll, expect, test } from 'vitest'
import { exampleIntent, exampleResult } from '../../../tests/examples/records.ts'
import { openRig, type Rig } from '../../../tests/board-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
  const intent = exampleIntent({ logPath: 'logs/20261103/x' })
  const numbers = rig.context.store.begin(intent)
  rig.context.store.finish(exampleResult(intent, numbers, { logPath: intent.logPath }))
})
afterAll(() => rig[Symbol.asyncDispose]())

const head = (path: string, more: readonly string[]): readonly string[] => [
  `GET ${path} HTTP/1.1`,
  ...more,
  'Connection: close',
]
const bearer = (): string => `Authorization: Bearer ${rig.board().token}`
const statusOf = (answer: string): number => Number(answer.split(' ')[1])

test.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])(
  'the board answers under the name %s',
  async (name) => {
    const answer = await rig.raw(head('/api/v1/state', [`Host: ${name}:${rig.board().port}`, bearer()]))
    expect(statusOf(answer)).toBe(200)
  },
)

test.each([
  'evil.example',
  'localhost.evil.example',
  'localhost:1',
  'localhost',
  '127.0.0.1.nip.io',
  '0.0.0.0',
  '',
])('a foreign name that points here is refused: %s', async (name) => {
  const host = name.includes(':') || name === '' ? name : `${name}:${rig.board().port}`
  const named = name === 'localhost' ? name : host
  for (const path of ['/api/v1/state', '/', '/app.js', `/?token=${rig.board().token}`]) {
    const answer = await rig.raw(head(path, [`Host: ${named}`, bearer()]))
    expect(statusOf(answer)).toBe(403)
    expect(answer).not.toContain(rig.board().token)
  }
})

test('a request without a Host is refused', async () => {
  const answer = await rig.raw(['GET /api/v1/state HTTP/1.0', bearer()])
  expect(statusOf(answer)).toBe(403)
  const odd = await rig.raw(head('/api/v1/state', ['Host: a b', bearer()]))
  expect(odd).toMatch(/^HTTP\/1.1 400 .*Invalid URL or Host header/s)
  expect(odd).toContain("default-src 'none'")
})

test.each([
  '/api/v1/state',
  '/api/v1/runs',
  '/api/v1/runs/1',
  '/api/v1/runs/1/log',
  '/api/v1/events',
  '/api/v1/nothing',
])('nothing is answered without the token: %s', async (path) => {
  for (const authorization of [
    '',
    'Bearer wrong',
    `Basic ${rig.board().token}`,
    `Bearer ${rig.board().token}x`,
  ]) {
    const { status, json } = await rig.ask(path, { headers: { authorization } })
    expect(status).toBe(401)
    expect(json).toMatchObject({ error: { code: 'TOKEN' } })
  }
})

test('the page is private until the token is given', async () => {
  const { status, json } = await rig.ask('/', { headers: { authorization: 'none' } })
  expect(status).toBe(401)
  expect(json).toContain('mayday board')
  const wrong = await rig.ask('/?token=wrong', { headers: { authorization: 'none' } })
  expect(wrong.status).toBe(401)
  expect(wrong.headers.get('set-cookie')).toBeNull()
})

test('the address with the token becomes a cookie', async () => {
  const { status, headers, json } = await rig.ask(
    `/?reason=TIMEOUT&q=%22%3E%3Cb%3E&token=${rig.board().token}`,
    {
      headers: { authorization: 'none' },
    },
  )
  expect(status).toBe(200)
  expect(json).toContain('content="0;url=/?reason=TIMEOUT&amp;q=%22%3E%3Cb%3E"')
  expect(json).not.toContain(rig.board().token)
  const cookie = headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/)
  const again = await rig.ask('/api/v1/state', {
    headers: { authorization: 'none', cookie: cookie.split(';')[0] ?? '' },
  })
  expect(again.status).toBe(200)
})

test("another board's cookie does not open this one", async () => {
  const cookie = `mayday_board_1=${rig.board().token}`
  expect((await rig.ask('/api/v1/state', { headers: { authorization: 'none', cookie } })).status).toBe(401)
})

test('a foreign page can neither read nor act', async () => {
  for (const origin of ['http://evil.example', 'null', `http://localhost:${rig.board().port + 1}`]) {
    expect((await rig.ask('/api/v1/state', { headers: { origin } })).status).toBe(403)
    const acted = await rig.post('/api/v1/runs/1/correct', { reason: 'TIMEOUT' }, { origin })
    expect(acted.json).toMatchObject({ error: { code: 'ORIGIN' } })
  }
  expect(rig.context.store.find(1)?.correction).toBeNull()
})

test('a change by cookie must say where it comes from', async () => {
  const cookie = `mayday_board_${rig.board().port}=${rig.board().token}`
  const without = { authorization: 'none', cookie }
  expect((await rig.post('/api/v1/runs/1/correct', { reason: 'TIMEOUT' }, without)).status).toBe(403)
  const origin = `http://127.0.0.1:${rig.board().port}`
  const plain = await rig.post(
    '/api/v1/runs/1/correct',
    { reason: 'TIMEOUT' },
    { ...without, origin, 'content-type': 'text/plain' },
  )
  expect(plain.status).toBe(400)
  expect(plain.json).toMatchObject({
    error: {
      message: expect.stringMatching(/needs the header 'Content-Type: application\/json'.*'text\/plain'/),
    },
  })
  expect(
    (await rig.post('/api/v1/runs/1/correct', { reason: 'TIMEOUT' }, { ...without, origin })).status,
  ).toBe(200)
})

test('only the owner can read the lasting token', async () => {
  const path = join(rig.context.project.record, 'board-token')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8').trim()).toBe(rig.board().token)
  const { token } = rig.board()
  await rig.restart()
  expect(rig.board().token).toBe(token)
  const answer = await rig.raw(head('/api/v1/state', [`Host: localhost:${rig.board().port}`, bearer()]))
  expect(statusOf(answer)).toBe(200)
})

const OUT = [
  '../../../../etc/passwd',
  '..%2f..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e/%2e%2e/etc/passwd',
  '....//etc/passwd',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  '..%5c..%5cetc',
  'x%00y',
  '%',
]

test.each(OUT)('no address leads out of the project: %s', async (out) => {
  const host = `Host: 127.0.0.1:${rig.board().port}`
  const paths = [
    `/${out}`,
    `/api/v1/${out}`,
    `/api/v1/runs/${out}`,
    `/api/v1/runs/${out}/log`,
    `/api/v1/runs/${out}/result`,
    `/api/v1/runs/1/log/${out}`,
    `/api/v1/runs/1/log?from=${out}`,
    `/api/v1/runs/1/log?bytes=${out}`,
    `/api/v1/runs/1/log/search?q=root&from=${out}`,
    `/api/v1/card?path=${out}`,
    `/api/v1/runs?before=${out}`,
    `/api/v1/failures?range=${out}`,
  ]
  for (const path of paths) {
    const answer = await rig.raw(head(path, [host, bearer()]))
    expect([400, 404], `${path}: ${answer.slice(0, 200)}`).toContain(statusOf(answer))
    expect(answer).not.toContain('root:')
  }
})

test.each(['cards/enqueue', 'cards/retry', 'cards/cancel', 'cards/reset'])(
  'no card outside is touched: %s',
  async (action) => {
    const outside = join(rig.root, '..', 'mayday-outside.md')
    const link = join(rig.root, 'link.md')
    if (!existsSync(link)) symlinkSync('/etc/passwd', link)
    for (const card of [
      '../../../etc/passwd',
      '/etc/passwd',
      outside,
      'link.md',
      '..',
      '.',
      '',
      7,
      null,
      ['x'],
      'a\0b',
    ]) {
      const { status, json } = await rig.post(`/api/v1/${action}`, { card, confirm: true })
      expect([400, 404, 409]).toContain(status)
      expect(JSON.stringify(json)).not.toContain('root:')
    }
  },
)

test.each([
  ['tasks/..%2f1/retry', 400],
  ['tasks/0/skip', 400],
  ['tasks/999/retry', 404],
  ['runs/999/cancel', 404],
  ['escalations/x/ack', 400],
  ['escalations/999/close', 404],
  ['gates/..%2f..%2fx/open', 404],
])('an action on a missing target is refused: %s', async (path, status) => {
  const answer = await rig.post(`/api/v1/${path}`)
  expect(answer.status).toBe(status)
  expect(answer.json).toMatchObject({ error: { message: expect.stringMatching(/\w.*\.$|\w.*[a-z]$/) } })
})

test('a body that is not an object is refused', async () => {
  for (const body of ['', '[]', '7', '{', '"x"', 'null']) {
    const { status } = await rig.ask('/api/v1/runs/1/correct', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(status).toBe(400)
  }
  const large = await rig
    .post('/api/v1/runs/1/correct', { reason: null, note: 'x'.repeat(70_000) })
    .catch(() => null)
  expect(large === null || large.status === 413).toBe(true)
  expect((await rig.ask('/api/v1/state', { method: 'DELETE' })).status).toBe(405)
})

test('a body of unknown length is limited too', async () => {
  const host = `Host: 127.0.0.1:${rig.board().port}`
  const chunked = ['Content-Type: application/json', 'Transfer-Encoding: chunked', 'Connection: close']
  const post = ['POST /api/v1/gates/x/open HTTP/1.1', host, bearer(), ...chunked, '']
  expect(statusOf(await rig.raw([...post, '2', '{}', '0']))).toBe(404)
  const large = await rig.raw([...post, '20000', 'x'.repeat(0x20000), '0'])
  expect(large).toMatch(/^HTTP\/1.1 413 .*The body is too large: at most 64 KiB/s)
})

test.each([
  ['HEAD', 'events', ''],
  ['HEAD', 'state', ''],
  ['DELETE', 'tasks/1/restore', '/api/v1/tasks/1/restore takes GET, POST, not DELETE.'],
  ['GET', 'scheduler/drain', '/api/v1/scheduler/drain takes POST, not GET.'],
])('a wrong method is answered with the right one: %s %s', async (method, path, said) => {
  const host = `Host: 127.0.0.1:${rig.board().port}`
  const answer = await rig.raw([`${method} /api/v1/${path} HTTP/1.1`, host, bearer(), 'Connection: close'])
  expect(statusOf(answer)).toBe(405)
  expect(answer).toContain(said)
})

test('every answer forbids a page to do more', async () => {
  for (const path of ['/', '/api/v1/state', '/api/v1/nothing']) {
    const { headers } = await rig.ask(path)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
})

test('logs and cards full of script come as JSON text', async () => {
  const script = '<script>alert(1)</script><img src=x onerror=alert(2)> &amp; </style>'
  const folder = join(rig.context.project.record, 'logs/20261103/x')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'worker.log'), `${script}\n`)
  const cards = join(rig.root, 'phase-1-x/backlog')
  mkdirSync(cards, { recursive: true })
  writeFileSync(
    join(cards, '1.1-x.md'),
    `---\nowner: a\nagent_status: idle\n---\n\n# ${script}\n\n## History\n\n- ${script}\n`,
  )
  writeFileSync(join(cards, '1.2-y.md'), `---\n${script}: [\n---\n`)
  for (const path of [
    '/api/v1/runs/1/log',
    '/api/v1/card?path=phase-1-x/backlog/1.1-x.md',
    '/api/v1/state',
  ]) {
    rig.board().refresh()
    const { headers, json } = await rig.ask(path)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(JSON.stringify(json)).toContain(JSON.stringify(script).slice(1, -1))
  }
})
