import { describe, expect, it } from 'vitest'
import { ask, post } from '../../tests/model-client.ts'
import { fault, faults, say, startModelServer, type ApiName, type FaultName } from './index.ts'

const apis: readonly ApiName[] = ['anthropic', 'responses', 'chat', 'gemini']
const spoken = apis.flatMap((api) => [
  { api, stream: false },
  { api, stream: true },
])

const statuses: Readonly<Partial<Record<FaultName, readonly [number, number, number]>>> = {
  unauthorized: [401, 401, 400],
  'login-expired': [401, 401, 401],
  'payment-required': [402, 402, 402],
  forbidden: [403, 403, 403],
  'model-not-found': [404, 404, 404],
  'too-large': [413, 413, 413],
  'rate-limit': [429, 429, 429],
  'usage-limit': [429, 429, 429],
  'no-credit': [400, 429, 403],
  'context-too-long': [400, 400, 400],
  'bad-request': [400, 400, 400],
  'server-error': [500, 500, 500],
  unavailable: [503, 503, 503],
  overloaded: [529, 503, 503],
}

const statusFaults = Object.entries(faults)
  .filter(
    ([name, { group }]) => group === 'status' && !['http', 'bad-gateway', 'gateway-timeout'].includes(name),
  )
  .map(([name]) => name as FaultName)

/** The form in which each provider's library expects an error. */
const errorForms = (status: number): Readonly<Record<ApiName, object>> => {
  const openai = { error: { message: expect.any(String), type: expect.any(String) } }
  return {
    anthropic: { type: 'error', error: { type: expect.any(String), message: expect.any(String) } },
    responses: openai,
    chat: openai,
    gemini: { error: { code: status, status: expect.any(String), message: expect.any(String) } },
  }
}

describe.each(statusFaults)('%s', (name) => {
  it.each(apis)("has the provider's status and body: %s", async (api) => {
    await using server = await startModelServer({ script: fault(name) })
    const response = await post(server.url, api)
    const [anthropic, openai, gemini] = statuses[name] ?? []
    expect(response.status).toBe({ anthropic, responses: openai, chat: openai, gemini }[api])
    expect(await response.json()).toMatchObject(errorForms(response.status)[api])
  })
})

describe.each([
  ['bad-gateway', 502],
  ['gateway-timeout', 504],
] as const)('%s', (name, status) => {
  it.each(apis)('is a page in HTML: %s', async (api) => {
    await using server = await startModelServer({ script: fault(name) })
    const response = await post(server.url, api)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('text/html')
    expect(await response.text()).toContain(`<h1>${status}`)
  })
})

describe('a limit', () => {
  it.each([
    ['anthropic', '3600', ''],
    ['responses', '3600', 'try again in 1h0m0s'],
    ['chat', '3600', 'try again in 1h0m0s'],
    ['gemini', null, '"retryDelay":"3600s"'],
  ] as const)('tells when to come back only if asked: %s', async (api, header, words) => {
    await using server = await startModelServer({
      script: [fault('rate-limit'), fault('rate-limit', { retryAfter: 3600 })],
    })
    const plain = await post(server.url, api)
    expect(plain.headers.get('retry-after')).toBeNull()
    expect(await plain.text()).not.toMatch(/retryDelay|try again in|retry in/i)
    const told = await post(server.url, api)
    expect(told.headers.get('retry-after')).toBe(header)
    expect(await told.text()).toContain(words)
  })

  it("carries a plan's reset in the provider's form", async () => {
    await using server = await startModelServer({ script: fault('usage-limit', { resetIn: 600 }) })
    const soon = Math.floor(Date.now() / 1000) + 600
    const near = (instant: number): boolean => Math.abs(instant - soon) < 60
    const anthropic = await post(server.url, 'anthropic')
    expect(near(Number(anthropic.headers.get('anthropic-ratelimit-unified-reset')))).toBe(true)
    const { error } = (await (await post(server.url, 'responses')).json()) as {
      error: { type: string; resets_at: number; resets_in_seconds: number }
    }
    expect(error).toMatchObject({ type: 'usage_limit_reached', resets_in_seconds: 600 })
    expect(near(error.resets_at)).toBe(true)
    expect(await (await post(server.url, 'gemini')).text()).toContain('"retryDelay":"600s"')
  })

  it('takes a custom message and status', async () => {
    await using server = await startModelServer({
      script: [
        fault('overloaded', { message: 'Come back at noon' }),
        fault('http', { status: 451, headers: { 'x-why': 'law' }, body: { no: 'way' } }),
      ],
    })
    expect(await (await post(server.url, 'chat')).text()).toContain('Come back at noon')
    const response = await post(server.url, 'chat')
    expect([response.status, response.headers.get('x-why')]).toEqual([451, 'law'])
    expect(await response.json()).toEqual({ no: 'way' })
  })
})

describe.each(spoken)('a strange answer by %j', ({ api, stream }) => {
  const hear = async (name: FaultName, tools: readonly string[] = ['Bash']) => {
    await using server = await startModelServer({ script: fault(name, { bytes: 1_000_001 }) })
    return await ask(server.url, api, { stream, tools, results: ['a', 'b'] })
  }

  it('is empty', async () => {
    expect(await hear('empty')).toMatchObject({ text: '', refusal: '', call: null })
  })

  it('is a refusal', async () => {
    const refusal = "I can't help with that."
    expect(await hear('refusal')).toMatchObject(
      {
        anthropic: { text: '', refusal, stop: 'refusal' },
        responses: { text: '', refusal, stop: 'completed' },
        chat: { text: '', refusal, stop: 'content_filter' },
        gemini: { text: '', refusal: '', stop: 'SAFETY' },
      }[api],
    )
  })

  it('is cut at the output limit', async () => {
    expect((await hear('max-tokens')).stop).toBe(
      { anthropic: 'max_tokens', responses: 'max_output_tokens', chat: 'length', gemini: 'MAX_TOKENS' }[api],
    )
  })

  it('is huge', async () => {
    expect((await hear('huge')).text).toHaveLength(1_000_001)
  })

  it('calls a tool that cannot be called', async () => {
    expect((await hear('tool-unknown')).call?.name).toBe('no_such_tool')
    expect((await hear('tool-bad-arguments')).call?.argumentsText).toBe('{"wrong":true}')
    const { call } = await hear('tool-broken-json')
    expect(call?.name).toBe('Bash')
    // An answer of these APIs contains an object, which cannot be broken.
    const holdsObject = api === 'gemini' || (api === 'anthropic' && !stream)
    expect(call?.argumentsText).toBe(holdsObject ? '{}' : '{"command": "echo hi')
  })

  it('calls the same again, or another', async () => {
    expect((await hear('tool-loop')).call?.argumentsText).toContain('cat /no/such/file')
    expect((await hear('tool-endless')).call?.argumentsText).toContain('echo turn 3')
  })
})

describe.each(spoken)('a stream by %j', ({ api, stream }) => {
  const hear = async (...script: Parameters<typeof fault>): Promise<string> => {
    await using server = await startModelServer({ script: fault(...script) })
    return await ask(server.url, api, { stream }).then(({ text }) => text, String)
  }

  /** The bytes before the connection was silent or cut. */
  const part = async (...script: Parameters<typeof fault>): Promise<{ text: string; isCut: boolean }> => {
    await using server = await startModelServer({ script: fault(...script) })
    const { body } = await post(server.url, api, { stream })
    let text = ''
    try {
      const chunks = body?.pipeThrough(new TextDecoderStream()) ?? []
      for await (const chunk of chunks) {
        text += chunk
        if (script[0] !== 'reset-mid-stream') break
      }
      return { text, isCut: false }
    } catch {
      // The connection broke, as scripted.
      return { text, isCut: true }
    }
  }

  it('drips', async () => {
    const message = 'One word after the other.'
    expect(await hear('slow-drip', { everyMs: 1, message })).toBe(message)
  })

  it('is cut without its end', async () => {
    expect(await hear('cut-stream')).toMatch(/The stream has no|JSON/)
  })

  it('breaks in the middle', async () => {
    expect(await hear('reset-mid-stream')).toMatch(/terminated|reset/)
    const { text, isCut } = await part('reset-mid-stream')
    expect(text).not.toBe('')
    expect(isCut).toBe(true)
  })

  it('falls silent in the middle', async () => {
    const { text } = await part('hang-mid-stream')
    expect(text).not.toBe('')
  })

  it('has broken JSON', async () => {
    expect(await hear('malformed')).toContain('JSON')
  })

  it('ends with an error', async () => {
    expect(await hear('error-mid-stream')).toMatch(/overloaded|had an error/i)
  })

  it('sends headers and nothing else', async () => {
    await using server = await startModelServer({ script: fault('hang-after-headers') })
    const response = await post(server.url, api, { stream })
    expect(response.status).toBe(200)
    const reading = response.text().catch(() => 'cut')
    await server.close()
    expect(await reading).toBe('cut')
  })

  it('only pings', async () => {
    const { text } = await part('pings-only', { everyMs: 1 })
    expect(text).toMatch(stream ? /ping|keepalive/ : /^ +$/)
  })
})

describe.each(apis)('a connection of %s', (api) => {
  it('is reset before any byte', async () => {
    await using server = await startModelServer({ script: [fault('reset'), say('ok')] })
    const error: unknown = await post(server.url, api).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ cause: { code: 'ECONNRESET' } })
    expect(await ask(server.url, api)).toMatchObject({ text: 'ok' })
  })

  it('hangs until the client gives up', async () => {
    await using server = await startModelServer({ script: fault('hang') })
    const giveUp = new AbortController()
    const asking = post(server.url, api, { signal: giveUp.signal })
    await server.waitFor(({ answeredWith }) => answeredWith === 'hang')
    giveUp.abort()
    await expect(asking).rejects.toThrow('aborted')
  })

  it('shows the page of a captive portal', async () => {
    await using server = await startModelServer({ script: fault('wrong-content-type') })
    await expect(ask(server.url, api, { stream: true })).rejects.toThrow('The answer is text/html')
  })

  it('is redirected endlessly, for one turn', async () => {
    await using server = await startModelServer({ script: [fault('redirect-loop'), say('ok')] })
    const error: unknown = await post(server.url, api).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ cause: { message: expect.stringContaining('redirect') } })
    expect(await ask(server.url, api)).toMatchObject({ text: 'ok' })
  })
})
