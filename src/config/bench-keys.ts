import { engines } from '../bench/suite/task.ts'
import type { Config } from './config.ts'
import type { SectionEntry } from './schema.ts'
import { flag, oneOf, text } from './value-types.ts'

export const benchKeys: SectionEntry<Config['bench']> = {
  kind: 'section',
  key: 'bench',
  executes: true,
  help: 'Benchmarks: what holds for tasks that name no sandbox.',
  entries: {
    sandbox: {
      kind: 'value',
      key: 'sandbox',
      type: oneOf(engines),
      usual: null,
      help: 'what their commands and the agent run in',
      example: 'docker',
    },
    image: {
      kind: 'value',
      key: 'image',
      type: text('the name of an image', /^(?!-)\S+$/),
      usual: null,
      help: "the sandbox's image; bwrap has none",
      example: 'node:24',
    },
    network: {
      kind: 'value',
      key: 'network',
      type: flag,
      usual: true,
      help: 'may they use the network?',
    },
  },
}
