/** The event that an agent sends to a hook. Claude Code and Codex write `session_id`; Copilot CLI also writes `sessionId`. */
import { isAbsolute } from 'node:path'
import type { Heard } from '../../../sessions/hear-ending.ts'
import { parseObject, text } from '../../../signals/json.ts'

/** `waits`: the session waits for a permission. `look`: Mayday itself asks for the state of the session. */
type EventKind = 'start' | 'failure' | 'end' | 'waits' | 'look'

export type HookEvent = Heard & {
  readonly kind: EventKind
  /** The name of the event as the agent wrote it; '' if it did not. */
  readonly name: string
  /** Why a session starts: `startup`, `resume`, `clear`, `compact`. */
  readonly source: string
  /** Copilot CLI expects only the context, without a key around it. */
  readonly isPlain: boolean
  /** The agent's message to the person. */
  readonly message: string
}

/** The name of an event that Mayday sends to itself. No agent sends it. */
const LOOK_EVENT = 'MaydayLook'

const KINDS: Readonly<Record<string, EventKind>> = {
  SessionStart: 'start',
  sessionStart: 'start',
  StopFailure: 'failure',
  SessionEnd: 'end',
  sessionEnd: 'end',
  Notification: 'waits',
  [LOOK_EVENT]: 'look',
}

/** Claude Code and Gemini CLI also send notifications that need no person. */
const PERMISSIONS: ReadonlySet<string> = new Set(['permission_prompt', 'ToolPermission'])

const SESSION_ID = /^[\w-]{1,128}$/
const MOST_PATH_CHARS = 4096
const MOST_MESSAGE_CHARS = 1000

/** Null for all other events: the hook ignores it. */
export function parseEvent(json: string): HookEvent | null {
  const told = parseObject(json) ?? {}
  const field = (...keys: readonly string[]): string => keys.map((key) => text(told[key])).find(Boolean) ?? ''
  const name = field('hook_event_name', 'hookEventName')
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : unnamedKind(told)
  const session = field('session_id', 'sessionId')
  const cwd = field('cwd')
  const transcript = field('transcript_path', 'transcriptPath')
  if (kind === undefined || !SESSION_ID.test(session) || !isPath(cwd)) return null
  if (kind === 'waits' && !PERMISSIONS.has(field('notification_type'))) return null
  if (transcript !== '' && !isPath(transcript)) return null
  const message = field('message').slice(0, MOST_MESSAGE_CHARS)
  const source = field('source')
  const isPlain = name === '' || source === 'new' || 'initial_prompt' in told
  return { kind, name, session, cwd, transcript, source, isPlain, message }
}

const NAMES: Readonly<Record<EventKind, string>> = {
  start: 'SessionStart',
  failure: 'StopFailure',
  end: 'SessionEnd',
  waits: 'Notification',
  look: LOOK_EVENT,
}

/** The event as `parseEvent` reads it, without the fields that Mayday does not need. A payload may contain keys. */
export const writeEvent = ({
  kind,
  session,
  transcript,
  cwd,
  message,
}: Pick<HookEvent, 'kind' | 'session' | 'transcript' | 'cwd' | 'message'>): string =>
  JSON.stringify({
    hook_event_name: NAMES[kind],
    session_id: session,
    transcript_path: transcript,
    cwd,
    ...(kind === 'waits' ? { notification_type: 'permission_prompt', message } : {}),
  })

/** Copilot CLI does not name its own events. Only a start has a source, and only an end has a reason. */
function unnamedKind(told: Readonly<Record<string, unknown>>): EventKind | undefined {
  if (!('sessionId' in told)) return undefined
  if ('source' in told) return 'start'
  return 'reason' in told ? 'end' : undefined
}

const isPath = (path: string): boolean =>
  isAbsolute(path) && path.length <= MOST_PATH_CHARS && !path.includes('\0')
