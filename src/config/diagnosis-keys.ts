import { askerNames } from '../agents/names.ts'
import type { Config } from './config.ts'
import type { SectionEntry } from './schema.ts'
import { listOf, oneOf } from './value-types.ts'

const askModes = ['never', 'unknown'] as const

export const diagnosisKeys: SectionEntry<Config['diagnosis']> = {
  kind: 'section',
  key: 'diagnosis',
  executes: true,
  help: 'A second opinion of an agent on failures that Mayday cannot explain. A redacted excerpt of the log goes to the provider of that agent, which may cost money.',
  entries: {
    ask: {
      kind: 'value',
      key: 'ask',
      type: oneOf(askModes),
      default: 'never',
      help: 'whether to ask about runs whose reason is UNKNOWN. It needs `agent` too',
    },
    agent: {
      kind: 'value',
      key: 'agent',
      type: oneOf(askerNames),
      default: null,
      help: 'the agent to ask; it runs without tools, in an empty folder',
      example: 'claude',
    },
    args: {
      kind: 'value',
      key: 'args',
      type: listOf('a list of words like [--model, haiku]'),
      default: [],
      help: 'more words for its command line, also if `mayday explain --ask` names this agent',
      example: '[--model, haiku]',
    },
  },
}
