import { dialectNames, type DialectName } from '../../../reasons/dialects/dialects.ts'
import { budgetWords, defaultBudget } from '../../../record/task.ts'
import { defaultLimits, limitWords, taskLimits } from '../../../supervision/default-limits.ts'
import { typedDuration } from '../../../record/duration.ts'
import { flag, list, option, optionOr, type Option } from './option.ts'
import {
  agent,
  count,
  dialect as dialectName,
  dollars,
  duration,
  flow as flowName,
  path,
  phase as phaseName,
  size,
  text,
} from './value-types.ts'

export const json: Option<boolean> = flag('print JSON (documented in docs/cli-json.md)')

export const dialect: Option<DialectName | undefined> = option(
  dialectName,
  `show the reasons in another vocabulary: ${dialectNames.join(', ')}`,
)

/** Commands that run before and after the agent. */
export const stageCommands: Readonly<Record<'verify' | 'setup' | 'baseline', Option<string | undefined>>> = {
  verify: option(text('SHELL'), 'command to run after the agent; the run succeeds only if it passes'),
  setup: option(text('SHELL'), 'command to run before everything else, e.g. "npm ci"'),
  baseline: option(
    text('SHELL'),
    'test command to run before the agent; it must fail, or the agent is not started',
  ),
}

export const compare: Readonly<Record<'compare' | 'noCompare', Option<boolean>>> = {
  compare: flag(
    'if tests of --verify fail, run it on the code at the start of the task too, to separate new failures from old and flaky ones',
  ),
  noCompare: flag('do not compare failing tests (default)'),
}

/** The names of the options that limit one run. */
export type LimitName =
  | 'timeout'
  | 'idle'
  | 'retrying'
  | 'setupTimeout'
  | 'verifyTimeout'
  | 'grace'
  | 'memory'

export const runLimits: Readonly<Record<LimitName, Option<number | undefined>>> = {
  timeout: option(duration, limitWords.timeoutMs, { otherwise: defaultLimits.timeoutMs }),
  idle: option(duration, limitWords.idleMs, {
    otherwise: defaultLimits.idleMs,
  }),
  retrying: option(duration, limitWords.retryingMs, {
    otherwise: `no limit; runs of a task: ${typedDuration(taskLimits.retryingMs)}`,
  }),
  setupTimeout: option(duration, limitWords.setupMs, { otherwise: defaultLimits.setupMs }),
  verifyTimeout: option(duration, limitWords.verifyMs, {
    otherwise: defaultLimits.verifyMs,
  }),
  grace: option(duration, limitWords.graceMs, { otherwise: defaultLimits.graceMs }),
  memory: option(size, `${limitWords.memoryBytes}, e.g. 2g`, {
    otherwise: 'no limit',
  }),
}

/** For tasks, which may have several attempts. */
export const taskLimitOptions: typeof runLimits = {
  ...runLimits,
  timeout: option(duration, 'timeout of one attempt', { otherwise: defaultLimits.timeoutMs }),
}

/** The names of the options that limit all runs of a task together. */
export type BudgetName = 'attempts' | 'wall' | 'tokens' | 'costUsd'

/** The budget of all runs of a task together. */
export const budget: Readonly<Record<BudgetName, Option<number | undefined>>> = {
  attempts: option(count(1), budgetWords.attempts, { otherwise: defaultBudget.attempts }),
  wall: option(duration, budgetWords.wallMs, {
    otherwise: defaultBudget.wallMs,
  }),
  tokens: option(count(1), budgetWords.tokens, { otherwise: 'no limit' }),
  costUsd: option(dollars, budgetWords.costUsd, { otherwise: 'no limit' }),
}

/** For every command that executes values of mayday.yaml. */
export const trust: Option<boolean> = flag(
  'trust the commands in mayday.yaml and remember it; without this option Mayday asks once (see: mayday trust)',
)

export const agentToUse: Option<string | undefined> = option(
  agent,
  'the agent to use (claude, codex, gemini, …)',
)

export const fallback: Option<readonly string[]> = list(
  { ...agent, sign: 'AGENT' },
  'the agent to use while the first one is rate limited or down; a list is tried in order: codex,gemini',
  { splits: true },
)

export const flow: Option<string> = optionOr(
  flowName,
  'the kind of work: implement, review, research, …',
  'implement',
)

export const phase: Option<string | undefined> = option(phaseName, 'the phase and plan, e.g. 12-01')

export const cwd: Option<string | undefined> = option(
  path('DIR', 'a folder'),
  'working directory; it must be inside the project',
)

export const worktree: Option<boolean> = flag('work in a separate git work tree')

export const noWait: Option<boolean> = flag('do not wait for a limit or a pause, exit with 75 instead')

export const yes: Option<boolean> = flag('do not ask', 'y')
