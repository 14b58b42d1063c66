import { UsageError } from '../../errors.ts'
import { findGit } from '../../record/git.ts'
import type { Project } from '../../record/project.ts'
import type { Arguments } from './command.ts'

/** `--worktree`, which only a git repository can give. */
export function ownTreeIn(args: Arguments, { root }: Project): boolean {
  const isAsked = args.flag('worktree')
  if (isAsked && findGit(root) === null)
    throw new UsageError(
      `--worktree needs a git repository, and ${root} is in none. Leave it out, or: git init`,
    )
  return isAsked
}
