import { statSync } from 'node:fs'
import { hookedPlaces } from '../../../agents/plugins.ts'
import { hearEnding, type Heard } from '../../../sessions/hear-ending.ts'
import type { Ending } from '../../../sessions/ending.ts'
import { keepEnding } from '../../../sessions/ending-store.ts'
import { knownSecrets } from '../../shown.ts'
import type { HookEvent } from './hook-event.ts'

const look = async (heard: Heard): Promise<Ending | null> =>
  hearEnding(heard, { env: process.env, places: hookedPlaces, secrets: knownSecrets() })

export const rereadEnding = async ({ session, path, root }: Ending): Promise<Ending | null> =>
  look({ session, transcript: path, cwd: root })

/** An agent may write the last record after its hook has started. */
const LOOKS = 10
const BETWEEN_MS = 200

/** Reads how the session ended and keeps it. This is the detached part of the hook. */
export async function recordEnding(event: HookEvent): Promise<void> {
  const ending = await settledEnding(event)
  if (ending !== null) keepEnding(ending, process.env)
}

async function settledEnding(event: HookEvent): Promise<Ending | null> {
  let ending = await look(event)
  for (let looks = 1; looks < LOOKS && (ending === null || isPremature(event, ending)); looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
    if (ending === null || hasChanged(ending)) ending = await look(event)
  }
  return ending
}

/** A large session is not read again for nothing. */
const hasChanged = ({ path, bytes }: Ending): boolean =>
  statSync(path, { throwIfNoEntry: false })?.size !== bytes

/** The agent has told of a failure or an end that is not in the file yet. */
const isPremature = ({ kind }: HookEvent, { status }: Ending): boolean =>
  kind === 'failure' ? status !== 'failed' : status === 'cut-off' || status === 'undetermined'
