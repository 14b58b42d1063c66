/** The second opinion on a run, as kept in its folder. A command that only shows it loads no agent code. */
import * as v from 'valibot'
import { askedOutcomes, type Asked } from '../../diagnosis/asked.ts'
import { reasonNames } from '../../reasons/reason.ts'
import { clearWay, readPlainText } from '../../record/plain-file.ts'
import { evidenceSchema } from '../../record/run-result.ts'
import { amount, instant, parseJson, type Shape } from '../../record/schema.ts'
import { writeWhole } from '../../record/write-whole.ts'
import type { RunFolder } from '../run-folder.ts'

const FILE = 'opinion.json'

const asked: v.GenericSchema<Asked> = v.object({
  agent: v.string(),
  outcome: v.picklist(askedOutcomes),
  why: v.nullable(v.string()),
  answer: v.nullable(
    v.object({
      reason: v.nullable(v.picklist(reasonNames)),
      line: v.nullable(amount),
      quote: v.string(),
      sentence: v.string(),
    }),
  ),
  model: v.nullable(v.string()),
  costUsd: v.nullable(amount),
  tokens: v.nullable(amount),
  cached: v.boolean(),
})

export const opinionSchema = v.object({
  format: v.literal('mayday.opinion/1'),
  at: instant,
  /** Null if the answer does not count. */
  reason: v.nullable(v.picklist(reasonNames)),
  evidence: v.nullable(evidenceSchema),
  asked,
})

export type RunOpinion = Shape<typeof opinionSchema>

/** Null if no agent was asked, or if the file is damaged. */
export const opinionIn = (folder: RunFolder): RunOpinion | null =>
  parseJson(opinionSchema, readPlainText(folder.file(FILE)) ?? '')

export function keepOpinion(folder: RunFolder, opinion: RunOpinion): void {
  clearWay(folder.file(FILE))
  writeWhole(folder.file(FILE), `${JSON.stringify(opinion, null, 2)}\n`)
}
