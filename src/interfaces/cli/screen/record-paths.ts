import { isAbsolute, join } from 'node:path'
import type { Evidence } from '../../../diagnosis/explain.ts'
import { findProject } from '../../../record/project.ts'

/** A path that is stored relative to the record, as a person can open it from any folder. */
export const inRecord = (path: string): string =>
  isAbsolute(path) ? path : join(findProject(process.cwd(), process.env).record, path)

/** Evidence of a recorded run, with files that a person can open. */
export const openable = (evidence: readonly Evidence[]): readonly Evidence[] =>
  evidence.map((one) => ({ ...one, file: one.file === null ? null : inRecord(one.file) }))
