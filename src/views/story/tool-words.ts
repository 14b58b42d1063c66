import type { JsonObject } from '../../signals/bytes/records.ts'
import { text } from '../../signals/json.ts'
import { isEdit, toolTarget } from '../../signals/agents/describe-tool.ts'
import type { ToolEntry } from './story-schema.ts'

const SEARCHES = /grep|glob|search|find|list|^ls$/i
const READS = /read|view|open|cat$|fetch/i
const SOUGHT = ['pattern', 'query', 'regex', 'url', 'glob', 'prompt', 'description', 'subject']

/** What a tool call did, in a word, and with what. The names of tools differ between agents. */
export function toolWords(tool: string, input: JsonObject): Pick<ToolEntry, 'verb' | 'target'> {
  const { path, command } = toolTarget(input)
  const sought = SOUGHT.map((key) => text(input[key])).find((value) => value !== '') ?? ''
  const patched = patchedFiles(command)
  if (patched !== '') return { verb: 'Edited', target: oneLine(patched) }
  if (path !== '' && isEdit(tool)) return { verb: 'Edited', target: path }
  if (SEARCHES.test(tool) && sought !== '') return { verb: 'Searched', target: oneLine(sought) }
  if (path !== '' && READS.test(tool)) return { verb: 'Read', target: path }
  if (command !== '' && path === '') return { verb: 'Ran', target: oneLine(withoutShell(command)) }
  const target = path || sought || command
  return { verb: 'Used', target: oneLine(target === '' ? tool : `${tool} ${target}`) }
}

/** Some agents hand each command to a shell. */
const withoutShell = (command: string): string =>
  /^(?:\/\S+\/)?(?:ba|z)?sh -l?c (?<quote>['"])(?<inner>.*)\k<quote>$/s.exec(command)?.groups?.['inner'] ??
  command

/** A patch names its files in its own lines. */
const patchedFiles = (command: string): string =>
  command.includes('*** Begin Patch')
    ? [...command.slice(0, 100_000).matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)]
        .map(([, file = '']) => file)
        .join(', ')
    : ''

const MOST_TARGET = 300

export const oneLine = (words: string): string => {
  const line = words.trim().replaceAll(/\s+/g, ' ')
  return line.length > MOST_TARGET ? `${line.slice(0, MOST_TARGET)}…` : line
}

/** The input of a call as a person reads it: long texts as they are, and the rest as JSON. */
export function inputText(input: JsonObject): string {
  const parts = Object.entries(input).map(([key, value]) => {
    const said = typeof value === 'string' ? value : JSON.stringify(value)
    return said.includes('\n') ? `${key}:\n${said}` : `${key}: ${said}`
  })
  return parts.join('\n')
}
