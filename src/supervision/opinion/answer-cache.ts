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
import { MaydayError } from '../../errors.ts'
import { privateFolder } from '../../record/private-folder.ts'
import { readPlain } from '../../record/plain-file.ts'
import { isNumber, isText, orNull, shaped } from '../../record/shape.ts'
import { homeOf, type Env } from '../../record/state-home.ts'
import { writeWhole } from '../../record/write-whole.ts'
import { parseObject, number, text } from '../../signals/json.ts'

export type KeptAnswer = {
  /** The agent's words, redacted. */
  readonly said: string
  readonly model: string | null
  readonly costUsd: number | null
  readonly tokens: number | null
}

const FORMAT = 'mayday.answer/1'
const MOST_BYTES = 64 * 1024

const isKept = shaped({
  said: isText,
  model: orNull(isText),
  costUsd: orNull(isNumber),
  tokens: orNull(isNumber),
})

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
    const found = parseObject(readPlain(path, MOST_BYTES).toString('utf8'))
    if (found === null || found['format'] !== FORMAT || !isKept(found)) return null
    const model = found['model'] === null ? null : text(found['model'])
    const { costUsd, tokens } = found
    return {
      said: text(found['said']),
      model,
      costUsd: number(costUsd) ?? null,
      tokens: number(tokens) ?? null,
    }
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
