import { UsageError } from '../../../errors.ts'
import { findGit } from '../../../record/git.ts'
import type { Project } from '../../../record/project.ts'

/** `--worktree` needs a git repository. */
export function ownTreeIn(worktree: boolean, { root }: Project): boolean {
  if (worktree && findGit(root) === null)
    throw new UsageError(
      `--worktree needs a git repository, and ${root} is in none. Leave it out, or: git init`,
    )
  return worktree
}
