/** Every key of mayday.yaml. The parser, `mayday config` and docs/config.md are derived from these tables. */
import { benchKeys } from './bench-keys.ts'
import type { Config } from './config.ts'
import { diagnosisKeys } from './diagnosis-keys.ts'
import { fleetKeys } from './fleet-keys.ts'
import { logKeys } from './log-keys.ts'
import { notifyKeys } from './notify-keys.ts'
import { agentKeys, planKeys, reasonKeys } from './plan-keys.ts'
import type { Section, SectionEntry } from './schema.ts'
import { telemetryKeys } from './telemetry-keys.ts'
import { countFrom, dollars, duration, flag, listOf, orNone, pauses, size, text } from './value-types.ts'
import { CONTEXT_BYTES } from '../memory/prompt.ts'
import { MOST_PER_PHASE } from '../memory/section.ts'
import { defaultPauses } from '../recovery/backoff.ts'
import { defaultBudget } from '../record/task.ts'
import { defaultRetention } from '../supervision/default-retention.ts'
import { defaultLimits } from '../supervision/default-limits.ts'

/** The newest supported version of the file. */
export const CONFIG_VERSION = 1

const shell = text('a shell command')

const limits: SectionEntry<Config['limits']> = {
  kind: 'section',
  key: 'limits',
  help: 'What one run may use.',
  entries: {
    timeoutMs: {
      kind: 'value',
      key: 'timeout',
      type: duration,
      default: defaultLimits.timeoutMs,
      help: 'running time after which the agent is stopped',
      example: '45m',
    },
    idleMs: {
      kind: 'value',
      key: 'idle',
      type: duration,
      default: defaultLimits.idleMs,
      help: 'time without progress after which it is stopped',
    },
    retryingMs: {
      kind: 'value',
      key: 'retrying',
      type: orNone(duration),
      default: defaultLimits.retryingMs,
      help: "time that an agent may spend in its own retries of a failed request; 5m for a task's runs",
      example: '2m',
    },
    setupMs: {
      kind: 'value',
      key: 'setup',
      type: duration,
      default: defaultLimits.setupMs,
      help: 'time after which the setup is stopped',
    },
    verifyMs: {
      kind: 'value',
      key: 'verify',
      type: duration,
      default: defaultLimits.verifyMs,
      help: 'time after which verify and baseline are stopped',
    },
    graceMs: {
      kind: 'value',
      key: 'grace',
      type: duration,
      default: defaultLimits.graceMs,
      help: 'from asking a process to end to killing it',
    },
    memoryBytes: {
      kind: 'value',
      key: 'memory',
      type: orNone(size),
      default: defaultLimits.memoryBytes,
      help: 'memory of the agent and its tools together',
      example: '4g',
    },
  },
}

const stages: SectionEntry<Config['stages']> = {
  kind: 'section',
  key: 'stages',
  executes: true,
  help: 'Commands that run before and after the agent.',
  entries: {
    setup: {
      kind: 'value',
      key: 'setup',
      type: shell,
      default: null,
      help: 'before everything else',
      example: 'npm ci',
    },
    baseline: {
      kind: 'value',
      key: 'baseline',
      type: shell,
      default: null,
      help: 'tests that must fail before the agent starts',
    },
    verify: {
      kind: 'value',
      key: 'verify',
      type: shell,
      default: null,
      help: 'after the agent; a run succeeds only if it passes',
      example: 'npm test',
    },
    compare: {
      kind: 'value',
      key: 'compare',
      type: flag,
      default: false,
      help: "if tests of verify fail: run verify once at the task's start too, and tell new failures from old and flaky ones",
      example: 'true',
    },
  },
}

const budget: SectionEntry<Config['budget']> = {
  kind: 'section',
  key: 'budget',
  help: 'What all runs of a task together may use. Waiting costs nothing.',
  entries: {
    attempts: {
      kind: 'value',
      key: 'attempts',
      type: countFrom(1),
      default: defaultBudget.attempts,
      help: "runs that count; other people's faults do not",
      example: '3',
    },
    wallMs: {
      kind: 'value',
      key: 'wall',
      type: duration,
      default: defaultBudget.wallMs,
      help: 'running time',
    },
    tokens: {
      kind: 'value',
      key: 'tokens',
      type: orNone(countFrom(1)),
      default: defaultBudget.tokens,
      help: 'tokens',
    },
    costUsd: {
      kind: 'value',
      key: 'costUsd',
      type: orNone(dollars),
      default: defaultBudget.costUsd,
      help: 'dollars',
      example: '5',
    },
  },
}

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
      help: 'how much of a prompt lessons and earlier attempts may take',
    },
    template: {
      kind: 'value',
      key: 'template',
      type: text('text with {prompt} in it', /\{prompt\}/),
      default: null,
      help: "a prompt's parts in another order: {prompt} {hint} {failures} {attempts} {differs} {saved} {budget}",
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
      help: 'files of runs that ended longer ago',
      example: '14d',
    },
    keepBytes: {
      kind: 'value',
      key: 'keepBytes',
      type: orNone(size),
      default: defaultRetention.keepBytes,
      help: 'files of the oldest runs until the rest fits',
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
    help: 'the agent of tasks that name none, and of unknown commands: a known agent, or one under agents',
    example: 'claude',
  },
  limits,
  stages,
  budget,
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
        help: "may a card's recovery change the work tree or a branch without asking?",
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
        help: 'the branch that work is merged into; without it origin/HEAD, main or master',
        example: 'develop',
      },
    },
  },
}
