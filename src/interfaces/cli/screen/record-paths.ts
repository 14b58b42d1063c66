import { isAbsolute, join } from 'node:path'
import type { Evidence } from '../../../diagnosis/explain.ts'
import { findProject } from '../../../record/project.ts'

/** Turns a path relative to the record into one that the user can open from any folder. */
export const inRecord = (path: string): string =>
  isAbsolute(path) ? path : join(findProject(process.cwd(), process.env).record, path)

/** Evidence of a recorded run, with paths that the user can open. */
export const openable = (evidence: readonly Evidence[]): readonly Evidence[] =>
  evidence.map((one) => ({ ...one, file: one.file === null ? null : inRecord(one.file) }))
