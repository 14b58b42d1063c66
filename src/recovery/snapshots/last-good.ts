import { openGit, type Git, type OpenGit } from './git-steps.ts'

export type GoodQuestion = OpenGit & {
  /** The last commit at which verify passed. */
  readonly goodCommit: string | null
  /** HEAD at the start of the task. */
  readonly startCommit: string | null
  /** Verify or a build passed there. */
  readonly passedAtStart: boolean
}

/**
 * The last commit that is known to be good: where verify passed, else the start of the task if something passed there,
 * else null. Only ancestors of HEAD count: a commit that was rebased away is not a state of this branch.
 */
export async function lastGood(question: GoodQuestion): Promise<string | null> {
  const { goodCommit, startCommit, passedAtStart } = question
  const git = openGit(question)
  for (const commit of [goodCommit, passedAtStart ? startCommit : null])
    if (commit !== null && (await isInHistory(git, commit))) return commit
  return null
}

export const isInHistory = async (git: Git, commit: string): Promise<boolean> =>
  (await git.ask(['merge-base', '--is-ancestor', '--end-of-options', commit, 'HEAD'])) !== null
