/** Every key of mayday.yaml. The parser, `mayday config` and docs/config.md are derived from these tables. */
import { benchKeys } from './bench-keys.ts'
import type { Config } from './config.ts'
import { diagnosisKeys } from './diagnosis-keys.ts'
import { fleetKeys } from './fleet-keys.ts'
import { logKeys } from './log-keys.ts'
import { notifyKeys } from './notify-keys.ts'
import { agentKeys, planKeys, reasonKeys } from './plan-keys.ts'
import type { Section, SectionEntry } from './schema.ts'
import { budgetKeys, limitsKeys, stagesKeys } from './run-keys.ts'
import { telemetryKeys } from './telemetry-keys.ts'
import { countFrom, duration, flag, listOf, orNone, pauses, size, text } from './value-types.ts'
import { CONTEXT_BYTES } from '../memory/prompt.ts'
import { MOST_PER_PHASE } from '../memory/section.ts'
import { defaultPauses } from '../recovery/backoff.ts'
import { defaultRetention } from '../supervision/default-retention.ts'

/** The newest supported version of the file. */
export const CONFIG_VERSION = 1

const lessons: SectionEntry<Config['lessons']> = {
  kind: 'section',
  key: 'lessons',
  help: 'Lessons from failures.',
  entries: {
    file: {
      kind: 'value',
      key: 'file',
      type: text('a file inside the project', /^(?![/~])(?!.*(?:^|\/)(?:\.\.|\.[gG][iI][tT])(?:\/|$))./),
      default: 'AGENTS.md',
      help: 'the file with the Failure Context',
    },
    maxPerPhase: {
      kind: 'value',
      key: 'maxPerPhase',
      type: countFrom(1),
      default: MOST_PER_PHASE,
      help: 'maximum number of entries of a phase; the oldest are removed first',
    },
    promptBytes: {
      kind: 'value',
      key: 'promptBytes',
      type: size,
      default: CONTEXT_BYTES,
      help: 'maximum size of lessons and earlier attempts in a prompt',
    },
    template: {
      kind: 'value',
      key: 'template',
      type: text('text with {prompt} in it', /\{prompt\}/),
      default: null,
      help: 'the parts of a prompt, in your order: {prompt} {hint} {failures} {attempts} {differs} {saved} {budget}',
    },
  },
}

const schedule: SectionEntry<Config['schedule']> = {
  kind: 'section',
  key: 'schedule',
  help: 'How many tasks run at a time, and how long a failed one pauses.',
  entries: {
    concurrency: {
      kind: 'value',
      key: 'concurrency',
      type: countFrom(1),
      default: 1,
      help: 'tasks of all flows',
    },
    perFlow: {
      kind: 'map',
      key: 'perFlow',
      help: 'tasks of one flow',
      name: 'FLOW',
      names: /^[A-Za-z][\w-]*$/,
      each: { kind: 'value', key: 'FLOW', type: countFrom(1), default: null, help: 'tasks of this flow' },
    },
    backoff: {
      kind: 'value',
      key: 'backoff',
      type: pauses,
      default: defaultPauses,
      help: 'pauses before the first, second … automatic retry, each ±10 %; the last one is used for all later retries. At most 5 retries are automatic',
      example: '[10s, 1m, 10m]',
    },
  },
}

const retention: SectionEntry<Config['retention']> = {
  kind: 'section',
  key: 'retention',
  help: 'What `mayday clean` removes without options.',
  entries: {
    olderThanMs: {
      kind: 'value',
      key: 'olderThan',
      type: orNone(duration),
      default: defaultRetention.olderThanMs,
      help: 'files of runs that ended longer ago than this',
      example: '14d',
    },
    keepBytes: {
      kind: 'value',
      key: 'keepBytes',
      type: orNone(size),
      default: defaultRetention.keepBytes,
      help: 'files of the oldest runs, until the others fit into this size',
    },
  },
}

export const keys: Section<Config> = {
  version: {
    kind: 'value',
    key: 'version',
    type: countFrom(1),
    default: CONFIG_VERSION,
    help: 'the version of the file format',
    example: '1',
  },
  agent: {
    kind: 'value',
    key: 'agent',
    executes: 'if-described',
    type: text('the name of an agent', /^[A-Za-z][\w-]*$/),
    default: null,
    help: 'the default agent of tasks and of unknown commands: a known agent, or one under agents',
    example: 'claude',
  },
  limits: limitsKeys,
  stages: stagesKeys,
  budget: budgetKeys,
  policy: planKeys,
  reasons: reasonKeys,
  markers: {
    kind: 'value',
    key: 'markers',
    type: listOf('a list of prefixes like ACME', /^[A-Z][A-Z0-9_]*$/),
    default: [],
    help: 'prefixes of markers that count in addition to MAYDAY and GZA: ACME for [ACME_FAILURE:…]',
    example: '[ACME]',
  },
  agents: agentKeys,
  lessons,
  schedule,
  cards: {
    kind: 'section',
    key: 'cards',
    help: 'Cards on a board.',
    entries: {
      autoRecover: {
        kind: 'value',
        key: 'autoRecover',
        type: flag,
        default: false,
        help: 'whether the recovery of a card may change the work tree or a branch without asking',
      },
    },
  },
  bench: benchKeys,
  diagnosis: diagnosisKeys,
  notify: notifyKeys,
  telemetry: telemetryKeys,
  secrets: {
    kind: 'value',
    key: 'secrets',
    type: listOf("a list of variables' names like DEPLOY_PIN", /^[A-Za-z_]\w*$/),
    default: [],
    help: 'variables whose values are masked everywhere, in addition to those whose names indicate a secret (…KEY, …TOKEN, …PASSWORD)',
    example: '[DEPLOY_PIN]',
  },
  retention,
  fleet: fleetKeys,
  logs: logKeys,
  git: {
    kind: 'section',
    key: 'git',
    help: 'The repository.',
    entries: {
      main: {
        kind: 'value',
        key: 'main',
        type: text("a branch's name", /^[^\s-]\S*$/),
        default: null,
        help: 'the branch that work is merged into; if it is not set: origin/HEAD, main or master',
        example: 'develop',
      },
    },
  },
}
