import { agents } from './agents.ts'
import type { SessionPlace } from './session-place.ts'

/** Every agent whose sessions Mayday finds. */
export const sessionPlaces: readonly SessionPlace[] = agents.flatMap(({ sessions }) => sessions ?? [])
