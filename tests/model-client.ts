import type { ApiName } from '../src/testing/index.ts'
import { list, object, objects, text } from '../src/signals/json.ts'

/** The answer that a client of a model got, as the provider's library would return it. */
export type Heard = {
  readonly text: string
  readonly refusal: string
  readonly call: { readonly name: string; readonly argumentsText: string } | null
  readonly stop: string
  readonly tokens: number
}

export type Question = {
  readonly prompt?: string
  readonly stream?: boolean
  /** The tool results so far. */
  readonly results?: readonly string[]
  readonly tools?: readonly string[]
  readonly signal?: AbortSignal
}

type Speaker = {
  readonly path: (stream: boolean) => string
  readonly body: (question: Required<Omit<Question, 'signal'>>) => object
  readonly whole: (body: Readonly<Record<string, unknown>>) => Heard
  readonly streamed: (events: readonly StreamEvent[]) => Heard
}

type StreamEvent = { readonly name: string; readonly data: Readonly<Record<string, unknown>> }

const schema = { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] }
const nothing: Heard = { text: '', refusal: '', call: null, stop: '', tokens: 0 }

const isDone = ({ data }: StreamEvent): boolean => data['done'] === true
const need = <Value>(value: Value | undefined, what: string): Value => {
  if (value === undefined) throw new Error(`The stream has no ${what}`)
  return value
}

const anthropic: Speaker = {
  path: () => '/v1/messages',
  body: ({ prompt, stream, results, tools }) => ({
    model: 'claude-x',
    max_tokens: 100,
    stream,
    messages: [
      { role: 'user', content: [{ type: 'text', text: prompt }] },
      ...results.flatMap((content, n) => [
        { role: 'assistant', content: [{ type: 'tool_use', id: `t${n}`, name: 'Bash', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${n}`, content }] },
      ]),
    ],
    tools: tools.map((name) => ({ name, input_schema: schema })),
  }),
  whole: (body) => {
    const content = objects(body['content'])
    const call = content.find(({ type }) => type === 'tool_use')
    const stop = text(body['stop_reason'])
    const said = content.map((block) => text(block['text'])).join('')
    return {
      text: stop === 'refusal' ? '' : said,
      refusal: stop === 'refusal' ? said : '',
      call:
        call === undefined
          ? null
          : { name: text(call['name']), argumentsText: JSON.stringify(call['input']) },
      stop,
      tokens: Number(object(body['usage'])['output_tokens']),
    }
  },
  streamed: (events) => {
    if (events.some(({ name, data }) => name !== data['type'])) throw new Error('An event has another name')
    const failed = events.find(({ name }) => name === 'error')
    if (failed !== undefined) throw new Error(text(object(failed.data['error'])['message']))
    need(events.at(-1)?.name === 'message_stop' ? true : undefined, 'message_stop')
    const end = need(
      events.find(({ name }) => name === 'message_delta'),
      'message_delta',
    )
    const blocks = events
      .filter(({ name }) => name === 'content_block_start')
      .map(({ data }) => object(data['content_block']))
    const deltas = events.map(({ data }) => object(data['delta']))
    const call = blocks.find(({ type }) => type === 'tool_use')
    const stop = text(object(end.data['delta'])['stop_reason'])
    const said = deltas.map((delta) => text(delta['text'])).join('')
    return {
      text: stop === 'refusal' ? '' : said,
      refusal: stop === 'refusal' ? said : '',
      call:
        call === undefined
          ? null
          : {
              name: text(call['name']),
              argumentsText: deltas.map((delta) => text(delta['partial_json'])).join(''),
            },
      stop,
      tokens: Number(object(end.data['usage'])['output_tokens']),
    }
  },
}

const responses: Speaker = {
  path: () => '/v1/responses',
  body: ({ prompt, stream, results, tools }) => ({
    model: 'gpt-x',
    stream,
    input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt }] },
      ...results.flatMap((output, n) => [
        { type: 'function_call', call_id: `c${n}`, name: 'shell', arguments: '{}' },
        { type: 'function_call_output', call_id: `c${n}`, output },
      ]),
    ],
    tools: tools.map((name) => ({ type: 'function', name, parameters: schema })),
  }),
  whole: (body) => {
    const output = objects(body['output'])
    const parts = output.flatMap(({ content }) => objects(content))
    const call = output.find(({ type }) => type === 'function_call')
    return {
      text: parts.map((part) => text(part['text'])).join(''),
      refusal: parts.map((part) => text(part['refusal'])).join(''),
      call: call === undefined ? null : { name: text(call['name']), argumentsText: text(call['arguments']) },
      stop: text(object(body['incomplete_details'])['reason']) || text(body['status']),
      tokens: Number(object(body['usage'])['output_tokens']),
    }
  },
  streamed: (events) => {
    const numbers = events.map(({ data }) => Number(data['sequence_number']))
    const failed = events.find(({ name }) => name === 'response.failed')
    if (failed !== undefined)
      throw new Error(text(object(object(failed.data['response'])['error'])['message']))
    if (numbers.some((number, n) => number !== n)) throw new Error('The events are not numbered')
    const end = need(
      events.find(({ name }) => ['response.completed', 'response.incomplete'].includes(name)),
      'end',
    )
    const heard = responses.whole(object(end.data['response']))
    const deltas = events.filter(({ name }) => name.endsWith('.delta')).map(({ data }) => text(data['delta']))
    if (deltas.join('') !== `${heard.text}${heard.refusal}${heard.call?.argumentsText ?? ''}`)
      throw new Error('The deltas are not the whole')
    return heard
  },
}

const chat: Speaker = {
  path: () => '/v1/chat/completions',
  body: ({ prompt, stream, results, tools }) => ({
    model: 'chat-x',
    stream,
    messages: [
      { role: 'user', content: prompt },
      ...results.flatMap((content, n) => [
        { role: 'assistant', tool_calls: [{ id: `c${n}`, function: { name: 'bash', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: `c${n}`, content },
      ]),
    ],
    tools: tools.map((name) => ({ type: 'function', function: { name, parameters: schema } })),
  }),
  whole: (body) => {
    const choice = object(list(body['choices'])[0])
    const message = object(choice['message'])
    const called = object(object(list(message['tool_calls'])[0])['function'])
    return {
      text: text(message['content']),
      refusal: text(message['refusal']),
      call:
        'name' in called ? { name: text(called['name']), argumentsText: text(called['arguments']) } : null,
      stop: text(choice['finish_reason']),
      tokens: Number(object(body['usage'])['completion_tokens']),
    }
  },
  streamed: (events) => {
    const chunks = events.filter((event) => !isDone(event)).map(({ data }) => data)
    const failed = chunks.find((chunk) => 'error' in chunk)
    if (failed !== undefined) throw new Error(text(object(failed['error'])['message']))
    need(events.find(isDone), 'data: [DONE]')
    const choices = chunks.flatMap((chunk) => objects(chunk['choices']))
    const deltas = choices.map(({ delta }) => object(delta))
    const calls = deltas
      .flatMap((delta) => objects(delta['tool_calls']))
      .map((call) => object(call['function']))
    const joined = (parts: readonly Readonly<Record<string, unknown>>[], field: string): string =>
      parts.map((part) => text(part[field])).join('')
    return {
      text: joined(deltas, 'content'),
      refusal: joined(deltas, 'refusal'),
      call:
        calls.length === 0
          ? null
          : { name: joined(calls, 'name'), argumentsText: joined(calls, 'arguments') },
      stop: joined(choices, 'finish_reason'),
      tokens: Number(object(chunks.find((chunk) => 'usage' in chunk)?.['usage'])['completion_tokens']),
    }
  },
}

const gemini: Speaker = {
  path: (stream) => `/v1beta/models/gemini-x:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  body: ({ prompt, results, tools }) => ({
    contents: [
      { role: 'user', parts: [{ text: prompt }] },
      ...results.flatMap((output) => [
        { role: 'model', parts: [{ functionCall: { name: 'run_shell_command', args: {} } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { name: 'run_shell_command', response: { output } } }],
        },
      ]),
    ],
    tools: [{ functionDeclarations: tools.map((name) => ({ name, parametersJsonSchema: schema })) }],
  }),
  whole: (body) => gemini.streamed([{ name: '', data: body }]),
  streamed: (events) => {
    const failed = events.find(({ data }) => 'error' in data)
    if (failed !== undefined) throw new Error(text(object(failed.data['error'])['message']))
    const candidates = events.flatMap(({ data }) => objects(data['candidates']))
    const parts = candidates.flatMap(({ content }) => objects(object(content)['parts']))
    const call = parts.map((part) => object(part['functionCall'])).find((part) => 'name' in part)
    const stop = need(
      candidates.find((candidate) => 'finishReason' in candidate),
      'finishReason',
    )
    return {
      ...nothing,
      text: parts.map((part) => text(part['text'])).join(''),
      call:
        call === undefined ? null : { name: text(call['name']), argumentsText: JSON.stringify(call['args']) },
      stop: text(stop['finishReason']),
      tokens: Number(object(events.at(-1)?.data['usageMetadata'])['candidatesTokenCount']),
    }
  },
}

const speakers: Readonly<Record<ApiName, Speaker>> = { anthropic, responses, chat, gemini }

/** Sends one question over real HTTP. The answer is not read. */
export async function post(url: string, api: ApiName, question: Question = {}): Promise<Response> {
  const { prompt = 'Do it', stream = false, results = [], tools = [], signal } = question
  const { path, body } = speakers[api]
  return await fetch(`${url}${path(stream)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer sk-very-secret',
      'x-api-key': 'sk-very-secret',
    },
    body: JSON.stringify(body({ prompt, stream, results, tools })),
    ...(signal === undefined ? {} : { signal }),
  })
}

/** Sends one question and reads its whole answer, as strictly as the provider's library. */
export async function ask(url: string, api: ApiName, question: Question = {}): Promise<Heard> {
  const response = await post(url, api, question)
  const body = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${body}`)
  const type = response.headers.get('content-type') ?? ''
  if (question.stream !== true) {
    if (!type.includes('json')) throw new Error(`The answer is ${type}`)
    return speakers[api].whole(object(JSON.parse(body)))
  }
  if (!type.includes('text/event-stream')) throw new Error(`The answer is ${type}`)
  return speakers[api].streamed(eventsOf(body))
}

/** Server-sent events, without comments. */
function eventsOf(body: string): readonly StreamEvent[] {
  const blocks = body.split('\n\n').filter((block) => /^data: /m.test(block))
  return blocks.map((block) => {
    const name = /^event: (.*)$/m.exec(block)?.[1] ?? ''
    const data = /^data: (.*)$/m.exec(block)?.[1] ?? ''
    return { name, data: data === '[DONE]' ? { done: true } : object(JSON.parse(data)) }
  })
}
