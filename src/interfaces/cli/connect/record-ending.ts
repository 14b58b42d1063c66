import { hookedPlaces } from '../../../agents/plugins.ts'
import { hearEnding, type Heard } from '../../../sessions/hear-ending.ts'
import { sizeOnDisk, type Ending } from '../../../sessions/ending.ts'
import { keepEnding } from '../../../sessions/ending-store.ts'
import { knownSecrets, shownText } from '../../shown.ts'
import type { HookEvent } from './hook-event.ts'
import { noticesOf, notifyOwner, waitsNotice } from './own-notices.ts'

const look = async (heard: Heard): Promise<Ending | null> =>
  hearEnding(heard, { env: process.env, places: hookedPlaces, secrets: knownSecrets() })

/** An agent may write the last record after its hook has started. */
const LOOKS = 10
const BETWEEN_MS = 200

/** Reads how the session ended, keeps it, and notifies a person if one is needed. The detached part of the hook. */
export async function recordEnding(event: HookEvent): Promise<void> {
  const { env } = process
  const { kind, session, cwd, message } = event
  if (kind === 'waits') return notifyOwner([waitsNotice(session, cwd, shownText(message))], env)
  const ending = await settledEnding(event)
  if (ending !== null && keepEnding(ending, env) && kind !== 'look') await notifyOwner(noticesOf(ending), env)
}

async function settledEnding(event: HookEvent): Promise<Ending | null> {
  let ending = await look(event)
  for (let looks = 1; looks < LOOKS && (ending === null || isPremature(event, ending)); looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
    if (ending === null || hasChanged(ending)) ending = await look(event)
  }
  return ending
}

/** Whether the session was written since it was read. An unchanged session is not read again. */
const hasChanged = ({ path, bytes }: Ending): boolean => sizeOnDisk(path) !== bytes

/** The agent has reported a failure or an end that is not in the file yet. */
function isPremature({ kind }: HookEvent, { status }: Ending): boolean {
  if (kind === 'look') return false
  return kind === 'failure' ? status !== 'failed' : status === 'cut-off' || status === 'undetermined'
}
