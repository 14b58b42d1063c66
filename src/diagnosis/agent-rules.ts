import type { Reason } from '../reasons/reason.ts'
import type { What } from '../signals/signal.ts'
import type { Example, Rule } from './rule.ts'

const result = (fields: Record<string, unknown>, exitCode = 1): Example => ({
  exitCode,
  output: JSON.stringify({
    type: 'result',
    duration_api_ms: 1,
    num_turns: 3,
    session_id: 's',
    total_cost_usd: 0.1,
    ...fields,
  }),
})
const fine = result(
  { subtype: 'success', is_error: false, result: 'Reached the max turns test and fixed it.' },
  0,
)

type Spec = readonly [
  id: string,
  what: What,
  reason: Reason,
  sentence: string,
  yes: readonly Example[],
  no: readonly Example[],
]

/** A session file of Claude Code that ends with a call without a result. */
const interactive = (entrypoint: string): string =>
  [
    { type: 'user', permissionMode: 'default', message: { role: 'user', content: 'Clean it.' } },
    {
      type: 'assistant',
      message: {
        id: 'msg_1',
        content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'rm -rf build' } }],
        stop_reason: 'tool_use',
      },
    },
  ]
    .map((line) =>
      JSON.stringify({ parentUuid: 'p', isSidechain: false, sessionId: 's', entrypoint, ...line }),
    )
    .join('\n')

const gemini = (lines: readonly Record<string, unknown>[], exitCode: number): Example => ({
  exitCode,
  output: [
    { type: 'init', timestamp: '2026-01-01T00:00:00.000Z', session_id: 's', model: 'gemini-2.5-pro' },
    ...lines,
  ]
    .map((line) => JSON.stringify({ timestamp: '2026-01-01T00:00:00.000Z', ...line }))
    .join('\n'),
})

/** A SWE-agent trajectory that ended with this status. */
const trajectory = (status: string): Example => ({
  exitCode: 1,
  output: JSON.stringify({
    environment: 'swe_main',
    trajectory: [{ action: 'ls', observation: 'a.py', response: 'I look first.', state: '{}' }],
    info: { exit_status: status, model_stats: { instance_cost: 0.1, api_calls: 3 } },
  }),
})

const timedOut = 'Working on it.\n2026-01-01 10:00:00 | WARN | Agent execution timed out after 15 minutes'
const noLogin: Example = {
  exitCode: 41,
  output:
    'When using Gemini API, you must specify the GEMINI_API_KEY environment variable.\nUpdate your environment and try again!',
}

const specs: readonly Spec[] = [
  [
    'agent.turn-limit',
    'turn-limit',
    'MAX_TURNS',
    'The agent reports that its turn limit was reached.',
    [result({ subtype: 'error_max_turns', is_error: false })],
    [fine],
  ],
  [
    'agent.budget-limit',
    'budget-limit',
    'BUDGET_EXCEEDED',
    'The agent reports that its budget is used up.',
    [result({ subtype: 'error_max_budget_usd', is_error: true })],
    [fine],
  ],
  [
    'agent.context-full',
    'context-full',
    'CONTEXT_EXHAUSTED',
    'The agent reports that the conversation exceeds the context window.',
    [
      result({
        subtype: 'success',
        is_error: true,
        terminal_reason: 'prompt_too_long',
        result: 'Prompt is too long',
      }),
    ],
    [fine],
  ],
  [
    'agent.refusal',
    'refusal',
    'REFUSED',
    'The agent reports that the model refused.',
    [result({ subtype: 'success', is_error: false, stop_reason: 'refusal', result: 'I cannot help.' })],
    [fine],
  ],
  [
    'agent.no-progress',
    'no-progress',
    'STALLED',
    'A loop reports that its results no longer get better.',
    [
      {
        exitCode: 1,
        output: [
          { ts: '2026-01-01T00:00:00Z', kind: 'run_start', payload: { max_iters: 8 } },
          { ts: '2026-01-01T00:09:00Z', kind: 'run_end', payload: { reason: 'plateau', best_score: 0.5 } },
        ]
          .map((line) => JSON.stringify(line))
          .join('\n'),
      },
    ],
    [fine],
  ],
  [
    'agent.loop',
    'loop',
    'CIRCULAR_FIX',
    'The agent reports that it repeats itself.',
    [
      gemini(
        [
          { type: 'message', role: 'assistant', content: 'again' },
          { type: 'error', severity: 'warning', message: 'Loop detected, stopping execution' },
          { type: 'result', status: 'success', stats: {} },
        ],
        0,
      ),
    ],
    [fine],
  ],
  [
    'agent.interrupt',
    'interrupt',
    'INTERRUPTED',
    'The agent reports that it was interrupted.',
    [
      {
        exitCode: 0,
        output: `${JSON.stringify({ type: 'system', subtype: 'init', session_id: 's', apiKeySource: 'none' })}\n${JSON.stringify({ type: 'user', message: { content: [{ type: 'text', text: '[Request interrupted by user]' }] }, session_id: 's' })}`,
      },
    ],
    [fine],
  ],
  [
    'agent.permission-open',
    'permission-open',
    'PERMISSION_BLOCKED',
    'An interactive session ended while a call was still waiting for permission.',
    [{ output: interactive('cli') }],
    [{ output: interactive('sdk-cli'), exitCode: 0 }],
  ],
  [
    'agent.permission',
    'permission-denied',
    'PERMISSION_BLOCKED',
    'A tool was denied, and the agent found no other way.',
    [
      {
        exitCode: 0,
        output: [
          { type: 'system', subtype: 'init', session_id: 's', apiKeySource: 'none' },
          {
            type: 'system',
            subtype: 'permission_denied',
            tool_name: 'Bash',
            message: 'This command needs approval.',
            session_id: 's',
          },
          {
            type: 'result',
            subtype: 'success',
            is_error: false,
            duration_api_ms: 1,
            result: 'I could not run it.',
            session_id: 's',
            total_cost_usd: 0,
          },
        ]
          .map((line) => JSON.stringify(line))
          .join('\n'),
      },
    ],
    [fine],
  ],
  [
    'agent.no-answer',
    'no-answer',
    'LLM_ERROR',
    'The run ended without an answer.',
    [result({ subtype: 'success', is_error: false, result: '' }, 0)],
    [fine],
  ],
  [
    'agent.bad-start',
    'bad-start',
    'LAUNCH_REJECTED',
    'The agent rejected its flags or settings and stopped before its first turn.',
    [
      result({
        subtype: 'error_during_execution',
        is_error: true,
        errors: ['No conversation found with session ID: 123'],
      }),
    ],
    [fine],
  ],
  ['agent.auth', 'auth', 'AUTH_FAILED', 'The agent has no valid login.', [noLogin], [fine]],
  [
    'agent.gave-up',
    'gave-up',
    'AGENT_GAVE_UP',
    'The agent reports that it gave up.',
    [trajectory('exit_forfeit')],
    [fine],
  ],
  [
    'agent.tool-failure',
    'tool-failure',
    'TOOL_ERROR',
    'A tool of the agent failed, and that ended the run.',
    [trajectory('exit_format')],
    [fine],
  ],
  [
    'agent.sandbox',
    'sandbox-failure',
    'SANDBOX_ERROR',
    "The sandbox of the agent's tools failed.",
    [trajectory('exit_environment_error')],
    [fine],
  ],
  [
    'agent.crash',
    'crash',
    'WORKER_CRASHED',
    'The agent reports its own crash.',
    [trajectory('exit_error')],
    [fine],
  ],
]

/** What agents report about their own ending, in typed fields or in the forms that their adapters declare. */
export const agentRules: readonly Rule[] = [
  {
    id: 'agent.setup-time-limit',
    reason: 'SETUP_TIMEOUT',
    sentence: 'The setup reports that its time limit was reached.',
    sources: ['typed', 'declared', 'tool'],
    what: ['time-limit'],
    stages: ['setup'],
    yes: [{ output: 'timeout: sending signal TERM to command ‘npm’', stage: 'setup', exitCode: 1 }],
    no: [fine],
  },
  {
    id: 'agent.time-limit',
    reason: 'TIMEOUT',
    sentence: 'The run reports that its time limit was reached.',
    sources: ['typed', 'declared', 'tool'],
    what: ['time-limit'],
    yes: [{ output: timedOut, stage: 'agent_run', exitCode: 1 }],
    no: [fine],
  },
  ...specs.map(([id, what, reason, sentence, yes, no]): Rule => ({
    id,
    reason,
    sentence,
    yes,
    no,
    what: [what],
    sources: ['typed', 'declared', 'ending'],
  })),
]
