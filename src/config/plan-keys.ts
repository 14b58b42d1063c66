import { customDefaults } from '../reasons/custom-reason.ts'
import { planKinds, reasonClasses, reasonNames } from '../reasons/reason.ts'
import type { AgentSettings, ProjectReason } from './config.ts'
import type { PolicyChange } from '../recovery/policy.ts'
import type { MapEntry } from './schema.ts'
import { agentNames } from '../agents/names.ts'
import { countFrom, flag, listOf, oneOf, pattern, text, variable } from './value-types.ts'

/** As in `mayday fleet join --allow AGENT=ACCOUNT`. */
const accountName = text('the name of an account, without = and spaces', /^[^\s=]+$/)

const REASON_NAME = /^[A-Z][A-Z0-9_]*$/

export const planKeys: MapEntry<PolicyChange> = {
  kind: 'map',
  key: 'policy',
  help: 'What to do about a reason, if it differs from the default on [its page](reasons.md).',
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
        help: 'retries before a person is asked',
        example: '1',
      },
      backoff: {
        kind: 'value',
        key: 'backoff',
        type: flag,
        default: null,
        help: 'whether to pause before each of them',
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
        default: customDefaults.class,
        help: 'the class of the cause',
        example: 'machine',
      },
      plan: {
        kind: 'value',
        key: 'plan',
        type: oneOf(planKinds),
        default: customDefaults.plan,
        help: 'what to do',
      },
      after: {
        kind: 'value',
        key: 'after',
        type: oneOf(reasonNames),
        default: customDefaults.after,
        help: 'across stages it loses to this reason and wins over the next one',
      },
      like: {
        kind: 'value',
        key: 'like',
        type: oneOf(reasonNames),
        default: customDefaults.like,
        help: 'the known reason whose words the dialects use for it',
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
  help: 'Commands of agents, known ones and custom ones.',
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
        help: 'more words for the default command of a known agent',
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
          help: 'the value of this variable for the agent; do not put secrets here',
        },
      },
      fastFaults: {
        kind: 'value',
        key: 'fastFaults',
        type: flag,
        default: true,
        help: "whether Mayday may shorten the agent's own retries, so that a fault shows within seconds",
      },
      resume: {
        kind: 'value',
        key: 'resume',
        type: listOf("a list of words like [--resume, '{session}']"),
        default: null,
        help: 'the words after the command that resume a session; if they contain {prompt}, the whole command',
      },
      session: {
        kind: 'value',
        key: 'session',
        type: pattern,
        default: null,
        help: 'finds the session id in a line of the output: the first group, or the whole match',
      },
      reads: {
        kind: 'value',
        key: 'reads',
        type: oneOf(agentNames),
        default: null,
        help: 'the known agent whose output format it has',
      },
      account: {
        kind: 'value',
        key: 'account',
        type: accountName,
        default: null,
        help: 'on a fleet, the name of the account that it uses here; nodes with the same name share its limits',
        example: 'team-a',
      },
    },
  },
}
