import { isObject, type JsonObject } from '../../signals/bytes/records.ts'
import { list, objects, text } from '../../signals/json.ts'
import { namedEvent, newId, piecesOf, type Answer, type ToolCall, type TypedEvent } from '../answer.ts'
import type { OfferedTool } from '../model-request.ts'
import type { Api } from './api.ts'
import { offeredTool } from './offered-tool.ts'
import { responsesErrors } from './openai-errors.ts'
import { promptsOf, textOf } from './prompt-text.ts'

/** One entry of an answer's output: its first event, the events in between, its last event. */
type Item = {
  readonly opened: JsonObject
  readonly between: readonly TypedEvent[]
  readonly closed: JsonObject
}

/** OpenAI's Responses API. */
export const responses: Api = {
  name: 'responses',
  isQuestion: (path) => /\/responses(?:\/compact)?(?:\?|$)/.test(path),
  read: (body) => {
    const input =
      typeof body['input'] === 'string' ? [{ role: 'user', content: body['input'] }] : body['input']
    const items = list(input).filter(isObject)
    return {
      model: text(body['model']),
      isStreaming: body['stream'] === true,
      system: text(body['instructions']),
      prompts: promptsOf(items.filter(({ role }) => role === 'user').map(({ content }) => content)),
      tools: objects(body['tools']).flatMap(toolsOf),
      toolResults: items
        .filter(({ type }) => text(type).endsWith('_call_output'))
        .map(({ output }) => textOf(output)),
    }
  },
  whole: (answer, model) => responseOf(answer, model, itemsOf(answer)),
  events: (answer, model) => {
    const items = itemsOf(answer)
    const ended = responseOf(answer, model, items)
    const begun = { ...ended, status: 'in_progress', output: [], incomplete_details: null, usage: null }
    return [
      { type: 'response.created', response: begun },
      ...items.flatMap(({ opened, between, closed }, index) => [
        { type: 'response.output_item.added', output_index: index, item: opened },
        ...between.map((event) => ({ ...event, output_index: index, item_id: opened['id'] })),
        { type: 'response.output_item.done', output_index: index, item: closed },
      ]),
      { type: `response.${statusOf(answer)}`, response: ended },
    ].map((event, number) => namedEvent({ ...event, sequence_number: number }))
  },
  ping: ': keepalive\n\n',
  failure: namedEvent({
    type: 'response.failed',
    sequence_number: 9,
    response: {
      id: newId('resp_'),
      object: 'response',
      status: 'failed',
      output: [],
      error: {
        code: 'server_error',
        message: 'The server had an error while processing your request. Sorry about that!',
      },
    },
  }),
  errors: responsesErrors,
}

function toolsOf(tool: JsonObject): readonly OfferedTool[] {
  if (tool['type'] === 'namespace')
    return objects(tool['tools']).map((inner) =>
      offeredTool(inner['name'], inner['parameters'], { namespace: text(tool['name']) }),
    )
  const isFreeForm = tool['type'] === 'custom'
  return [offeredTool(tool['name'] ?? tool['type'], tool['parameters'], { isFreeForm })]
}

const statusOf = ({ stop }: Answer): string => (stop === 'length' ? 'incomplete' : 'completed')

function responseOf(answer: Answer, model: string, items: readonly Item[]): JsonObject {
  const { input, output } = answer.usage
  return {
    id: newId('resp_'),
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status: statusOf(answer),
    model,
    output: items.map(({ closed }) => closed),
    parallel_tool_calls: true,
    error: null,
    incomplete_details: answer.stop === 'length' ? { reason: 'max_output_tokens' } : null,
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    },
  }
}

const itemsOf = (answer: Answer): readonly Item[] => [
  ...(answer.text === '' ? [] : [saidItem(answer)]),
  ...(answer.call === null ? [] : [calledItem(answer.call)]),
]

function saidItem({ text, stop }: Answer): Item {
  const head = { type: 'message', id: newId('msg_'), role: 'assistant' }
  const isRefusal = stop === 'refusal'
  const part = (words: string): JsonObject =>
    isRefusal
      ? { type: 'refusal', refusal: words }
      : { type: 'output_text', text: words, annotations: [], logprobs: [] }
  const kind = isRefusal ? 'response.refusal' : 'response.output_text'
  return {
    opened: { ...head, status: 'in_progress', content: [] },
    between: [
      { type: 'response.content_part.added', content_index: 0, part: part('') },
      ...piecesOf(text).map((delta) => ({ type: `${kind}.delta`, content_index: 0, delta })),
      { type: `${kind}.done`, content_index: 0, [isRefusal ? 'refusal' : 'text']: text },
      { type: 'response.content_part.done', content_index: 0, part: part(text) },
    ],
    closed: { ...head, status: 'completed', content: [part(text)] },
  }
}

function calledItem({ name, namespace, isFreeForm, argumentsText }: ToolCall): Item {
  const [type, prefix] = isFreeForm ? ['custom_tool_call', 'ctc_'] : ['function_call', 'fc_']
  const [field, kind] = isFreeForm
    ? ['input', 'response.custom_tool_call_input']
    : ['arguments', 'response.function_call_arguments']
  const head = {
    type,
    id: newId(prefix),
    call_id: newId('call_'),
    name,
    ...(namespace === null ? {} : { namespace }),
  }
  return {
    opened: { ...head, status: 'in_progress', [field]: '' },
    between: [
      { type: `${kind}.delta`, delta: argumentsText },
      { type: `${kind}.done`, [field]: argumentsText },
    ],
    closed: { ...head, status: 'completed', [field]: argumentsText },
  }
}
