/** Finds the kept states of the work of runs. */
import { findGit } from '../../record/git.ts'
import { MaydayError } from '../../errors.ts'
import type { Project } from '../../record/project.ts'
import { isBenchAttempt, isLive, type RunRecord } from '../../record/run.ts'
import { filesLeftBy } from '../../record/run-result.ts'
import { openGit, type Git } from '../../recovery/snapshots/git-steps.ts'
import type { Between } from './diff-work.ts'
import { workRefs } from './keep-work.ts'

export type FoundWork = { readonly git: Git; readonly between: Between }

/** A sentence if there is nothing to compare. */
export type MaybeWork = FoundWork | { readonly why: string }

/** What a run is compared with: its own start, the start of its task, or the end of another run. */
export type Against =
  | { readonly kind: 'before' }
  | { readonly kind: 'start' | 'run'; readonly run: Pick<RunRecord, 'runId' | 'run'> }

export async function findWork(run: RunRecord, against: Against, project: Project): Promise<MaybeWork> {
  const git = gitOf(run, project)
  if (git === null) return { why: withoutRepository(run) }
  const to = await idOf(git, workRefs(run.runId).after)
  if (to === null) return { why: withoutWork(run) }
  const from = await idOf(git, startRef(run, against))
  if (from !== null) return { git, between: { from, to } }
  return { why: `The work of run ${against.kind === 'before' ? run.run : against.run.run} was not kept.` }
}

const startRef = (run: RunRecord, against: Against): string => {
  if (against.kind === 'before') return workRefs(run.runId).before
  const refs = workRefs(against.run.runId)
  return against.kind === 'start' ? refs.before : refs.after
}

/** The work tree of a task may be gone. The refs are in the repository of the project too. */
function gitOf({ cwd, origin }: RunRecord, { root }: Project): Git | null {
  if (origin !== 'mayday') return null
  const place = [cwd, root].find((folder) => findGit(folder)?.top !== null && findGit(folder) !== null)
  try {
    return place === undefined ? null : openGit({ cwd: place })
  } catch (error) {
    if (error instanceof MaydayError) return null
    throw error
  }
}

async function idOf(git: Git, ref: string): Promise<string | null> {
  const found = await git.ask(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{tree}`])
  return found === null ? null : found.toString('latin1').trim()
}

function withoutRepository(run: RunRecord): string {
  if (run.origin !== 'mayday') return `Run ${run.run} was imported from ${run.origin}. Its work is not here.`
  if (isBenchAttempt(run)) return `Run ${run.run} worked in a separate work tree, which was removed.`
  return `Run ${run.run} worked in a folder without a git repository. Mayday keeps only the names of changed files there.`
}

function withoutWork(run: RunRecord): string {
  const { run: number, changedFiles } = run
  if (isLive(run)) return `Run ${number} has not ended. Its changes are kept when it ends.`
  if (isBenchAttempt(run)) return withoutRepository({ ...run })
  if (changedFiles === null) return `What run ${number} changed could not be measured.`
  if (filesLeftBy(run).length === 0) return `Run ${number} changed no file.`
  return `Only the names of the files that run ${number} changed are known. Their content was not kept: it ran under an older version, its records were cleaned, or the repository could not be written.`
}
