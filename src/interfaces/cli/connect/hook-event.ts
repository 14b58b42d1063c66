/** What an agent tells a hook. Claude Code and Codex write `session_id`; Copilot CLI also writes `sessionId`. */
import { isAbsolute } from 'node:path'
import type { Heard } from '../../../sessions/hear-ending.ts'
import { parseObject, text } from '../../../signals/json.ts'

export type HookEvent = Heard & {
  readonly kind: 'start' | 'failure' | 'end'
  /** The name of the event as the agent wrote it; '' if it did not. */
  readonly name: string
  /** Why a session starts: `startup`, `resume`, `clear`, `compact`. */
  readonly source: string
}

const KINDS: Readonly<Record<string, HookEvent['kind']>> = {
  SessionStart: 'start',
  sessionStart: 'start',
  StopFailure: 'failure',
  SessionEnd: 'end',
  sessionEnd: 'end',
}

const SESSION_ID = /^[\w-]{1,128}$/
const MOST_PATH_CHARS = 4096

/** Null for everything that is no such event: the hook ignores it. */
export function parseEvent(json: string): HookEvent | null {
  const told = parseObject(json) ?? {}
  const field = (...keys: readonly string[]): string => keys.map((key) => text(told[key])).find(Boolean) ?? ''
  const name = field('hook_event_name', 'hookEventName')
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : unnamedKind(told)
  const session = field('session_id', 'sessionId')
  const cwd = field('cwd')
  const transcript = field('transcript_path', 'transcriptPath')
  if (kind === undefined || !SESSION_ID.test(session) || !isPath(cwd)) return null
  if (transcript !== '' && !isPath(transcript)) return null
  return { kind, name, session, cwd, transcript, source: field('source') }
}

/** Copilot CLI does not name its own events. Only a start has a source, and only an end has a reason. */
function unnamedKind(told: Readonly<Record<string, unknown>>): HookEvent['kind'] | undefined {
  if (!('sessionId' in told)) return undefined
  if ('source' in told) return 'start'
  return 'reason' in told ? 'end' : undefined
}

const isPath = (path: string): boolean =>
  isAbsolute(path) && path.length <= MOST_PATH_CHARS && !path.includes('\0')
