import type { JsonObject } from '../bytes/records.ts'
import { text } from '../json.ts'
import type { Notes } from '../notes.ts'

/** The names under which agents pass a path or a command to a tool. */
const PATH_KEYS = ['file_path', 'filePath', 'path', 'absolute_path', 'notebook_path', 'filename', 'file']
const COMMAND_KEYS = ['command', 'cmd', 'script', 'input', 'code']

const EDITS = /edit|write|create|patch|replace|insert|update/i

/** Notes a tool call in a few words: the command that ran, or the file that it touched. */
export function describeTool(notes: Notes, id: string, name: string, input: JsonObject): void {
  const path = PATH_KEYS.map((key) => text(input[key])).find((value) => value !== '') ?? ''
  const commandValue = COMMAND_KEYS.map((key) => input[key]).find(
    (value) => typeof value === 'string' || Array.isArray(value),
  )
  const command = Array.isArray(commandValue) ? commandValue.map(String).join(' ') : text(commandValue)
  if (path !== '' && EDITS.test(name)) notes.file(path)
  const action = `${name} ${path || command || text(input['description'])}`.trim()
  notes.toolStarted(id, action, path === '' && command !== '' ? action : null)
}
