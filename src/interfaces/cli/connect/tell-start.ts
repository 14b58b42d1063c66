import { statSync } from 'node:fs'
import { claimEnding, newestEnding, type KeptEnding } from '../../../sessions/ending-store.ts'
import type { Ending } from '../../../sessions/ending.ts'
import { rootOf } from '../../../sessions/project-root.ts'
import { isNews, tellEnding } from '../../../sessions/tell-ending.ts'
import { shownText } from '../../shown.ts'
import type { Screen } from '../command.ts'
import type { HookEvent } from './hook-event.ts'

/** Prints what the model of a new session shall know. Nothing is printed if there is no news. */
export async function tellStart(event: HookEvent, screen: Pick<Screen, 'out'>): Promise<void> {
  const root = rootOf(event.cwd, process.env)
  const kept = root === null ? null : newestEnding(root, process.env)
  if (kept === null || event.source === 'compact' || kept.ending.session === event.session) return
  const ending = await upToDate(kept)
  if (!isNews(ending, Date.now()) || !claimEnding(kept)) return
  screen.out(`${JSON.stringify(outputFor(event, shownText(tellEnding(ending))))}\n`)
}

/** Reading more would hold up the agent. */
const MOST_BYTES = 16 * 1024 * 1024

/** A session whose file has grown went on after its hook: what was kept of it may be over. */
async function upToDate({ ending }: KeptEnding): Promise<Ending> {
  const size = statSync(ending.path, { throwIfNoEntry: false })?.size ?? ending.bytes
  if (size === ending.bytes || size > MOST_BYTES) return ending
  const { rereadEnding } = await import('./record-ending.ts')
  return (await rereadEnding(ending)) ?? ending
}

/** Codex refuses keys that it does not know. Copilot CLI's own events have no name and want the context alone. */
const outputFor = ({ name }: HookEvent, additionalContext: string): object =>
  name === ''
    ? { additionalContext }
    : { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } }
