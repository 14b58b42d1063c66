import type { Answer, ToolCall } from './answer.ts'
import { chooseTool, SHELL } from './choose-tool.ts'
import type { FaultOf, FaultOptions } from './faults.ts'
import type { UnansweredRequest } from './model-request.ts'
import type { Turn } from './script.ts'

const HUGE_BYTES = 8 * 1024 * 1024

const usage = { input: 120, output: 20 } as const

const saying = (text: string, stop: Answer['stop'] = 'end'): Answer => ({ text, call: null, stop, usage })

const calling = (text: string, call: ToolCall): Answer => ({ text, call, stop: 'tool', usage })

/** The answer to a request for a turn with text or a call. */
export function composeAnswer(request: UnansweredRequest, turn: Exclude<Turn, { kind: 'fault' }>): Answer {
  const spent = turn.usage ?? usage
  if (turn.kind === 'say') return { ...saying(turn.text), usage: spent }
  const call = chooseTool(request.tools, turn.name, turn.input)
  const text = turn.text ?? ''
  return call === null
    ? { ...saying(text || `There is no tool to call, not even ${turn.name}.`), usage: spent }
    : { ...calling(text, call), usage: spent }
}

type AnswerFault = (request: UnansweredRequest, options: FaultOptions) => Answer

const answerFaults: Readonly<Record<FaultOf<'answer'>, AnswerFault>> = {
  empty: () => saying(''),
  refusal: (_, { message = "I can't help with that." }) => saying(message, 'refusal'),
  'max-tokens': () => saying('This answer is cut in the mid', 'length'),
  huge: (_, { bytes = HUGE_BYTES }) => saying('more and more words. '.repeat(bytes / 20).slice(0, bytes)),
  'tool-unknown': () =>
    calling('I will use a tool.', {
      name: 'no_such_tool',
      namespace: null,
      isFreeForm: false,
      argumentsText: '{"x":1}',
    }),
  'tool-bad-arguments': (request) => shellCall(request, '{"wrong":true}'),
  'tool-broken-json': (request) => shellCall(request, '{"command": "echo hi'),
  'tool-loop': (request) => shellCommand(request, 'cat /no/such/file'),
  // Slow enough that no agent reaches its own limit during a test: Goose makes a thousand turns a minute.
  'tool-endless': (request) =>
    shellCommand(request, `echo turn ${request.toolResults.length + 1}; sleep 0.1`),
}

/** Composes an invalid or unusual answer. */
export const composeFault = (
  request: UnansweredRequest,
  name: FaultOf<'answer'>,
  options: FaultOptions,
): Answer => answerFaults[name](request, options)

const shellCommand = (request: UnansweredRequest, command: string): Answer =>
  composeAnswer(request, { kind: 'tool', name: SHELL, input: { command } })

/** A call of the shell with arguments that no agent accepts. */
function shellCall(request: UnansweredRequest, argumentsText: string): Answer {
  const { call, text } = shellCommand(request, 'true')
  return call === null ? saying(text) : calling('I will use a tool.', { ...call, argumentsText })
}
