import { reasonNames, type ReasonClass } from '../reasons/reason.ts'
import type { AgentSettings, ProjectReason } from './config.ts'
import type { PolicyOverride } from '../recovery/policy.ts'
import type { MapEntry } from './schema.ts'
import { countFrom, flag, listOf, oneOf, text } from './value-types.ts'

const planKinds = ['retry', 'resume', 'continue', 'rollback', 'wait', 'escalate', 'stop'] as const

const classes: readonly ReasonClass[] = [
  'setup',
  'task',
  'machine',
  'provider',
  'agent',
  'work',
  'person',
  'unknown',
]

const REASON_NAME = /^[A-Z][A-Z0-9_]*$/

export const planKeys: MapEntry<PolicyOverride> = {
  kind: 'map',
  key: 'policy',
  help: 'What to do about a reason, where it is not what [its page](reasons.md) says.',
  name: 'REASON',
  names: REASON_NAME,
  example: 'TESTS_FAILED',
  each: {
    kind: 'section',
    key: 'REASON',
    help: '',
    entries: {
      plan: {
        kind: 'value',
        key: 'plan',
        type: oneOf(planKinds),
        usual: null,
        help: 'what to do',
        example: 'retry',
      },
      retries: {
        kind: 'value',
        key: 'retries',
        type: countFrom(0),
        usual: null,
        help: 'further runs before a person is asked',
        example: '1',
      },
      backoff: {
        kind: 'value',
        key: 'backoff',
        type: flag,
        usual: null,
        help: 'with a pause before each of them?',
      },
    },
  },
}

export const reasonKeys: MapEntry<ProjectReason> = {
  kind: 'map',
  key: 'reasons',
  help: "Reasons of the project's own.",
  name: 'NAME',
  names: REASON_NAME,
  each: {
    kind: 'section',
    key: 'NAME',
    help: '',
    entries: {
      class: {
        kind: 'value',
        key: 'class',
        type: oneOf(classes),
        usual: 'unknown',
        help: 'whose fault it is',
      },
      plan: { kind: 'value', key: 'plan', type: oneOf(planKinds), usual: 'escalate', help: 'what to do' },
      after: {
        kind: 'value',
        key: 'after',
        type: oneOf(reasonNames),
        usual: 'INTERRUPTED',
        help: 'across stages it loses to this one and wins over the next',
      },
      like: {
        kind: 'value',
        key: 'like',
        type: oneOf(reasonNames),
        usual: 'UNKNOWN',
        help: 'the reason whose words the dialects take for it',
      },
      meaning: {
        kind: 'value',
        key: 'meaning',
        type: text('a sentence'),
        usual: null,
        help: 'what it means',
      },
    },
  },
}

export const agentKeys: MapEntry<AgentSettings> = {
  kind: 'map',
  key: 'agents',
  help: 'Commands of agents, known ones and your own.',
  name: 'NAME',
  names: /^[A-Za-z][\w-]*$/,
  example: 'claude',
  each: {
    kind: 'section',
    key: 'NAME',
    help: '',
    entries: {
      command: {
        kind: 'value',
        key: 'command',
        type: listOf("the words of a command like [./agent.sh, '{prompt}']"),
        usual: null,
        help: 'the whole command; without {prompt} in it the prompt is standard input',
      },
      args: {
        kind: 'value',
        key: 'args',
        type: listOf('a list of words'),
        usual: [],
        help: "more words for a known agent's usual command",
        example: '[--model, opus]',
      },
    },
  },
}
