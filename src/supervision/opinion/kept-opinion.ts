/** The second opinion on a run, as kept in its folder. A command that only shows it loads no agent code. */
import * as v from 'valibot'
import { askedSchema, evidenceSchema } from '../../diagnosis/explanation-schema.ts'
import { reasonNames } from '../../reasons/reason.ts'
import { clearWay, readPlainText } from '../../record/plain-file.ts'
import { instant, parseJson, type Shape } from '../../record/schema.ts'
import { writeWhole } from '../../record/write-whole.ts'
import type { RunFolder } from '../run-folder.ts'

const FILE = 'opinion.json'

export const opinionSchema = v.object({
  format: v.literal('mayday.opinion/1'),
  at: instant,
  /** Null if the answer does not count. */
  reason: v.nullable(v.picklist(reasonNames)),
  evidence: v.nullable(evidenceSchema),
  asked: askedSchema,
})

export type RunOpinion = Shape<typeof opinionSchema>

/** Null if no agent was asked, or if the file is damaged. */
export const opinionIn = (folder: RunFolder): RunOpinion | null =>
  parseJson(opinionSchema, readPlainText(folder.file(FILE)) ?? '')

export function keepOpinion(folder: RunFolder, opinion: RunOpinion): void {
  clearWay(folder.file(FILE))
  writeWhole(folder.file(FILE), `${JSON.stringify(opinion, null, 2)}\n`)
}
