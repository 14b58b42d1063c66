/** The second opinion on a run, as its folder keeps it. Whoever only shows it loads no agent. */
import { askedOutcomes, type Asked } from '../../diagnosis/asked.ts'
import type { Evidence } from '../../diagnosis/explain.ts'
import { isReason, type Reason } from '../../reasons/reason.ts'
import { clearWay, readPlainText } from '../../record/plain-file.ts'
import {
  isCount,
  isFlag,
  isInstant,
  isNumber,
  isText,
  oneOf,
  orNull,
  shaped,
  type Check,
} from '../../record/shape.ts'
import { writeWhole } from '../../record/write-whole.ts'
import { tryJson } from '../../signals/bytes/try-json.ts'
import type { RunFolder } from '../run-folder.ts'

export type RunOpinion = {
  readonly format: 'mayday.opinion/1'
  readonly at: string
  /** Null where the answer does not count. */
  readonly reason: Reason | null
  readonly evidence: Evidence | null
  readonly asked: Asked
}

const FILE = 'opinion.json'

const isEvidence: Check = shaped({
  source: isText,
  file: orNull(isText),
  line: orNull(isCount),
  byteOffset: orNull(isCount),
  excerpt: isText,
})

const isAnswer: Check = shaped({
  reason: orNull(isText),
  line: orNull(isNumber),
  quote: isText,
  sentence: isText,
})

const isAsked: Check = shaped({
  agent: isText,
  outcome: oneOf(askedOutcomes),
  why: orNull(isText),
  answer: orNull(isAnswer),
  model: orNull(isText),
  costUsd: orNull(isNumber),
  tokens: orNull(isNumber),
  cached: isFlag,
})

const isOpinion = (value: unknown): value is RunOpinion =>
  shaped({
    format: oneOf(['mayday.opinion/1']),
    at: isInstant,
    reason: orNull((word) => typeof word === 'string' && isReason(word)),
    evidence: orNull(isEvidence),
    asked: isAsked,
  })(value)

/** Null where nobody was asked, or where the file is damaged. */
export function opinionIn(folder: RunFolder): RunOpinion | null {
  const found = tryJson(readPlainText(folder.file(FILE)) ?? '')
  return isOpinion(found) ? found : null
}

export function keepOpinion(folder: RunFolder, opinion: RunOpinion): void {
  clearWay(folder.file(FILE))
  writeWhole(folder.file(FILE), `${JSON.stringify(opinion, null, 2)}\n`)
}
