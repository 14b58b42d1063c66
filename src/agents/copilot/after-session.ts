import { closeSync, fstatSync, readSync } from 'node:fs'
import { openPlain } from '../../record/plain-file.ts'
import { parseObject, text } from '../../signals/json.ts'
import type { AfterSession } from '../agent.ts'
import { lastFailedRequest, processLogOf } from './process-log.ts'

/**
 * Finds the request that failed after the last event of a session. Copilot CLI writes failed requests into its
 * session only when it gives up. If it was killed during its retries, only the log of its process contains them. Only
 * a failure after the last event counts: the agent recovered from any earlier one.
 */
export function afterSession(session: string): AfterSession | null {
  const file = processLogOf(session)
  const failed = file === null ? null : lastFailedRequest(file)
  if (file === null || failed === null || failed.at <= lastEventIn(session)) return null
  const { at, status, ...place } = failed
  const data = { ...(status === null ? {} : { statusCode: status }), failureKind: 'api', retryAttempt: 0 }
  return { record: { type: 'model.call_failure', data, timestamp: at, parentId: null }, file, ...place }
}

/** ISO times in one zone compare as text. */
const lastEventIn = (session: string): string =>
  text(parseObject(endOf(session).trimEnd().split('\n').at(-1) ?? '')?.['timestamp'])

/** No event is larger. A session can be larger than a text in memory. */
const MOST_BYTES = 8 * 1024 * 1024

function endOf(session: string): string {
  const file = openPlain(session)
  try {
    const { size } = fstatSync(file)
    const bytes = Buffer.alloc(Math.min(size, MOST_BYTES))
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, size - bytes.length))
  } finally {
    closeSync(file)
  }
}
