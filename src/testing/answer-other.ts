import type { Reply } from './apis/api.ts'

/** Requests of agents that are not questions to a model, mostly at their start. The first matching path answers. */
const others: readonly (readonly [RegExp, string, (path: string) => unknown])[] = [
  [/\/messages\/count_tokens/, 'count', () => ({ input_tokens: 120 })],
  [/:countTokens/, 'count', () => ({ totalTokens: 120, totalBillableCharacters: 480 })],
  [/\/v1internal:loadCodeAssist/, 'code assist', () => ({ ...tier, cloudaicompanionProject: 'scripted' })],
  [
    /\/v1internal:onboardUser/,
    'code assist',
    () => ({ done: true, response: { cloudaicompanionProject: { id: 'scripted', name: 'scripted' } } }),
  ],
  [/\/v1internal:/, 'code assist', () => ({})],
  [/\/v1beta\d*\/models(?:\?|$)/, 'models', () => ({ models: [geminiModel('scripted-model')] })],
  [/\/v1beta\d*\/models\/[^:]+$/, 'models', (path) => geminiModel(nameIn(path))],
  [
    /\/models(?:\?|$)/,
    'models',
    () => ({ object: 'list', data: [model('scripted-model')], models: [], has_more: false }),
  ],
  [/\/models\/[^:]+$/, 'models', (path) => model(nameIn(path))],
  [/event_logging|telemetry|metrics|statsig|\/log(?:\?|$)|\/v1\/(?:traces|logs)/, 'telemetry', () => ({})],
  [/^\/(?:\?|$)|\/api\/hello/, 'hello', () => ({})],
]

const tier = {
  currentTier: { id: 'free-tier', name: 'Scripted', description: 'Scripted' },
  allowedTiers: [{ id: 'free-tier', name: 'Scripted', description: 'Scripted', isDefault: true }],
} as const

const nameIn = (path: string): string => decodeURIComponent(/\/models\/([^?]+)/.exec(path)?.[1] ?? '')

/** A model in a form that fits both Anthropic and OpenAI. */
const model = (id: string): object => ({
  id,
  object: 'model',
  type: 'model',
  display_name: id,
  created: 1_767_225_600,
  created_at: '2026-01-01T00:00:00Z',
  owned_by: 'scripted',
})

const geminiModel = (name: string): object => ({
  name: `models/${name}`,
  displayName: name,
  inputTokenLimit: 1_048_576,
  outputTokenLimit: 65_536,
  supportedGenerationMethods: ['generateContent', 'countTokens'],
})

/** A harmless answer to a request that is not a question to a model, and its name. */
export function answerOther(path: string): Reply & { readonly name: string } {
  const [, name, body] = others.find(([form]) => form.test(path)) ?? []
  if (name !== undefined && body !== undefined) return { name, status: 200, body: body(path) }
  const error = { type: 'not_found_error', message: `The model server knows no ${path}` }
  return { name: 'not found', status: 404, body: { type: 'error', error } }
}
