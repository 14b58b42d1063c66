import { tryJson } from '../../bytes/try-json.ts'
import { list, text } from '../../json.ts'
import { errorOf } from './generic-errors.ts'
import { outcomeOf } from './outcomes.ts'
import type { Story } from './story.ts'

const LOOSE =
  /^ {0,8}"(exit_status|exit_reason|stop_reason|terminal_reason|termination_reason|failure_reason|failure_mode|subtype|outcome|verdict|final_status|status|error|error_message|error_type)"\s*:\s*("(?:[^"\\]|\\.){1,400}")\s*,?$/

/** Reads a field on its own line, from a document whose beginning or end was cut off. */
export function readLooseField(story: Story, line: string): boolean {
  const [, key = '', quoted = ''] = (line.includes('":') ? LOOSE.exec(line) : null) ?? []
  if (key === '') return false
  const value = unquote(quoted)
  const error = key.startsWith('error') ? errorOf({ error: value }) : null
  const what = error?.what ?? outcomeOf(value)
  if (what === null) return false
  if (what === 'success') story.succeeded(value, 'text', quoted)
  else story.ended({ source: 'typed', what, message: value, needle: quoted }, 'text', true)
  return true
}

function unquote(quoted: string): string {
  const value = tryJson(`[${quoted}]`)
  // If it is not a JSON string, the text between the quotes is used as it is.
  return value === undefined ? quoted.slice(1, -1) : text(list(value)[0])
}
