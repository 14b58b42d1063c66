import { isAbsolute, join } from 'node:path'
import type { Evidence } from '../../../diagnosis/explain.ts'
import { findProject } from '../../../record/project.ts'

/** Where the files of a run are: in a record on this machine, or on another node of the fleet. */
export type FilesPlace = { readonly record: string } | { readonly node: string }

const inProject = (): FilesPlace => findProject(process.cwd(), process.env)

/** Turns a path relative to the record into one that the user can open from any folder; on another node, NODE:PATH. */
export function inRecord(path: string, place?: FilesPlace): string {
  if (isAbsolute(path)) return path
  const where = place ?? inProject()
  return 'node' in where ? `${where.node}:${path}` : join(where.record, path)
}

/** Evidence of a recorded run, with paths that the user can open. */
export const openable = (evidence: readonly Evidence[], place?: FilesPlace): readonly Evidence[] =>
  evidence.map((one) => ({ ...one, file: one.file === null ? null : inRecord(one.file, place) }))
