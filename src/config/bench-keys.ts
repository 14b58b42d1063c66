import { READABLE_FORM } from '../bench/suite/task-keys.ts'
import { engines } from '../bench/suite/task.ts'
import type { Config } from './config.ts'
import type { SectionEntry } from './schema.ts'
import { flag, listOf, oneOf, text } from './value-types.ts'

export const benchKeys: SectionEntry<Config['bench']> = {
  kind: 'section',
  key: 'bench',
  executes: true,
  help: 'Benchmarks: the sandbox of tasks that name none, and what every sandbox allows.',
  entries: {
    sandbox: {
      kind: 'value',
      key: 'sandbox',
      type: oneOf(engines),
      default: null,
      help: 'the sandbox of their commands and the agent',
      example: 'docker',
    },
    image: {
      kind: 'value',
      key: 'image',
      type: text('the name of an image', /^(?!-)\S+$/),
      default: null,
      help: "the sandbox's image; bwrap has none",
      example: 'node:24',
    },
    network: {
      kind: 'value',
      key: 'network',
      type: flag,
      default: true,
      help: 'whether they may use the network',
    },
    variables: {
      kind: 'value',
      key: 'variables',
      type: listOf('a list of names like HTTPS_PROXY', /^[A-Za-z_]\w*$/),
      default: [],
      help: 'variables of yours that all commands in a sandbox get, by name',
      example: '[HTTPS_PROXY]',
    },
    agentVariables: {
      kind: 'value',
      key: 'agentVariables',
      type: listOf('a list of names like ANTHROPIC_API_KEY', /^[A-Za-z_]\w*$/),
      default: [],
      help: 'variables of yours that only the agent in a sandbox gets, by name: its key',
      example: '[ANTHROPIC_API_KEY]',
    },
    readable: {
      kind: 'value',
      key: 'readable',
      type: listOf('a list of paths, absolute or below ~/', READABLE_FORM),
      default: [],
      help: 'files and folders that bwrap would hide, such as those of an agent in your home',
      example: '[~/my-agent]',
    },
  },
}
