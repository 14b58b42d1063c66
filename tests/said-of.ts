import { bytesOf } from './bytes-of.ts'
import { explain } from './knowing-agents.ts'

/** The reason of an output, or the verdict if there is none, and the first line of the evidence. */
export async function saidOf(lines: readonly string[]): Promise<string> {
  const { verdict, reason, evidence } = await explain(bytesOf(`${lines.join('\n')}\n`), {})
  return `${verdict === 'failed' ? reason : verdict} ${evidence[0]?.line ?? '-'}`
}
