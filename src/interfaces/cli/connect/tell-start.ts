import { spawnSync } from 'node:child_process'
import { claimEnding, newestEnding, type KeptEnding } from '../../../sessions/ending-store.ts'
import { sizeOnDisk, type Ending } from '../../../sessions/ending.ts'
import { rootOf } from '../../../sessions/project-root.ts'
import { isNews, tellEnding } from '../../../sessions/tell-ending.ts'
import { shownText } from '../../shown.ts'
import { writeEvent, type HookEvent } from './hook-event.ts'

/** Prints what the model of a new session should know. Prints nothing if there is no news. */
export function tellStart(event: HookEvent, out: (text: string) => void): void {
  const root = rootOf(event.cwd, process.env)
  const kept = root === null || event.source === 'compact' ? null : newsFor(event, root)
  if (kept === null || !claimEnding(kept)) return
  out(`${JSON.stringify(outputFor(event, shownText(tellEnding(kept.ending))))}\n`)
}

function newsFor(event: HookEvent, root: string): KeptEnding | null {
  const kept = newestEnding(root, process.env)
  if (kept === null || kept.ending.session === event.session) return null
  const now = hasGrown(kept.ending) ? readAgain(kept, root) : kept
  return now !== null && isNews(now.ending, Date.now()) ? now : null
}

/** Reading more would delay the agent. */
const MOST_BYTES = 16 * 1024 * 1024

/** A session whose file has grown continued after its hook, so the kept ending may be outdated. */
function hasGrown({ path, bytes }: Ending): boolean {
  const size = sizeOnDisk(path)
  return size !== 0 && size !== bytes && size <= MOST_BYTES
}

/** The longest time that the agent waits. */
const PATIENCE_MS = 2500

/**
 * Starts a process that reads the session and keeps its ending. This process does not load the readers, because that
 * would delay the agent.
 */
function readAgain({ ending }: KeptEnding, root: string): KeptEnding | null {
  const { session, path } = ending
  const event = { kind: 'look', session, transcript: path, cwd: root, message: '' } as const
  spawnSync(process.execPath, [process.argv[1] ?? '', 'hook', '--record'], {
    input: writeEvent(event),
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: PATIENCE_MS,
  })
  return newestEnding(root, process.env)
}

/** Codex refuses keys that it does not know. */
const outputFor = ({ isPlain }: HookEvent, additionalContext: string): object =>
  isPlain
    ? { additionalContext }
    : { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } }
