import type { JsonObject } from '../signals/bytes/records.ts'
import { object, text } from '../signals/json.ts'
import type { ToolCall } from './answer.ts'
import type { OfferedTool } from './model-request.ts'

/** A kind of tool that every agent has under another name, with the names of its arguments. */
type ToolKind = {
  readonly names: readonly string[]
  readonly arguments: readonly (readonly string[])[]
}

const shell: ToolKind = {
  names: [
    'Bash',
    'bash',
    'exec_command',
    'shell_command',
    'shell',
    'local_shell',
    'run_shell_command',
    'run_commands',
    'execute_command',
    'developer__shell',
    'run_terminal_command',
    'run_command',
    'terminal',
    'Execute',
  ],
  arguments: [['command', 'cmd', 'commands']],
}

const paths = ['path', 'file_path', 'filePath', 'filepath', 'absolute_path', 'absolutePath', 'filename']

const write: ToolKind = {
  names: [
    'Write',
    'write',
    'write_file',
    'write_to_file',
    'create_file',
    'create',
    'Create',
    'developer__write',
  ],
  arguments: [paths, ['content', 'contents', 'file_text', 'text']],
}

const read: ToolKind = {
  names: ['Read', 'read', 'read_file', 'view', 'developer__read'],
  arguments: [paths],
}

/** The shell of the agent that asks. */
export const SHELL = 'Bash'

/** The call in the form of the agent that asks; null if it offers no tools. */
export function chooseTool(
  offered: readonly OfferedTool[],
  name: string,
  input: Readonly<Record<string, unknown>>,
): ToolCall | null {
  if (offered.length === 0) return null
  const kind = [shell, write, read].find(({ names }) => names.includes(name))
  const tool = offered.find((known) => known.name === name) ?? toolOfKind(offered, kind)
  if (tool !== undefined) return callOf(tool, kind === undefined ? input : renamed(kind, tool, input))
  const sh = toolOfKind(offered, shell)
  // Codex writes and reads files through its shell.
  if (sh !== undefined && kind !== undefined && kind !== shell)
    return callOf(sh, renamed(shell, sh, { command: commandFor(kind, input) }))
  return { name, namespace: null, isFreeForm: false, argumentsText: JSON.stringify(input) }
}

const toolOfKind = (offered: readonly OfferedTool[], kind: ToolKind | undefined): OfferedTool | undefined =>
  kind?.names.map((known) => offered.find((tool) => tool.name === known)).find((tool) => tool !== undefined)

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

function commandFor(kind: ToolKind, input: Readonly<Record<string, unknown>>): string {
  const [path = '', content = ''] = kind.arguments.map((names) =>
    text(names.map((name) => input[name]).find((value) => value !== undefined)),
  )
  return kind === write ? `printf %s ${quoted(content)} > ${quoted(path)}` : `cat ${quoted(path)}`
}

/** The arguments under the names that this tool uses. */
function renamed(kind: ToolKind, tool: OfferedTool, input: Readonly<Record<string, unknown>>): JsonObject {
  const entries = Object.entries(input).map(([key, value]) => {
    const alike = kind.arguments.find((names) => names.includes(key)) ?? [key]
    const own = [key, ...alike].find((name) => name in tool.properties) ?? key
    return [own, object(tool.properties[own])['type'] === 'array' ? listOf(own, value) : value] as const
  })
  return Object.fromEntries(entries)
}

/** Some shells take the words of a command, some a list of commands. */
const listOf = (name: string, value: unknown): unknown =>
  name === 'commands' ? [value] : ['bash', '-lc', value]

function callOf(tool: OfferedTool, input: Readonly<Record<string, unknown>>): ToolCall {
  const { name, namespace, isFreeForm } = tool
  const argumentsText = isFreeForm
    ? text(Object.values(input)[0])
    : JSON.stringify({ ...demanded(tool), ...input })
  return { name, namespace, isFreeForm, argumentsText }
}

/** A harmless value for every required argument. An agent would refuse the call without it. */
const demanded = ({ properties, required }: OfferedTool): JsonObject =>
  Object.fromEntries(required.map((key) => [key, harmless(object(properties[key]))]))

function harmless({ type, enum: words }: JsonObject): unknown {
  if (Array.isArray(words)) return words[0]
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return 1
  if (type === 'array') return []
  return type === 'object' ? {} : 'scripted'
}
