import { databaseSessions } from '../opencode/sessions.ts'
import type { SessionPlace } from '../session-place.ts'

export const sessions: SessionPlace = databaseSessions('kilo', 'Kilo Code')
