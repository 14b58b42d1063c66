import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { once } from 'node:events'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ask, post } from '../../tests/model-client.ts'
import { callTool, fault, repeat, say, startModelServer, thenAlways, when, type ApiName } from './index.ts'

const apis: readonly ApiName[] = ['anthropic', 'responses', 'chat', 'gemini']
const spoken = apis.flatMap((api) => [
  { api, stream: false },
  { api, stream: true },
])

const ended = { anthropic: 'end_turn', responses: 'completed', chat: 'stop', gemini: 'STOP' } as const
const shells = {
  anthropic: 'Bash',
  responses: 'exec_command',
  chat: 'bash',
  gemini: 'run_shell_command',
} as const

describe('every API, streamed and whole', () => {
  it.each(spoken)('says what its script says: %j', async ({ api, stream }) => {
    const words = `Grüße, a sentence of more than one piece.\n\nAnd ${'😀'.repeat(40)}`
    await using server = await startModelServer({ script: [say(words, { input: 7, output: 9 })] })
    const heard = await ask(server.url, api, { stream })
    expect(heard).toEqual({ text: words, refusal: '', call: null, stop: ended[api], tokens: 9 })
  })

  it.each(spoken)('calls the shell of the asking agent: %j', async ({ api, stream }) => {
    const script = [callTool('Bash', { command: 'npm test' }, 'I will test.'), say('Done.')]
    await using server = await startModelServer({ script })
    const question = { stream, tools: ['other', shells[api]] }
    const first = await ask(server.url, api, question)
    expect(first).toMatchObject({ text: 'I will test.', call: { name: shells[api] } })
    expect(JSON.parse(first.call?.argumentsText ?? '')).toEqual({ command: 'npm test' })
    const second = await ask(server.url, api, { ...question, results: ['1 failed'] })
    expect(second).toMatchObject({ text: 'Done.', call: null, stop: ended[api] })
    expect(server.requests.map(({ answeredWith }) => answeredWith)).toEqual(['tool', 'say'])
    expect(server.requests[1]?.toolResults.join()).toContain('1 failed')
  })
})

describe('a conversation', () => {
  it('plays its script from the start', async () => {
    const script = [repeat(2, fault('server-error')), say('first'), thenAlways(say('again'))]
    await using server = await startModelServer({ script })
    const talk = async (prompt: string): Promise<readonly string[]> => {
      const heard: string[] = []
      for (let n = 0; n < 5; n += 1)
        heard.push(await ask(server.url, 'chat', { prompt }).then(({ text }) => text, String))
      return heard
    }
    for (const prompt of ['One task', 'Another task']) {
      const [a, b, ...rest] = await talk(prompt)
      expect([a, b]).toEqual([expect.stringContaining('500'), expect.stringContaining('500')])
      expect(rest).toEqual(['first', 'again', 'again'])
    }
  })

  it('is told that a script is over', async () => {
    await using server = await startModelServer({ script: [say('only this')] })
    await ask(server.url, 'chat')
    expect(await ask(server.url, 'chat')).toMatchObject({ text: 'The script is over.' })
  })

  it('selects its script by its prompt', async () => {
    const script = [
      when({ prompt: 'Failure Context', hasTools: false }, say('I know better now.')),
      when(({ model }) => model === 'gemini-x', say('Hello, Gemini.')),
      say('I try.'),
    ]
    await using server = await startModelServer({ script })
    expect(await ask(server.url, 'anthropic')).toMatchObject({ text: 'I try.' })
    const lesson = { prompt: 'Do it\nFailure Context: it broke' }
    expect(await ask(server.url, 'anthropic', lesson)).toMatchObject({ text: 'I know better now.' })
    expect(await ask(server.url, 'gemini')).toMatchObject({ text: 'Hello, Gemini.' })
  })

  it('can be answered by a function', async () => {
    await using server = await startModelServer({
      script: ({ prompt, number }) => say(`${number}: ${prompt}`),
    })
    await ask(server.url, 'responses')
    expect(await ask(server.url, 'responses', { prompt: 'hello' })).toMatchObject({ text: '2: hello' })
  })

  it.each([
    [
      () => {
        throw new Error('no idea')
      },
      /500.*no idea/,
    ],
    [() => repeat(2, say('ok')), /500.*must give a turn/],
    [() => ({ kind: 'fault', name: 'flood' }), /500.*names the fault 'flood'/],
  ])('shows the error of a function: %#', async (script, problem) => {
    await using server = await startModelServer({ script: script as never })
    await expect(ask(server.url, 'chat')).rejects.toThrow(problem)
    expect(server.requests).toMatchObject([{ answeredWith: 'script error' }])
  })

  it('plays a single step like a list', async () => {
    await using server = await startModelServer({ script: repeat(1, say('once')) })
    expect(await ask(server.url, 'chat')).toMatchObject({ text: 'once' })
    expect(await ask(server.url, 'chat')).toMatchObject({ text: 'The script is over.' })
  })

  it('without tools gets text, not calls', async () => {
    await using server = await startModelServer({ script: callTool('Bash', { command: 'ls' }) })
    expect(await ask(server.url, 'chat')).toMatchObject({ call: null, stop: 'stop' })
  })
})

describe('a received request', () => {
  it('is kept without its secrets', async () => {
    await using server = await startModelServer({ script: say('ok') })
    await post(server.url, 'gemini').then((response) => response.text())
    await fetch(`${server.url}/v1beta/models?key=sk-very-secret&pageSize=1`).then((answer) => answer.text())
    expect(JSON.stringify(server.requests)).not.toContain('very-secret')
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Bearer ***', 'x-api-key': '***' })
    expect(server.requests[1]).toMatchObject({ path: '/v1beta/models?key=***&pageSize=1', api: 'other' })
  })

  it('shows the prompt, not the surroundings', async () => {
    await using server = await startModelServer({ script: say('ok') })
    const content = [
      { type: 'text', text: '<system-reminder>\nToday is a day.\n</system-reminder>' },
      { type: 'text', text: 'Fix the test' },
    ]
    const body = {
      model: 'm',
      system: [{ type: 'text', text: 'You are kind.' }],
      messages: [
        { role: 'user', content },
        { role: 'assistant', content: 'I did.' },
        { role: 'user', content: 'Once more' },
      ],
    }
    await fetch(`${server.url}/v1/messages`, { method: 'POST', body: JSON.stringify(body) })
    expect(server.requests[0]).toMatchObject({
      prompt: 'Once more',
      prompts: ['Fix the test', 'Once more'],
      system: 'You are kind.',
      body,
    })
  })

  it.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ] as const)('is understood when it is packed: %s', async (encoding, pack) => {
    await using server = await startModelServer({ script: say('ok') })
    const body = new Uint8Array(pack(JSON.stringify({ model: 'm', input: 'Fix it', stream: false })))
    const headers = { 'content-encoding': encoding }
    await fetch(`${server.url}/v1/responses`, { method: 'POST', headers, body })
    expect(server.requests[0]).toMatchObject({ prompt: 'Fix it', model: 'm' })
  })

  it('can be waited for', async () => {
    await using server = await startModelServer({ script: say('ok') })
    const waiting = server.waitFor(({ prompt }) => prompt === 'late')
    await ask(server.url, 'chat', { prompt: 'early' })
    await ask(server.url, 'chat', { prompt: 'late' })
    expect(await waiting).toMatchObject({ number: 2 })
    expect(await server.waitFor(({ prompt }) => prompt === 'early')).toMatchObject({ number: 1 })
  })
})

describe('requests of agents at their start', () => {
  it.each([
    ['POST', '/v1/messages/count_tokens?beta=true', { input_tokens: expect.any(Number) }],
    ['POST', '/v1beta/models/gemini-x:countTokens', { totalTokens: expect.any(Number) }],
    ['GET', '/v1/models', { object: 'list', data: [{ object: 'model' }] }],
    ['GET', '/v1/models/gpt-x', { id: 'gpt-x' }],
    ['GET', '/v1beta/models', { models: [{ name: expect.stringMatching(/^models\//) }] }],
    ['POST', '/v1internal:loadCodeAssist', { cloudaicompanionProject: expect.any(String) }],
    ['POST', '/v1internal:onboardUser', { done: true }],
    ['POST', '/api/event_logging/batch', {}],
  ])('is answered harmlessly: %s %s', async (method, path, answer) => {
    await using server = await startModelServer({ script: fault('server-error') })
    const response = await fetch(`${server.url}${path}`, { method })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject(answer)
  })

  it('is a 404 for an unknown path', async () => {
    await using server = await startModelServer({ script: say('ok') })
    expect((await fetch(`${server.url}/v7/unheard-of`)).status).toBe(404)
    expect(server.requests[0]).toMatchObject({ answeredWith: 'not found' })
  })

  it('is wrapped behind a Google login', async () => {
    await using server = await startModelServer({ script: say('wrapped') })
    const request = { contents: [{ role: 'user', parts: [{ text: 'Fix it' }] }] }
    const body = JSON.stringify({ model: 'gemini-x', project: 'p', request })
    const response = await fetch(`${server.url}/v1internal:generateContent`, { method: 'POST', body })
    expect(await response.json()).toMatchObject({
      response: { candidates: [{ content: { parts: [{ text: 'wrapped' }] } }] },
    })
    expect(server.requests[0]).toMatchObject({ prompt: 'Fix it', model: 'gemini-x' })
  })

  it('is no WebSocket', async () => {
    await using server = await startModelServer({ script: say('ok') })
    const headers = { connection: 'upgrade', upgrade: 'websocket' }
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET /v1/responses HTTP/1.1\r\nhost: x\r\n${lines.join('')}\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 404/)
    socket.destroy()
  })
})

describe('a server', () => {
  const isOpen = async (url: string): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => false,
    )

  it('leaves no port and no connection', async () => {
    const server = await startModelServer({ script: fault('hang') })
    const hanging = ask(server.url, 'chat').catch(String)
    const waiting = server.waitFor(({ prompt }) => prompt === 'never').catch(String)
    await server.waitFor(() => true)
    await server.close()
    expect(await hanging).toContain('fetch failed')
    expect(await waiting).toContain('closed')
    expect(await isOpen(server.url)).toBe(false)
    await server.close()
  })

  it('refuses, and accepts again at its port', async () => {
    await using server = await startModelServer({ script: say('ok') })
    await server.refuse()
    expect(await isOpen(server.url)).toBe(false)
    await server.accept()
    expect(await ask(server.url, 'chat')).toMatchObject({ text: 'ok' })
  })

  it('refuses by a fault until accept', async () => {
    await using server = await startModelServer({ script: [fault('refused'), say('ok')] })
    await expect(ask(server.url, 'chat')).rejects.toThrow('fetch failed')
    expect(await isOpen(server.url)).toBe(false)
    await server.accept()
    expect(await ask(server.url, 'chat')).toMatchObject({ text: 'ok' })
  })

  it('accepts again when its time is over', async () => {
    await using server = await startModelServer({ script: [fault('refused', { forMs: 50 }), say('ok')] })
    await expect(ask(server.url, 'chat')).rejects.toThrow('fetch failed')
    await expect.poll(() => isOpen(server.url), { timeout: 30_000 }).toBe(true)
    expect(await ask(server.url, 'chat')).toMatchObject({ text: 'ok' })
  })

  it('reports which port it cannot use', async () => {
    await using server = await startModelServer({ script: say('ok') })
    const port = Number(new URL(server.url).port)
    await expect(startModelServer({ script: say('ok'), port })).rejects.toThrow(
      `Cannot listen on ${server.url}`,
    )
  })

  it('keeps no process alive once it is closed', async () => {
    const program = `
      import { fault, startModelServer } from '${new URL('index.ts', import.meta.url).href}'
      const late = 600_000
      const script = [fault('pings-only', { everyMs: late }), fault('refused', { forMs: late })]
      const server = await startModelServer({ script })
      const ask = () => fetch(server.url + '/v1/messages', { method: 'POST', body: '{}' })
      await ask()
      await ask().catch(() => {})
      await server.close()
      console.log('closed')`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
    expect(stdout).toBe('closed\n')
  })

  it.each([
    [[{ kind: 'fault', name: 'flood' }], /script\[0\] names the fault 'flood'. Known: unauthorized,/],
    [[{ kind: 'sing' }], /script\[0\] has the kind 'sing'. Known: say,/],
    [{ kind: 'say' }, /script needs a text/],
    [[{ kind: 'always', steps: [{ kind: 'tool' }] }], /script\[0\]\.steps\[0\] needs the name of a tool/],
    [[{ kind: 'repeat', times: -1, steps: [] }], /needs times/],
    [[{ kind: 'when', steps: [] }], /needs a match/],
    [[null], /script\[0\] is not an object/],
  ])('refuses a script it cannot play: %j', async (script, problem) => {
    await expect(startModelServer({ script: script as never })).rejects.toThrow(problem)
  })
})
