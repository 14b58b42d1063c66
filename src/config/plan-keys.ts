import { planKinds, reasonClasses, reasonNames } from '../reasons/reason.ts'
import type { AgentSettings, ProjectReason } from './config.ts'
import type { PolicyChange } from '../recovery/policy.ts'
import type { MapEntry } from './schema.ts'
import { agentNames } from '../signals/agents/agent-names.ts'
import { countFrom, flag, listOf, oneOf, pattern, text, variable } from './value-types.ts'

const REASON_NAME = /^[A-Z][A-Z0-9_]*$/

export const planKeys: MapEntry<PolicyChange> = {
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
        default: null,
        help: 'what to do',
        example: 'retry',
      },
      retries: {
        kind: 'value',
        key: 'retries',
        type: countFrom(0),
        default: null,
        help: 'further runs before a person is asked',
        example: '1',
      },
      backoff: {
        kind: 'value',
        key: 'backoff',
        type: flag,
        default: null,
        help: 'with a pause before each of them?',
      },
    },
  },
}

export const reasonKeys: MapEntry<ProjectReason> = {
  kind: 'map',
  key: 'reasons',
  help: 'Custom reasons of the project: an agent claims one by a marker, `[MAYDAY_FAILURE:DEPLOY_BLOCKED]`; its prompt and `mayday reasons` name them. `policy` says how often, and whether with a pause.',
  name: 'NAME',
  names: REASON_NAME,
  example: 'DEPLOY_BLOCKED',
  each: {
    kind: 'section',
    key: 'NAME',
    help: '',
    entries: {
      class: {
        kind: 'value',
        key: 'class',
        type: oneOf(reasonClasses),
        default: 'unknown',
        help: 'whose fault it is',
        example: 'machine',
      },
      plan: { kind: 'value', key: 'plan', type: oneOf(planKinds), default: 'escalate', help: 'what to do' },
      after: {
        kind: 'value',
        key: 'after',
        type: oneOf(reasonNames),
        default: 'INTERRUPTED',
        help: 'across stages it loses to this one and wins over the next',
      },
      like: {
        kind: 'value',
        key: 'like',
        type: oneOf(reasonNames),
        default: 'UNKNOWN',
        help: 'the reason whose words the dialects take for it',
        example: 'SETUP_FAILED',
      },
      meaning: {
        kind: 'value',
        key: 'meaning',
        type: text('a sentence'),
        default: null,
        help: 'what it means',
      },
    },
  },
}

export const agentKeys: MapEntry<AgentSettings> = {
  kind: 'map',
  key: 'agents',
  executes: true,
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
        default: null,
        help: 'the whole command; without {prompt} in it the prompt is standard input',
      },
      args: {
        kind: 'value',
        key: 'args',
        type: listOf('a list of words'),
        default: [],
        help: "more words for a known agent's default command",
        example: '[--model, opus]',
      },
      env: {
        kind: 'map',
        key: 'env',
        help: '',
        name: 'VARIABLE',
        names: /^[A-Za-z_]\w*$/,
        each: {
          kind: 'value',
          key: 'VARIABLE',
          type: variable,
          default: null,
          help: 'what this variable is for the agent; no place for secrets',
        },
      },
      fastFaults: {
        kind: 'value',
        key: 'fastFaults',
        type: flag,
        default: true,
        help: "may Mayday shorten the agent's own retries, so that a fault shows within seconds?",
      },
      resume: {
        kind: 'value',
        key: 'resume',
        type: listOf("a list of words like [--resume, '{session}']"),
        default: null,
        help: 'the words behind the command that take up a session again, or with {prompt} among them the whole command',
      },
      session: {
        kind: 'value',
        key: 'session',
        type: pattern,
        default: null,
        help: "what finds the session's id in a line of the output: the first group, else all that matches",
      },
      reads: {
        kind: 'value',
        key: 'reads',
        type: oneOf(agentNames),
        default: null,
        help: 'the known agent whose output its own looks like',
      },
    },
  },
}
