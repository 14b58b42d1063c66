/**
 * Turns one JSON line of an agent's stream into readable lines: its messages, its tool calls, its errors.
 *
 * R1 The record comes from a foreign program: any value may have any type, and none may throw. R2 Records of an agent
 * without a readable content give no line. A record of an unknown program gives null, and its line is shown
 * unchanged.
 */
import { isObject, type JsonObject } from '../../../../signals/bytes/records.ts'

const NOTHING: readonly string[] = []

export function readableRecord(record: JsonObject): readonly string[] | null {
  for (const form of FORMS) {
    const lines = form(record)
    if (lines !== null) return lines
  }
  return null
}

type Form = (record: JsonObject) => readonly string[] | null

const at = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined)

const textOf = (value: unknown): readonly string[] =>
  typeof value === 'string' && value.trim() !== '' ? [value.trimEnd()] : NOTHING

const failure = (value: unknown): readonly string[] => textOf(value).map((text) => `! ${text}`)

/** The most informative keys of a tool's input. The first that exists is shown. */
const TELLING = ['command', 'cmd', 'file_path', 'path', 'filePath', 'pattern', 'query', 'url', 'description']

const MOST_INPUT = 200

function toolLine(name: unknown, input: unknown): readonly string[] {
  if (typeof name !== 'string') return NOTHING
  const value = TELLING.map((key) => at(input, key)).find((one) => one !== undefined)
  const said = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  return [`→ ${name} ${said.split('\n', 1)[0] ?? ''}`.trimEnd().slice(0, MOST_INPUT)]
}

/** Claude Code and Qwen Code. */
const claude: Form = (record) => {
  const { type, message } = record
  if (type === 'assistant' && isObject(message)) return blocksOf(at(message, 'content'))
  if (type === 'result' && typeof record['subtype'] === 'string')
    return record['is_error'] === true ? failure(record['result'] ?? record['subtype']) : NOTHING
  const isQuiet =
    type === 'system' || type === 'user' || type === 'stream_event' || type === 'rate_limit_event'
  return isQuiet && ('session_id' in record || 'uuid' in record) ? NOTHING : null
}

const blocksOf = (content: unknown): readonly string[] =>
  Array.isArray(content)
    ? content.flatMap((block: unknown) => {
        if (at(block, 'type') === 'text') return textOf(at(block, 'text'))
        return at(block, 'type') === 'tool_use' ? toolLine(at(block, 'name'), at(block, 'input')) : NOTHING
      })
    : textOf(content)

/** `codex exec --json`. */
const codex: Form = ({ type, item, error, message, ...rest }) => {
  if (type === 'item.started') return at(item, 'type') === 'command_execution' ? toolLine('$', item) : NOTHING
  if (type === 'item.completed') {
    if (at(item, 'type') === 'error') return failure(at(item, 'message'))
    return at(item, 'type') === 'agent_message' ? textOf(at(item, 'text')) : NOTHING
  }
  if (type === 'turn.failed') return failure(at(error, 'message'))
  if (type === 'error' && typeof message === 'string') return failure(message)
  const isQuiet = type === 'turn.started' || type === 'turn.completed' || type === 'item.updated'
  return isQuiet || (type === 'thread.started' && 'thread_id' in rest) ? NOTHING : null
}

/** `gemini --output-format stream-json`. */
const gemini: Form = (record) => {
  const { type, role, content } = record
  if (!('timestamp' in record)) return null
  if (type === 'message') return role === 'assistant' ? textOf(content) : NOTHING
  if (type === 'tool_use' && 'tool_name' in record) return toolLine(record['tool_name'], record['parameters'])
  if (type === 'result') return failure(at(record['error'], 'message'))
  return type === 'init' || type === 'tool_result' ? NOTHING : null
}

/** `opencode run --format json`. */
const opencode: Form = ({ type, part, error, sessionID }) => {
  if (typeof sessionID !== 'string') return null
  if (type === 'text') return textOf(at(part, 'text'))
  if (type === 'tool_use') return toolLine(at(part, 'tool'), at(at(part, 'state'), 'input'))
  return type === 'error' ? failure(at(at(error, 'data'), 'message') ?? at(error, 'name')) : NOTHING
}

/** Copilot CLI. */
const copilot: Form = ({ type, data, id, timestamp }) => {
  if (typeof type !== 'string' || !isObject(data) || id === undefined || timestamp === undefined) return null
  if (type === 'assistant.message') return textOf(data['content'])
  if (type === 'tool.execution_start') return toolLine(data['toolName'], data['arguments'])
  return type === 'session.error' ? failure(data['message']) : NOTHING
}

const FORMS: readonly Form[] = [opencode, copilot, claude, codex, gemini]
