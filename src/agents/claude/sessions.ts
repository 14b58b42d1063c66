import { join } from 'node:path'
import { parseObject, number, object, objects, text } from '../../signals/json.ts'
import type { JsonObject } from '../../signals/bytes/records.ts'
import { readPlainText } from '../../record/plain-file.ts'
import { openProcesses } from '../../supervision/processes/open-processes.ts'
import { livingProcess } from '../process-start.ts'
import { entriesOf, folderOf, foldersIn, jsonlId, sessionsIn, subagentsIn } from '../session-files.ts'
import type { Listed, Living, Look, SessionNews, SessionPlace } from '../session-place.ts'

const VARIABLES = ['CLAUDE_CONFIG_DIR']

const folder: SessionPlace['folder'] = (env) => folderOf(env, VARIABLES, '.claude')

/** Older versions keep the files of subagents beside the session: `agent-1a2b.jsonl`. They are part of it. */
const idOf = (name: string): string | null => (name.startsWith('agent-') ? null : jsonlId(name))

function* list({ env }: Look): Generator<Listed> {
  for (const project of foldersIn(join(folder(env), 'projects'))) {
    if (typeof project === 'string') yield* listProject(project)
    else yield project
  }
}

function* listProject(project: string): Generator<Listed> {
  yield* sessionsIn(project, idOf)
  yield* subagentsIn(project, { below: 'subagents' })
}

/** Text that no person typed: notices of Claude Code, the output of its own commands, an interrupt. */
const NOT_ASKED =
  /^(?:\[Request interrupted by user|<(?:local-command-|bash-std|bash-input|task-notification|system-reminder|command-message>(?!.{0,200}<command-name>))|Caveat: )/s

/** Commands that Claude Code executes itself, without a request to the model. */
const COMMAND =
  /<command-name>\s*(\/?[\w:-]{1,80})\s*<\/command-name>(?:.{0,400}?<command-args>(.{0,2000}?)<\/command-args>)?/s

function open(): (record: JsonObject) => SessionNews | null {
  let promptId = ''
  return (record) => {
    if (record['type'] !== 'user' || record['isSidechain'] === true) return null
    const asked = askedIn(record)
    if (asked === null) return null
    const id = text(record['promptId'])
    const isSame = id !== '' && id === promptId
    promptId = id
    return {
      ...(isSame ? {} : { opensTurn: true, asked }),
      cwd: text(record['cwd']),
      branch: text(record['gitBranch']),
    }
  }
}

function askedIn(record: JsonObject): string | null {
  if (record['isMeta'] === true || record['isCompactSummary'] === true) return null
  const { content } = object(record['message'])
  const parts = objects(content)
  if (parts.some((part) => part['type'] === 'tool_result')) return null
  const said = text(content) || parts.map((part) => text(part['text'])).join('\n')
  const [, command, args = ''] = COMMAND.exec(said.slice(0, 4000)) ?? []
  if (command !== undefined) return `${command} ${args}`.trim()
  return NOT_ASKED.test(said) ? null : said
}

/** `sessions/PID.json` of interactive sessions names the process and its start. A session of `claude -p` has none. */
function living({ env }: Look): Living {
  const processes = openProcesses()
  const alive = new Set<string>()
  const place = join(folder(env), 'sessions')
  for (const entry of entriesOf(place)) {
    if ('unreadable' in entry || !/^\d{1,10}\.json$/.test(entry.name)) continue
    const note = parseObject(readPlainText(join(place, entry.name)) ?? '') ?? {}
    const found = livingProcess(processes, number(note['pid']) ?? -1)
    const start = text(note['procStart'])
    if (found !== null && (start === '' || start === found.startedAt)) alive.add(text(note['sessionId']))
  }
  return { isAlive: ({ id }) => alive.has(id), isComplete: false }
}

export const sessions: SessionPlace = {
  agent: 'claude',
  title: 'Claude Code',
  variables: VARIABLES,
  folder,
  list,
  format: {
    cues: ['"type":"user"'],
    butNot: ['"tool_use_id":', '"type":"tool_result"'],
    untimed: ['{"type":"queue-operation"'],
    open,
    figures: { costUsd: 'session', tokens: 'turn' },
  },
  living,
}
