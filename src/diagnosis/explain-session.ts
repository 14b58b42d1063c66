import { readFileSync } from 'node:fs'
import { redact } from '../secrets/secrets.ts'
import { lastFailedRequest, processLogOf, type FailedRequest } from '../signals/agents/copilot-log.ts'
import { parseObject, text } from '../signals/json.ts'
import { explain, type Evidence, type ExplainOptions, type Explanation } from './explain.ts'

/**
 * What the log of the agent's process tells of a session file that only breaks off. Copilot CLI writes failed requests
 * into its session only when it gives up, so a session that was killed while it tried again is silent about them. Only a
 * failure after the last event counts: the agent got over any earlier one.
 */
export async function explainByLog(
  session: string,
  found: Explanation,
  options: ExplainOptions,
): Promise<Explanation | null> {
  const log = found.agent === 'copilot' && found.rule === 'unknown.cut-off' ? processLogOf(session) : null
  const failed = log === null ? null : lastFailedRequest(log)
  if (log === null || failed === null || failed.at <= lastEventIn(session)) return null
  const told = await explain(streamOf(session, failed), options)
  return { ...told, evidence: [evidenceOf(log, failed, options)] }
}

/** ISO instants of one zone compare as text. */
const lastEventIn = (session: string): string =>
  text(parseObject(readFileSync(session, 'utf8').trimEnd().split('\n').at(-1) ?? '')?.['timestamp'])

/** The session with the failed request as Copilot's own stream would have told it. */
async function* streamOf(session: string, { at, status }: FailedRequest): AsyncGenerator<Uint8Array> {
  yield readFileSync(session)
  const data = { ...(status === null ? {} : { statusCode: status }), failureKind: 'api', retryAttempt: 0 }
  const event = { type: 'model.call_failure', data, timestamp: at, parentId: null }
  yield Buffer.from(`\n${JSON.stringify(event)}\n`)
}

const evidenceOf = (
  file: string,
  { line, byteOffset, text: excerpt }: FailedRequest,
  { secrets = [] }: ExplainOptions,
): Evidence => ({ source: 'declared', file, line, byteOffset, excerpt: redact(excerpt, secrets) })
