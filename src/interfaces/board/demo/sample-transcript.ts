/** The output of the sample's agents: one script, in the stream format of each agent. */
import type { SampleStep } from './sample-logs.ts'

type Told = {
  readonly session: string
  /** The time of a share of the output, in milliseconds; null for an agent that prints now. */
  readonly at: ((step: number) => number) | null
  readonly costUsd: number
  readonly tokens: number
}

/** A placeholder that the agents of tasks that really run replace by the current time. */
const NOW = '@now@'

/**
 * Counts the turns. Words begin a turn, and the call after them belongs to it. A call after another call is a new
 * turn.
 */
export const turnsIn = (steps: readonly SampleStep[]): number => turnAt(steps, steps.length - 1)

const turnAt = (steps: readonly SampleStep[], last: number): number =>
  steps.slice(0, last + 1).filter((step, at) => step.kind === 'say' || steps[at - 1]?.kind !== 'say').length

type Stream = (steps: readonly SampleStep[], told: Told) => readonly object[]

const sessionIds: Readonly<Record<string, string>> = {
  claude: '5b0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a20',
  codex: '01993f0e-2f8e-7c52-9a61-8d7f2f1c1a21',
  gemini: '48b91842-2f8e-4c52-9a61-8d7f2f1c1a22',
}

const lastWords = (steps: readonly SampleStep[]): string =>
  steps.findLast((step) => step.kind === 'say')?.text ?? ''

const claude: Stream = (steps, told) => [
  {
    type: 'system',
    subtype: 'init',
    session_id: told.session,
    model: 'claude-sonnet-4-5',
    tools: ['Bash', 'Edit'],
  },
  ...steps.flatMap((step, at) => claudeStep(step, at, steps, told)),
  {
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: lastWords(steps),
    num_turns: turnsIn(steps),
    total_cost_usd: told.costUsd,
    session_id: told.session,
  },
]

/** The shares of all steps add up to the tokens. */
const shareOf = (tokens: number, at: number, steps: number): number =>
  Math.round((tokens * (at + 1)) / steps) - Math.round((tokens * at) / steps)

function claudeStep(
  step: SampleStep,
  at: number,
  steps: readonly SampleStep[],
  { session: session_id, tokens }: Told,
): readonly object[] {
  const id = `toolu_${at}`
  const written = 60 + at * 20
  const answer = (part: object): object => ({
    type: 'assistant',
    message: {
      id: `msg_${turnAt(steps, at)}`,
      role: 'assistant',
      content: [part],
      usage: { input_tokens: shareOf(tokens, at, steps.length) - written, output_tokens: written },
    },
    session_id,
  })
  const used = (name: string, input: object, content: string): readonly object[] => [
    answer({ type: 'tool_use', id, name, input }),
    {
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content, is_error: false }],
      },
      session_id,
    },
  ]
  switch (step.kind) {
    case 'say':
      return [answer({ type: 'text', text: step.text })]
    case 'run':
      return used('Bash', { command: step.command }, step.output)
    case 'edit':
      return used('Edit', { file_path: step.path }, `The file ${step.path} has been updated.`)
  }
}

const codex: Stream = (steps, { session, tokens }) => [
  { type: 'thread.started', thread_id: session },
  { type: 'turn.started' },
  ...steps.flatMap((step, at) => {
    const id = `item_${at}`
    const completed = (item: object): object => ({ type: 'item.completed', item: { id, ...item } })
    switch (step.kind) {
      case 'say':
        return [completed({ type: 'agent_message', text: step.text })]
      case 'run': {
        const call = { type: 'command_execution', command: `bash -lc '${step.command}'` }
        return [
          { type: 'item.started', item: { id, ...call, status: 'in_progress' } },
          completed({ ...call, aggregated_output: step.output, exit_code: 0, status: 'completed' }),
        ]
      }
      case 'edit':
        return [
          completed({
            type: 'file_change',
            changes: [{ path: step.path, kind: 'update' }],
            status: 'completed',
          }),
        ]
    }
  }),
  { type: 'turn.completed', usage: { input_tokens: tokens - 900, output_tokens: 900 } },
]

const gemini: Stream = (steps, { session, tokens }) => [
  { type: 'init', session_id: session, model: 'gemini-2.5-pro' },
  ...steps.flatMap((step, at): readonly object[] => {
    if (step.kind === 'say') return [{ type: 'message', role: 'assistant', content: step.text }]
    const tool_id = `call-${at}`
    const [tool_name, parameters, output] =
      step.kind === 'run'
        ? ['run_shell_command', { command: step.command }, step.output]
        : ['replace', { file_path: step.path }, `Successfully modified file: ${step.path}.`]
    return [
      { type: 'tool_use', tool_id, tool_name, parameters },
      { type: 'tool_result', tool_id, status: 'success', output },
    ]
  }),
  { type: 'result', status: 'success', stats: { total_tokens: tokens, tool_calls: 2 } },
]

const streams: Readonly<Record<string, Stream>> = { claude, codex, gemini }

const asText = (steps: readonly SampleStep[]): string =>
  steps
    .map((step) => {
      switch (step.kind) {
        case 'say':
          return `${step.text}\n`
        case 'run':
          return `$ ${step.command}\n${step.output}\n`
        case 'edit':
          return `Edited ${step.path}\n`
      }
    })
    .join('')

/** The output of an agent that follows the script. An agent without a stream prints text. */
export function transcriptOf(
  agent: string,
  steps: readonly SampleStep[],
  told: Omit<Told, 'session'>,
): string {
  const stream = streams[agent]
  if (stream === undefined) return asText(steps)
  const records = stream(steps, { ...told, session: sessionIds[agent] ?? '' })
  return records
    .map((record, at) => {
      const timestamp = told.at === null ? NOW : new Date(told.at(at / records.length)).toISOString()
      return `${JSON.stringify({ ...record, timestamp })}\n`
    })
    .join('')
}
