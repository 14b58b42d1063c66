import { objects, text } from '../../signals/json.ts'
import { argumentsOf, namedEvent, newId, piecesOf, type Answer } from '../answer.ts'
import { anthropicErrors } from './anthropic-errors.ts'
import type { Api } from './api.ts'
import { promptsOf, textOf } from './prompt-text.ts'
import { offeredTool } from './offered-tool.ts'

const stopReasons = { end: 'end_turn', tool: 'tool_use', length: 'max_tokens', refusal: 'refusal' } as const

const usageOf = ({ usage }: Answer): object => ({
  input_tokens: usage.input,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: usage.output,
})

const message = (model: string): object => ({
  id: newId('msg_'),
  type: 'message',
  role: 'assistant',
  model,
  stop_sequence: null,
})

/** Anthropic's Messages API. */
export const anthropic: Api = {
  name: 'anthropic',
  isQuestion: (path) => /\/messages(?:\?|$)/.test(path),
  read: (body) => {
    const messages = objects(body['messages'])
    return {
      model: text(body['model']),
      isStreaming: body['stream'] === true,
      system: textOf(body['system']),
      prompts: promptsOf(messages.filter(({ role }) => role === 'user').map(({ content }) => content)),
      tools: objects(body['tools']).map((tool) => offeredTool(tool['name'], tool['input_schema'])),
      toolResults: messages
        .flatMap(({ content }) => objects(content))
        .filter(({ type }) => type === 'tool_result')
        .map(({ content }) => textOf(content)),
    }
  },
  whole: (answer, model) => ({
    ...message(model),
    content: [
      ...(answer.text === '' ? [] : [{ type: 'text', text: answer.text }]),
      ...(answer.call === null
        ? []
        : [
            {
              type: 'tool_use',
              id: newId('toolu_'),
              name: answer.call.name,
              input: argumentsOf(answer.call),
            },
          ]),
    ],
    stop_reason: stopReasons[answer.stop],
    usage: usageOf(answer),
  }),
  events: (answer, model) =>
    [
      {
        type: 'message_start',
        message: {
          ...message(model),
          content: [],
          stop_reason: null,
          usage: { ...usageOf(answer), output_tokens: 1 },
        },
      },
      ...blocksOf(answer).flatMap(({ start, deltas }, index) => [
        { type: 'content_block_start', index, content_block: start },
        ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ]),
      {
        type: 'message_delta',
        delta: { stop_reason: stopReasons[answer.stop], stop_sequence: null },
        usage: { output_tokens: answer.usage.output },
      },
      { type: 'message_stop' },
    ].map((event) => namedEvent(event)),
  ping: namedEvent({ type: 'ping' }),
  failure: namedEvent({
    type: 'error',
    error: { type: 'overloaded_error', message: 'Overloaded' },
  }),
  errors: anthropicErrors,
}

type Block = { readonly start: object; readonly deltas: readonly object[] }

function blocksOf({ text, call }: Answer): readonly Block[] {
  const said: Block = {
    start: { type: 'text', text: '' },
    deltas: piecesOf(text).map((piece) => ({ type: 'text_delta', text: piece })),
  }
  const called: Block = {
    start: { type: 'tool_use', id: newId('toolu_'), name: call?.name, input: {} },
    deltas: [{ type: 'input_json_delta', partial_json: call?.argumentsText }],
  }
  return [...(text === '' ? [] : [said]), ...(call === null ? [] : [called])]
}
