/**
 * Reads how a session ended, after a hook has named it.
 *
 * H1 The input of a hook is untrusted. The named path is compared and never opened. The session is looked up by its id
 * among the regular files in the agents' own session folders.
 */
import { dirname } from 'node:path'
import { explainByLog } from '../agents/explain-session.ts'
import type { FoundSession, SessionPlace } from '../agents/session-place.ts'
import type { Env } from '../record/state-home.ts'
import { kept, sizeOnDisk, type Ending } from './ending.ts'
import { realOf, rootOf } from './project-root.ts'
import { readSession } from './read-session.ts'
import type { SessionDigest } from './session-builder.ts'
import type { SessionTurn } from './session-schema.ts'

/** The input of a hook about a session. */
export type Heard = { readonly session: string; readonly transcript: string; readonly cwd: string }

export type HearOptions = {
  readonly env: Env
  readonly places: readonly SessionPlace[]
  readonly secrets: readonly string[]
}

/** Null if no agent keeps such a session, or if it has no prompt. */
export async function hearEnding(heard: Heard, options: HearOptions): Promise<Ending | null> {
  const at = findHeard(heard, options)
  if (at === null) return null
  const { digest } = readSession(at.found, at.place, options.secrets)
  const last = digest?.turns.at(-1)
  if (digest === null || last === undefined || digest.parent !== null) return null
  const root = rootOf(digest.cwd ?? heard.cwd, options.env) ?? rootOf(heard.cwd, options.env)
  if (root === null) return null
  return endingOf(
    { ...at, session: heard.session, digest, root, last: await withLog(at.found, digest, last, options) },
    options,
  )
}

type At = { readonly found: FoundSession; readonly place: SessionPlace }

function findHeard({ session, transcript, cwd }: Heard, { env, places }: HearOptions): At | null {
  for (const place of places)
    for (const found of place.list({ env, here: cwd }))
      if ('id' in found && found.parent === undefined && isNamed(found, session, transcript))
        return { found, place }
  return null
}

/** Gemini CLI keeps only the beginning of the id in the name of the file. */
const isNamed = (found: FoundSession, session: string, transcript: string): boolean =>
  (found.id === session || (transcript !== '' && session.startsWith(found.id))) && names(transcript, found)

/** H1. Some agents name the folder of the session, and some name nothing. */
function names(transcript: string, { path }: FoundSession): boolean {
  if (transcript === '') return true
  const named = realOf(transcript)
  const real = realOf(path)
  return named !== null && real !== null && (named === real || named === dirname(real))
}

/** Copilot CLI reports some failures only in the log of its process. */
async function withLog(
  { path }: FoundSession,
  { explanation }: SessionDigest,
  last: SessionTurn,
  { secrets }: HearOptions,
): Promise<SessionTurn> {
  if (last.status !== 'cut-off' || explanation === null) return last
  const told = await explainByLog(path, explanation, { secrets })
  if (told === null || told.rule === explanation.rule) return last
  return { ...last, status: 'failed', reason: told.reason, said: told.evidence[0]?.excerpt ?? null }
}

const MOST_FILES = 8
const MOST_ACTIONS = 5
const PATH_CHARS = 120

type Read = At & {
  readonly session: string
  readonly digest: SessionDigest
  readonly root: string
  readonly last: SessionTurn
}

const endingOf = ({ session, found, place, digest, root, last }: Read, { secrets }: HearOptions): Ending => ({
  format: 'mayday.ending/1',
  agent: place.agent,
  title: place.title,
  session,
  root,
  path: found.path,
  // In a database the size of a session is only a measure of change.
  bytes: place.records === undefined ? found.size : sizeOnDisk(found.path),
  status: last.status,
  reason: last.reason,
  said: kept(last.said ?? '', secrets),
  asked: kept(last.asked || digest.asked, secrets),
  lastWords: kept(digest.lastWords, secrets),
  tried: digest.actions.slice(-MOST_ACTIONS).map((action) => kept(action, secrets, PATH_CHARS)),
  files: digest.files.slice(-MOST_FILES).map((file) => kept(file, secrets, PATH_CHARS)),
  turns: digest.unlisted + digest.turns.length,
  resetAt: last.resetAt,
  endedAt: last.endedAt ?? new Date(found.changedMs).toISOString(),
})
