import type { Config } from '../../config/config.ts'
import { UsageError } from '../../errors.ts'
import { findGit } from '../../record/git.ts'
import type { Project } from '../../record/project.ts'

type CompareAsked = {
  readonly compare: boolean
  readonly noCompare: boolean
  readonly verify: string | undefined
}

/** `--compare`, which needs a verify command and a git repository. What only the config asks for is left out without them. */
export function compareIn(
  { compare, noCompare, verify }: CompareAsked,
  { stages }: Config,
  { root }: Project,
): boolean {
  if (noCompare) return false
  const hasVerify = (verify ?? stages.verify) !== undefined
  const isInGit = findGit(root) !== null
  if (!compare) return stages.compare === true && hasVerify && isInGit
  if (!hasVerify) throw new UsageError('--compare needs a command that runs tests. Add: --verify "npm test"')
  if (!isInGit)
    throw new UsageError(
      `--compare needs a git repository, and ${root} is in none. Leave it out, or: git init`,
    )
  return true
}
