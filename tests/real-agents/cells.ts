/** The matrix: what each agent must be found to have died of. */
import {
  callTool,
  fault,
  say,
  thenAlways,
  type FaultName,
  type PointedAgent,
  type Script,
} from '../../src/testing/index.ts'
import type { Verdict } from './cell.ts'

export type Cell = {
  readonly name: string
  readonly script: Script
  /** In CI, with the four agents that are always installed or with these; else with `--full`. */
  readonly isInCi: boolean | readonly PointedAgent[]
  /** Agents in which it cannot be brought about. */
  readonly except?: readonly PointedAgent[]
  readonly expected: (agent: PointedAgent) => Verdict
  readonly options?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

type Expected = string | null | readonly [reason: string | null, ending: Ending]
type Ending = Verdict['ending']

/** How a failed run ends unless something else is said. */
const EXIT = 'exit'

function verdictOf(expected: Expected): Verdict {
  if (typeof expected === 'string' || expected === null) return { reason: expected, ending: EXIT }
  return { reason: expected[0], ending: expected[1] }
}

/** `usual` holds for all agents but those that are named. */
export const expecting =
  (usual: Expected, others: Partial<Record<PointedAgent, Expected>> = {}) =>
  (agent: PointedAgent): Verdict =>
    verdictOf(Object.hasOwn(others, agent) ? (others[agent] ?? null) : usual)

export const cell = (
  name: string,
  script: Script,
  expected: Cell['expected'],
  more: Partial<Cell> = {},
): Cell => ({
  name,
  script,
  expected,
  isInCi: false,
  ...more,
})

const always = (
  name: FaultName,
  usual: Expected,
  others: Partial<Record<PointedAgent, Expected>> = {},
  more: Partial<Cell> = {},
): Cell => cell(name, fault(name), expecting(usual, others), more)

const CI = { isInCi: true }

/** It tries again by itself for longer than it is given, and is cut short. */
const cutShort = (reason: string): Expected => [reason, 'timeout']

/** Those that do so with whatever looks as if it would pass. */
const persistent = (reason: string): Partial<Record<PointedAgent, Expected>> => ({
  gemini: cutShort(reason),
  opencode: cutShort(reason),
  qwen: cutShort(reason),
  copilot: cutShort(reason),
})

export const cells: readonly Cell[] = [
  cell('none', say('Hello.'), expecting(null), CI),
  always('unauthorized', 'AUTH_FAILED', {}, CI),
  always('login-expired', 'AUTH_FAILED'),
  always('payment-required', 'USAGE_LIMIT'),
  always('forbidden', 'AUTH_FAILED'),
  always('model-not-found', 'MODEL_UNAVAILABLE'),
  always('too-large', 'CONTEXT_EXHAUSTED'),
  always('rate-limit', 'RATE_LIMITED', persistent('RATE_LIMITED'), CI),
  always(
    'usage-limit',
    'USAGE_LIMIT',
    { ...persistent('USAGE_LIMIT'), gemini: 'USAGE_LIMIT' },
    {
      ...CI,
      // A plan's limit is told to a login, not to a key.
      env: { CLAUDE_CODE_OAUTH_TOKEN: 'test-token', ANTHROPIC_API_KEY: '' },
    },
  ),
  always('no-credit', 'USAGE_LIMIT', { ...persistent('USAGE_LIMIT'), gemini: 'USAGE_LIMIT' }),
  always('context-too-long', 'CONTEXT_EXHAUSTED', {}, CI),
  always('bad-request', 'LLM_ERROR'),
  always('server-error', 'LLM_ERROR', persistent('LLM_ERROR'), CI),
  always('bad-gateway', 'LLM_ERROR', persistent('LLM_ERROR')),
  always('unavailable', 'LLM_ERROR', persistent('LLM_ERROR')),
  always('gateway-timeout', 'LLM_ERROR', persistent('LLM_ERROR')),
  always('overloaded', 'RATE_LIMITED', persistent('RATE_LIMITED')),
  always('empty', 'LLM_ERROR', { qwen: cutShort('LLM_ERROR') }, CI),
  always(
    'refusal',
    'REFUSED',
    {
      // They do not show it anywhere: it is an empty answer.
      codex: 'LLM_ERROR',
      goose: 'LLM_ERROR',
      qwen: cutShort('LLM_ERROR'),
    },
    CI,
  ),
  always('max-tokens', 'LLM_ERROR', {
    // They print what they have got and say that all is well: only a verify command can know better.
    gemini: null,
    qwen: null,
    goose: null,
  }),
  cell(
    'tool-loop',
    fault('tool-loop'),
    // These find out by themselves.
    expecting(['CIRCULAR_FIX', 'idle'], { gemini: 'CIRCULAR_FIX', qwen: 'CIRCULAR_FIX' }),
    { isInCi: ['claude', 'gemini'], options: ['--idle', '8s', '--timeout', '120s'] },
  ),
  cell(
    'tool-endless',
    fault('tool-endless'),
    // After thirty turns it asks its model whether it goes in circles, and falls silent over the answer.
    expecting(['TIMEOUT', 'timeout'], { gemini: ['STALLED', 'idle'] }),
  ),
  cell(
    'tool-stuck',
    callTool('Bash', { command: 'setsid tail -f /dev/null & tail -f /dev/null' }),
    expecting(['TIMEOUT', 'timeout']),
    { options: ['--timeout', '30s'] },
  ),
  cell('tool-unknown', [fault('tool-unknown'), thenAlways(say('Done.'))], expecting(null)),
  cell('tool-bad-arguments', [fault('tool-bad-arguments'), thenAlways(say('Done.'))], expecting(null)),
  cell('tool-broken-json', [fault('tool-broken-json'), thenAlways(say('Done.'))], expecting(null)),
  always('cut-stream', 'LLM_ERROR', {
    // OpenCode asks again for ever, and says a few words each time.
    opencode: cutShort('LLM_ERROR'),
    qwen: cutShort('LLM_ERROR'),
    // It takes the piece for the whole and tells nobody.
    goose: null,
  }),
  // Qwen Code gives up after six seconds, OpenCode hardly ever.
  always(
    'reset-mid-stream',
    'LLM_ERROR',
    { opencode: cutShort('LLM_ERROR') },
    { options: ['--retrying', '15s', '--idle', '20s'] },
  ),
  always('error-mid-stream', 'LLM_ERROR', {
    // What Anthropic sends there is that it is overloaded.
    claude: 'RATE_LIMITED',
    opencode: cutShort('LLM_ERROR'),
    copilot: cutShort('LLM_ERROR'),
  }),
  always('malformed', 'LLM_ERROR'),
  always('hang', ['STALLED', 'idle'], {}, CI),
  always('hang-after-headers', ['STALLED', 'idle']),
  always('hang-mid-stream', ['STALLED', 'idle']),
  always('pings-only', ['STALLED', 'idle']),
  always('reset', 'LLM_ERROR', { ...persistent('LLM_ERROR'), copilot: 'LLM_ERROR' }),
  always('refused', 'LLM_ERROR', { ...persistent('LLM_ERROR'), codex: cutShort('LLM_ERROR') }, CI),
  always('wrong-content-type', 'LLM_ERROR', { opencode: cutShort('LLM_ERROR') }),
  always('redirect-loop', 'LLM_ERROR', { gemini: cutShort('LLM_ERROR') }),
]
