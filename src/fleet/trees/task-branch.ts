/** What the fleet knows about the branch of a task. */
import * as v from 'valibot'
import type { Shape } from '../../record/schema.ts'

/** A branch or a commit. It comes from a database that others write to, so it is never an option or a path. */
export const baseName: v.GenericSchema<string> = v.pipe(
  v.string(),
  v.regex(/^(?!.*(?:\.\.|\/\/|@\{))[\w][\w./+@-]{0,200}(?<![./])$/, 'not the name of a branch or a commit'),
)

const commitName = v.pipe(v.string(), v.regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/))

export const taskBranchSchema = v.object({
  /** The branch or commit at which the task begins; null means the main branch of the remote. */
  base: v.nullable(baseName),
  /** The commit that the last counted attempt pushed; null if none was pushed. */
  pushed: v.nullable(commitName),
  /** The commit that an attempt was about to push. It is not known whether the push succeeded. */
  pushing: v.nullable(commitName),
  /** The commit at which the task began, on every node. */
  start: v.nullable(commitName),
})

export type TaskBranch = Shape<typeof taskBranchSchema>

/** What an attempt leaves to be pushed. */
export const pushSchema = v.object({
  branch: v.string(),
  /** Null if the branch is to stay as it is. */
  commit: v.nullable(commitName),
  /** The branch on the remote when the attempt began. */
  expected: v.nullable(commitName),
  /** Snapshots to be pushed too, where the project allows it. */
  snapshots: v.array(v.object({ ref: v.string(), commit: commitName })),
})

export type Push = Shape<typeof pushSchema>
