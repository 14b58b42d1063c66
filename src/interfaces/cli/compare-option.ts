import type { Config } from '../../config/config.ts'
import { UsageError } from '../../errors.ts'
import { findGit } from '../../record/git.ts'
import type { Project } from '../../record/project.ts'
import type { Arguments } from './command.ts'

/** `--compare`, which needs a verify command and a git repository. What only the config asks for is left out without them. */
export function compareIn(args: Arguments, { stages }: Config, { root }: Project): boolean {
  if (args.flag('no-compare')) return false
  const hasVerify = (args.text('verify') ?? stages.verify) !== undefined
  const isInGit = findGit(root) !== null
  if (!args.flag('compare')) return stages.compare === true && hasVerify && isInGit
  if (!hasVerify) throw new UsageError('--compare needs a command that runs tests. Add: --verify "npm test"')
  if (!isInGit)
    throw new UsageError(
      `--compare needs a git repository, and ${root} is in none. Leave it out, or: git init`,
    )
  return true
}
