/** Every key of mayday.yaml. The parser, `mayday config` and docs/config.md come from these tables. */
import { benchKeys } from './bench-keys.ts'
import type { Config } from './config.ts'
import { diagnosisKeys } from './diagnosis-keys.ts'
import { notifyKeys } from './notify-keys.ts'
import { agentKeys, planKeys, reasonKeys } from './plan-keys.ts'
import type { Section, SectionEntry } from './schema.ts'
import { telemetryKeys } from './telemetry-keys.ts'
import { countFrom, dollars, duration, flag, listOf, orNone, pauses, size, text } from './value-types.ts'
import { CONTEXT_BYTES } from '../memory/prompt.ts'
import { MOST_PER_PHASE } from '../memory/section.ts'
import { usualPauses } from '../recovery/backoff.ts'
import { defaultBudget } from '../record/task.ts'
import { defaultRetention } from '../supervision/default-retention.ts'
import { defaultLimits } from '../supervision/default-limits.ts'

/** The newest form of the file that is understood. */
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
      usual: defaultLimits.timeoutMs,
      help: 'running time after which the agent is stopped',
      example: '45m',
    },
    idleMs: {
      kind: 'value',
      key: 'idle',
      type: duration,
      usual: defaultLimits.idleMs,
      help: 'time without progress after which it is stopped',
    },
    retryingMs: {
      kind: 'value',
      key: 'retrying',
      type: orNone(duration),
      usual: defaultLimits.retryingMs,
      help: "time that an agent may spend in its own retries of a failed request; 5m for a task's runs",
      example: '2m',
    },
    setupMs: {
      kind: 'value',
      key: 'setup',
      type: duration,
      usual: defaultLimits.setupMs,
      help: 'time after which the setup is stopped',
    },
    verifyMs: {
      kind: 'value',
      key: 'verify',
      type: duration,
      usual: defaultLimits.verifyMs,
      help: 'time after which verify and baseline are stopped',
    },
    graceMs: {
      kind: 'value',
      key: 'grace',
      type: duration,
      usual: defaultLimits.graceMs,
      help: 'from asking a process to end to killing it',
    },
    memoryBytes: {
      kind: 'value',
      key: 'memory',
      type: orNone(size),
      usual: defaultLimits.memoryBytes,
      help: 'memory of the agent and its tools together',
      example: '4g',
    },
  },
}

const stages: SectionEntry<Config['stages']> = {
  kind: 'section',
  key: 'stages',
  executes: true,
  help: 'What is run around the agent.',
  entries: {
    setup: {
      kind: 'value',
      key: 'setup',
      type: shell,
      usual: null,
      help: 'before everything else',
      example: 'npm ci',
    },
    baseline: {
      kind: 'value',
      key: 'baseline',
      type: shell,
      usual: null,
      help: 'tests that must fail before the agent starts',
    },
    verify: {
      kind: 'value',
      key: 'verify',
      type: shell,
      usual: null,
      help: 'after the agent; a run succeeds only if it passes',
      example: 'npm test',
    },
    compare: {
      kind: 'value',
      key: 'compare',
      type: flag,
      usual: false,
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
      usual: defaultBudget.attempts,
      help: "runs that count; other people's faults do not",
      example: '3',
    },
    wallMs: { kind: 'value', key: 'wall', type: duration, usual: defaultBudget.wallMs, help: 'running time' },
    tokens: {
      kind: 'value',
      key: 'tokens',
      type: orNone(countFrom(1)),
      usual: defaultBudget.tokens,
      help: 'tokens',
    },
    costUsd: {
      kind: 'value',
      key: 'costUsd',
      type: orNone(dollars),
      usual: defaultBudget.costUsd,
      help: 'dollars',
      example: '5',
    },
  },
}

const lessons: SectionEntry<Config['lessons']> = {
  kind: 'section',
  key: 'lessons',
  help: 'What failures teach.',
  entries: {
    file: {
      kind: 'value',
      key: 'file',
      type: text('a file inside the project', /^(?![/~])(?!.*(?:^|\/)(?:\.\.|\.git)(?:\/|$))./i),
      usual: 'AGENTS.md',
      help: 'where the Failure Context stands',
    },
    maxPerPhase: {
      kind: 'value',
      key: 'maxPerPhase',
      type: countFrom(1),
      usual: MOST_PER_PHASE,
      help: 'entries of a phase; the oldest go first',
    },
    promptBytes: {
      kind: 'value',
      key: 'promptBytes',
      type: size,
      usual: CONTEXT_BYTES,
      help: 'how much of a prompt lessons and earlier attempts may take',
    },
    template: {
      kind: 'value',
      key: 'template',
      type: text('text with {prompt} in it', /\{prompt\}/),
      usual: null,
      help: "a prompt's parts in another order: {prompt} {failures} {attempts} {differs} {saved} {budget}",
    },
  },
}

const schedule: SectionEntry<Config['schedule']> = {
  kind: 'section',
  key: 'schedule',
  help: 'How many tasks run at a time, and how long a failed one pauses.',
  entries: {
    concurrency: { kind: 'value', key: 'concurrency', type: countFrom(1), usual: 1, help: 'of all flows' },
    perFlow: {
      kind: 'map',
      key: 'perFlow',
      help: 'of one flow',
      name: 'FLOW',
      names: /^[A-Za-z][\w-]*$/,
      each: { kind: 'value', key: 'FLOW', type: countFrom(1), usual: null, help: 'of this flow' },
    },
    backoff: {
      kind: 'value',
      key: 'backoff',
      type: pauses,
      usual: usualPauses,
      help: 'pauses before the first, second … automatic retry, each ±10 %; the last one serves for all that follow. At most 5 retries are automatic',
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
      usual: defaultRetention.olderThanMs,
      help: 'files of runs that ended longer ago',
      example: '14d',
    },
    keepBytes: {
      kind: 'value',
      key: 'keepBytes',
      type: orNone(size),
      usual: defaultRetention.keepBytes,
      help: 'files of the oldest runs until the rest fits',
    },
  },
}

export const keys: Section<Config> = {
  version: {
    kind: 'value',
    key: 'version',
    type: countFrom(1),
    usual: CONFIG_VERSION,
    help: 'the form of this file',
    example: '1',
  },
  agent: {
    kind: 'value',
    key: 'agent',
    executes: 'if-described',
    type: text('the name of an agent', /^[A-Za-z][\w-]*$/),
    usual: null,
    help: 'the agent of tasks that name none, and of commands whose name tells nothing: a known one, or one under agents',
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
    usual: [],
    help: 'prefixes of markers that count beside MAYDAY and GZA: ACME for [ACME_FAILURE:…]',
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
        usual: false,
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
    usual: [],
    help: 'variables whose values are masked everywhere, beside those whose names tell (…KEY, …TOKEN, …PASSWORD)',
    example: '[DEPLOY_PIN]',
  },
  retention,
  git: {
    kind: 'section',
    key: 'git',
    help: 'The repository.',
    entries: {
      main: {
        kind: 'value',
        key: 'main',
        type: text("a branch's name", /^[^\s-]\S*$/),
        usual: null,
        help: 'the branch that work is merged into; without it origin/HEAD, main or master',
        example: 'develop',
      },
    },
  },
}
