import { aiderSessions } from './aider/sessions.ts'
import { claudeSessions } from './claude/sessions.ts'
import { codexSessions } from './codex/sessions.ts'
import { copilotSessions } from './copilot/sessions.ts'
import { geminiSessions } from './gemini/sessions.ts'
import { gooseSessions } from './goose/sessions.ts'
import { opencodeSessions } from './opencode/sessions.ts'
import { qwenSessions } from './qwen/sessions.ts'
import type { SessionPlace } from './session-place.ts'

/** Every agent whose sessions Mayday finds. */
export const sessionPlaces: readonly SessionPlace[] = [
  claudeSessions,
  codexSessions,
  geminiSessions,
  qwenSessions,
  copilotSessions,
  opencodeSessions,
  gooseSessions,
  aiderSessions,
]
