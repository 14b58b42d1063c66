/** What runs and tasks may use, and the commands around the agent. */
import { typedDuration } from '../record/duration.ts'
import { budgetWords, defaultBudget } from '../record/task.ts'
import { defaultLimits, limitWords, taskLimits } from '../supervision/default-limits.ts'
import type { Config } from './config.ts'
import type { SectionEntry } from './schema.ts'
import { countFrom, dollars, duration, flag, orNone, size, text } from './value-types.ts'

const shell = text('a shell command')

export const limitsKeys: SectionEntry<Config['limits']> = {
  kind: 'section',
  key: 'limits',
  help: 'What one run may use.',
  entries: {
    timeoutMs: {
      kind: 'value',
      key: 'timeout',
      type: duration,
      default: defaultLimits.timeoutMs,
      help: limitWords.timeoutMs,
      example: '45m',
    },
    idleMs: {
      kind: 'value',
      key: 'idle',
      type: duration,
      default: defaultLimits.idleMs,
      help: limitWords.idleMs,
    },
    retryingMs: {
      kind: 'value',
      key: 'retrying',
      type: orNone(duration),
      default: defaultLimits.retryingMs,
      help: `${limitWords.retryingMs}; ${typedDuration(taskLimits.retryingMs)} for the runs of a task`,
      example: '2m',
    },
    setupMs: {
      kind: 'value',
      key: 'setup',
      type: duration,
      default: defaultLimits.setupMs,
      help: limitWords.setupMs,
    },
    verifyMs: {
      kind: 'value',
      key: 'verify',
      type: duration,
      default: defaultLimits.verifyMs,
      help: limitWords.verifyMs,
    },
    graceMs: {
      kind: 'value',
      key: 'grace',
      type: duration,
      default: defaultLimits.graceMs,
      help: limitWords.graceMs,
    },
    memoryBytes: {
      kind: 'value',
      key: 'memory',
      type: orNone(size),
      default: defaultLimits.memoryBytes,
      help: limitWords.memoryBytes,
      example: '4g',
    },
  },
}

export const stagesKeys: SectionEntry<Config['stages']> = {
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
      help: 'if tests of verify fail, run it on the code at the start of the task too, to separate new failures from old and flaky ones',
      example: 'true',
    },
  },
}

export const budgetKeys: SectionEntry<Config['budget']> = {
  kind: 'section',
  key: 'budget',
  help: 'What all runs of a task together may use. Waiting costs nothing.',
  entries: {
    attempts: {
      kind: 'value',
      key: 'attempts',
      type: countFrom(1),
      default: defaultBudget.attempts,
      help: budgetWords.attempts,
      example: '3',
    },
    wallMs: {
      kind: 'value',
      key: 'wall',
      type: duration,
      default: defaultBudget.wallMs,
      help: budgetWords.wallMs,
    },
    tokens: {
      kind: 'value',
      key: 'tokens',
      type: orNone(countFrom(1)),
      default: defaultBudget.tokens,
      help: budgetWords.tokens,
    },
    costUsd: {
      kind: 'value',
      key: 'costUsd',
      type: orNone(dollars),
      default: defaultBudget.costUsd,
      help: budgetWords.costUsd,
      example: '5',
    },
  },
}
