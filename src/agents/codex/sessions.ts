import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { object, text, textOfParts } from '../../signals/json.ts'
import type { JsonObject } from '../../signals/bytes/records.ts'
import { folderOf, foldersIn, sessionsIn, unknownLiving } from '../session-files.ts'
import type { Listed, Living, Look, SessionNews, SessionPlace } from '../session-place.ts'

const VARIABLES = ['CODEX_HOME']

const folder: SessionPlace['folder'] = (env) => folderOf(env, VARIABLES, '.codex')

const ROLLOUT = /^rollout-.{10,40}?-([\da-f]{8}-[\da-f-]{27})\.jsonl$/

const idOf = (name: string): string | null => ROLLOUT.exec(name)?.[1] ?? null

/** `sessions/2026/11/16/rollout-….jsonl`. */
function* list({ env }: Look): Generator<Listed> {
  yield* listBelow(join(folder(env), 'sessions'), 3)
}

function* listBelow(place: string, depth: number): Generator<Listed> {
  if (depth === 0) return yield* sessionsIn(place, idOf)
  for (const one of foldersIn(place)) {
    if (typeof one === 'string') yield* listBelow(one, depth - 1)
    else yield one
  }
}

/** Older versions do not record the beginning of a turn. Then the person's message begins it. */
function open(): (record: JsonObject) => SessionNews | null {
  const turn = { isOpen: false, isAsked: false }
  return (record) => {
    const payload = object(record['payload'])
    if (record['type'] === 'session_meta') return metaOf(payload)
    if (record['type'] === 'turn_context') return { cwd: text(payload['cwd']), model: text(payload['model']) }
    if (record['type'] !== 'event_msg') return null
    if (/^(?:task|turn)_started$/.test(text(payload['type']))) {
      Object.assign(turn, { isOpen: true, isAsked: false })
      return { opensTurn: true }
    }
    const asked = askedIn(payload)
    if (asked === '' || (turn.isAsked && turn.isOpen)) return null
    turn.isAsked = true
    return turn.isOpen ? { asked } : { opensTurn: true, asked }
  }
}

function askedIn(event: JsonObject): string {
  const item = object(event['item'])
  if (event['type'] === 'user_message') return text(event['message'])
  return item['type'] === 'UserMessage' ? textOfParts(item['content']) : ''
}

function metaOf(payload: JsonObject): SessionNews {
  const { parent_thread_id: parent } = object(object(object(payload['source'])['subagent'])['thread_spawn'])
  const owner = text(parent) || text(payload['parent_thread_id'])
  return {
    cwd: text(payload['cwd']),
    branch: text(object(payload['git'])['branch']),
    ...(owner === '' ? {} : { parent: owner }),
  }
}

/** Codex holds a lock on `thread-writer-locks/ID.lock` while it writes. A killed one leaves the file without a lock. */
function living({ env }: Look): Living {
  const held = heldLocks()
  if (held === null) return unknownLiving
  const locks = join(folder(env), 'thread-writer-locks')
  return { isAlive: ({ id }) => isHeld(join(locks, `${id}.lock`), held), isComplete: false }
}

function isHeld(lock: string, held: ReadonlySet<number>): boolean {
  const inode = statSync(lock, { throwIfNoEntry: false })?.ino
  return inode !== undefined && held.has(inode)
}

/** The inodes of all locked files; null if the system does not list them. */
function heldLocks(): ReadonlySet<number> | null {
  try {
    const lines = readFileSync('/proc/locks', 'latin1').split('\n')
    return new Set(lines.flatMap((line) => / [\da-f]+:[\da-f]+:(\d+) /.exec(line)?.[1] ?? []).map(Number))
  } catch {
    // Only Linux has it.
    return null
  }
}

export const sessions: SessionPlace = {
  agent: 'codex',
  title: 'Codex',
  variables: VARIABLES,
  folder,
  list,
  format: {
    cues: [
      '"type":"session_meta"',
      '"type":"turn_context"',
      '"type":"task_started"',
      '"type":"turn_started"',
      '"type":"user_message"',
      '"type":"UserMessage"',
    ],
    open,
    figures: { costUsd: 'turn', tokens: 'session' },
  },
  living,
}
