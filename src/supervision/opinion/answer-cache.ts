/**
 * A cache of answers of agents, so that the same question is not paid for twice.
 *
 * K1 Answers are in the user's cache folder, which no other user may read.
 * K2 A cached answer is checked against the log again. So changing the file gains no more than a lying agent.
 * K3 A cache that cannot be used only costs a question.
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
  /** The agent's answer, redacted. */
  said: v.string(),
  model: v.nullable(v.string()),
  costUsd: v.nullable(amount),
  tokens: v.nullable(amount),
})

export type KeptAnswer = Omit<Shape<typeof answerSchema>, 'format'>

/** The cache file of one question, named by the bytes of the log and everything else that the question depends on. */
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
    // K3: the file is missing, damaged or not private. The agent is asked again.
    return null
  }
}

export function keepAnswer(path: string, kept: KeptAnswer): void {
  try {
    privateFolder(join(path, '..'))
    writeWhole(path, `${JSON.stringify({ format: FORMAT, ...kept })}\n`, 'unsynced')
  } catch (error) {
    // K3. Bugs are not caught here.
    if (!(error instanceof MaydayError) && !(error instanceof Error && 'code' in error)) throw error
    rmSync(path, { force: true })
  }
}
