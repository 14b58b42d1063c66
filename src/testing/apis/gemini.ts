import { object, objects, text } from '../../signals/json.ts'
import { argumentsOf, dataEvent, newId, piecesOf, type Answer } from '../answer.ts'
import type { Api } from './api.ts'
import { geminiErrors } from './gemini-errors.ts'
import { offeredTool } from './offered-tool.ts'
import { promptsOf, textOf } from './prompt-text.ts'

const finishReasons = { end: 'STOP', tool: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' } as const

const partOfCall = ({ call }: Answer): readonly object[] =>
  call === null ? [] : [{ functionCall: { id: newId('fc_'), name: call.name, args: argumentsOf(call) } }]

/** An answer that a safety filter stopped has no text. */
const wordsOf = ({ text, stop }: Answer): string => (stop === 'refusal' ? '' : text)

function chunkOf(parts: readonly object[], model: string, ended: Answer | null): object {
  const usage = ended?.usage ?? { input: 120, output: 1 }
  return {
    candidates: [
      {
        content: { role: 'model', parts },
        ...(ended === null ? {} : { finishReason: finishReasons[ended.stop] }),
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.output,
    },
    modelVersion: model,
    responseId: newId('r'),
  }
}

const chunksOf = (answer: Answer, model: string): readonly object[] => [
  ...piecesOf(wordsOf(answer)).map((piece) => chunkOf([{ text: piece }], model, null)),
  ...partOfCall(answer).map((part) => chunkOf([part], model, null)),
  chunkOf(answer.stop === 'refusal' ? [] : [{ text: '' }], model, answer),
]

/** Gemini's generateContent and streamGenerateContent (as server-sent events). */
export const gemini: Api = {
  name: 'gemini',
  isQuestion: (path) => /:(?:streamG|g)enerateContent(?:\?|$)/.test(path),
  read: (body, path) => {
    const { contents, systemInstruction, tools } = body
    const turns = objects(contents)
    return {
      model: text(body['model']) || (/models\/([^:/?]+)/.exec(path)?.[1] ?? ''),
      isStreaming: path.includes(':streamGenerateContent'),
      system: textOf(object(systemInstruction)['parts']),
      prompts: promptsOf(turns.filter(({ role }) => role === 'user').map(({ parts }) => parts)),
      tools: objects(tools)
        .flatMap(({ functionDeclarations }) => objects(functionDeclarations))
        .map((tool) => offeredTool(tool['name'], tool['parametersJsonSchema'] ?? tool['parameters'])),
      toolResults: turns
        .flatMap(({ parts }) => objects(parts))
        .filter((part) => 'functionResponse' in part)
        .map((part) => JSON.stringify(object(part['functionResponse'])['response'])),
    }
  },
  whole: (answer, model) => {
    const said = wordsOf(answer)
    const parts = [...(said === '' ? [] : [{ text: said }]), ...partOfCall(answer)]
    return chunkOf(parts, model, answer)
  },
  events: (answer, model) => chunksOf(answer, model).map(dataEvent),
  ping: ': keepalive\n\n',
  failure: dataEvent({
    error: { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' },
  }),
  errors: geminiErrors,
}

/** The same API behind a Google login: request and answer are wrapped once more. */
export const codeAssist: Api = {
  ...gemini,
  isQuestion: (path) => /\/v1internal:(?:streamG|g)enerateContent(?:\?|$)/.test(path),
  read: (body, path) => gemini.read({ ...object(body['request']), model: body['model'] }, path),
  whole: (answer, model) => ({ response: gemini.whole(answer, model) }),
  events: (answer, model) => chunksOf(answer, model).map((response) => dataEvent({ response })),
}
