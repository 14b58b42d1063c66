import { UsageError } from '../../../errors.ts'
import type { RemoteAddress } from '../../../fleet/trees/git-remote.ts'
import { findGit } from '../../../record/git.ts'
import type { Project } from '../../../record/project.ts'
import { readRemote, remoteNames } from '../../../record/remote-git.ts'

/**
 * The git remote of a node. Its URL is kept at `join`, where the user sees it. Agents can change the config of the
 * checkout later, and Mayday ignores such a change.
 */
export async function remoteIn(
  named: string | undefined,
  { root }: Pick<Project, 'root'>,
): Promise<RemoteAddress | null> {
  if (named === 'none' || (named === undefined && findGit(root) === null)) return null
  const names = await remoteNames(root)
  const name = named ?? (names.includes('origin') ? 'origin' : names[0])
  if (named === undefined && name !== 'origin' && names.length > 1)
    throw new UsageError(
      `This checkout has several git remotes: ${names.join(', ')}. Name the one for the work: --remote NAME, or --remote none`,
    )
  if (name === undefined) return null
  const found = names.includes(name) ? await readRemote(name, root) : null
  if (found !== null) return { name, ...found }
  throw new UsageError(
    `This checkout has no git remote '${name}'. ${names.length === 0 ? 'It has none.' : `It has: ${names.join(', ')}.`}`,
  )
}
