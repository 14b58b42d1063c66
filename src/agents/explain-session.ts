import { createReadStream } from 'node:fs'
import type { Evidence, Explanation } from '../diagnosis/explain.ts'
import { redact } from '../secrets/secrets.ts'
import type { AfterSession } from './agent.ts'
import { explain, type ExplainOptions } from './explain.ts'

/** Explains a truncated session file from another file of the agent; null if that adds nothing. */
export async function explainByLog(
  session: string,
  found: Explanation,
  options: ExplainOptions,
): Promise<Explanation | null> {
  if (found.rule !== 'unknown.cut-off') return null
  // Only such a session needs more of an agent than its reader.
  const { agents } = await import('./agents.ts')
  const agent = agents.find(({ name }) => name === found.agent)
  const after = agent?.afterSession?.(session) ?? null
  if (after === null) return null
  const told = await explain(continued(session, after), options)
  return { ...told, evidence: [evidenceOf(after, options)] }
}

async function* continued(session: string, { record }: AfterSession): AsyncGenerator<Uint8Array> {
  yield* createReadStream(session)
  yield Buffer.from(`\n${JSON.stringify(record)}\n`)
}

const evidenceOf = (
  { file, line, byteOffset, text }: AfterSession,
  { secrets = [] }: ExplainOptions,
): Evidence => ({ source: 'declared', file, line, byteOffset, excerpt: redact(text, secrets) })
