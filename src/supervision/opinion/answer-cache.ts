/**
 * Answers of agents, so that the same question is not paid for twice.
 *
 * K1 They lie in the user's own cache folder, which nobody else may read. K2 A kept answer is judged again against the
 * log: whoever can change the file gains no more than an agent that lies. K3 A cache that cannot be used costs only a
 * question.
 */
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import * as v from 'valibot'
import { MaydayError } from '../../errors.ts'
import { privateFolder } from '../../record/private-folder.ts'
import { readPlain } from '../../record/plain-file.ts'
import { amount, parseJson, type Shape } from '../../record/schema.ts'
import { homeOf, type Env } from '../../record/state-home.ts'
import { writeWhole } from '../../record/write-whole.ts'

const FORMAT = 'mayday.answer/1'
const MOST_BYTES = 64 * 1024

const answerSchema = v.object({
  format: v.literal(FORMAT),
  /** The agent's words, redacted. */
  said: v.string(),
  model: v.nullable(v.string()),
  costUsd: v.nullable(amount),
  tokens: v.nullable(amount),
})

export type KeptAnswer = Omit<Shape<typeof answerSchema>, 'format'>

/** The file of one question: by the bytes of the log, and everything else that the question depends on. */
export function answerPath(parts: readonly unknown[], env: Env): string {
  const { XDG_CACHE_HOME: chosen } = env
  const home = chosen !== undefined && isAbsolute(chosen) ? chosen : join(homeOf(env), '.cache')
  const name = createHash('sha256')
    .update(JSON.stringify([FORMAT, ...parts]))
    .digest('hex')
  return join(home, 'mayday', 'answers', `${name}.json`)
}

export function readAnswer(path: string): KeptAnswer | null {
  try {
    privateFolder(join(path, '..'))
    return parseJson(answerSchema, readPlain(path, MOST_BYTES).toString('utf8'))
  } catch {
    // K3: missing, damaged or not private. The agent is asked again.
    return null
  }
}

export function keepAnswer(path: string, kept: KeptAnswer): void {
  try {
    privateFolder(join(path, '..'))
    writeWhole(path, `${JSON.stringify({ format: FORMAT, ...kept })}\n`, 'unsynced')
  } catch (error) {
    // K3. A bug is not a full disk.
    if (!(error instanceof MaydayError) && !(error instanceof Error && 'code' in error)) throw error
    rmSync(path, { force: true })
  }
}
