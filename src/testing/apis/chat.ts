import { object, objects, text } from '../../signals/json.ts'
import { dataEvent, newId, piecesOf, type Answer, type ToolCall } from '../answer.ts'
import type { Api } from './api.ts'
import { offeredTool } from './offered-tool.ts'
import { chatErrors } from './openai-errors.ts'
import { promptsOf, textOf } from './prompt-text.ts'

const finishReasons = {
  end: 'stop',
  tool: 'tool_calls',
  length: 'length',
  refusal: 'content_filter',
} as const

const head = (object: string, model: string): object => ({
  id: newId('chatcmpl-'),
  object,
  created: Math.floor(Date.now() / 1000),
  model,
})

const usageOf = ({ usage }: Answer): object => ({
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
})

const callOf = ({ name, argumentsText }: ToolCall): object => ({
  id: newId('call_'),
  type: 'function',
  function: { name, arguments: argumentsText },
})

/** OpenAI's Chat Completions API, which many other servers implement. */
export const chat: Api = {
  name: 'chat',
  isQuestion: (path) => /\/chat\/completions(?:\?|$)/.test(path),
  read: (body) => {
    const messages = objects(body['messages'])
    const contentsOf = (...roles: readonly string[]): readonly unknown[] =>
      messages.filter(({ role }) => roles.includes(text(role))).map(({ content }) => content)
    return {
      model: text(body['model']),
      isStreaming: body['stream'] === true,
      system: contentsOf('system', 'developer').map(textOf).join('\n'),
      prompts: promptsOf(contentsOf('user')),
      tools: objects(body['tools']).map((tool) => {
        const { name, parameters } = object(tool['function'])
        return offeredTool(name, parameters)
      }),
      toolResults: contentsOf('tool').map(textOf),
    }
  },
  whole: (answer, model) => {
    const { text, call, stop } = answer
    const said = stop === 'refusal' ? { content: null, refusal: text } : { content: text, refusal: null }
    const message = {
      role: 'assistant',
      ...said,
      ...(call === null ? {} : { tool_calls: [callOf(call)] }),
    }
    const choice = { index: 0, message, finish_reason: finishReasons[stop], logprobs: null }
    return { ...head('chat.completion', model), choices: [choice], usage: usageOf(answer) }
  },
  events: (answer, model) => {
    const shared = head('chat.completion.chunk', model)
    const chunk = (delta: object, finish_reason: string | null = null, more: object = {}): string =>
      dataEvent({ ...shared, choices: [{ index: 0, delta, finish_reason, logprobs: null }], ...more })
    const words = answer.stop === 'refusal' ? 'refusal' : 'content'
    return [
      chunk({ role: 'assistant', content: '' }),
      ...piecesOf(answer.text).map((piece) => chunk({ [words]: piece })),
      ...(answer.call === null ? [] : callChunks(answer.call).map((delta) => chunk(delta))),
      chunk({}, finishReasons[answer.stop], { usage: usageOf(answer) }),
      'data: [DONE]\n\n',
    ]
  },
  ping: ': keepalive\n\n',
  failure: dataEvent({
    error: {
      message: 'The server had an error while processing your request',
      type: 'server_error',
      code: null,
    },
  }),
  errors: chatErrors,
}

/** The name first, then the arguments, as the API streams a call. */
const callChunks = (call: ToolCall): readonly object[] => [
  { tool_calls: [{ index: 0, ...callOf({ ...call, argumentsText: '' }) }] },
  { tool_calls: [{ index: 0, function: { arguments: call.argumentsText } }] },
]
