import type { JsonObject } from '../bytes/records.ts'
import { text } from '../json.ts'
import type { Notes } from '../notes.ts'

/** The names under which agents pass a path or a command to a tool. */
const PATH_KEYS = ['file_path', 'filePath', 'path', 'absolute_path', 'notebook_path', 'filename', 'file']
const COMMAND_KEYS = ['command', 'cmd', 'script', 'input', 'code']

const EDITS = /edit|write|create|patch|replace|insert|update/i

/** The file that a tool call touches, and the command that it runs. Either may be empty. */
export function toolTarget(input: JsonObject): { readonly path: string; readonly command: string } {
  const path = PATH_KEYS.map((key) => text(input[key])).find((value) => value !== '') ?? ''
  const value = COMMAND_KEYS.map((key) => input[key]).find(
    (one) => typeof one === 'string' || Array.isArray(one),
  )
  return { path, command: Array.isArray(value) ? value.map(String).join(' ') : text(value) }
}

/** Whether a tool of this name changes a file. */
export const isEdit = (name: string): boolean => EDITS.test(name)

/** Notes a tool call in a few words: the command that ran, or the file that it touched. */
export function describeTool(notes: Notes, id: string, name: string, input: JsonObject): void {
  const { path, command } = toolTarget(input)
  if (path !== '' && isEdit(name)) notes.file(path)
  const action = `${name} ${path || command || text(input['description'])}`.trim()
  notes.toolStarted(id, action, path === '' && command !== '' ? action : null)
}
