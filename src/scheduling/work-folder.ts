/** Where the runs of a task work: in the work tree of the project, or in a separate one. */
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { MaydayError } from '../errors.ts'
import { blockedFiles } from '../record/blocked-filters.ts'
import { findGit, readBranch, readHead } from '../record/git.ts'
import { showPath } from '../record/path-name.ts'
import type { Project } from '../record/project.ts'
import type { TaskRecord } from '../record/task.ts'
import { openGit } from '../recovery/snapshots/git-steps.ts'
import { INSTALLED } from '../supervision/installed-folders.ts'

type Placed = Pick<TaskRecord, 'task' | 'cwd' | 'hasOwnTree'>
type InProject = { readonly project: Project }

export const ownTree = ({ task }: Pick<Placed, 'task'>, { project }: InProject): string =>
  join(project.trees, `task-${task}`)

/** The folder in which the agent of the task is started. */
export const workFolder = (task: Placed, context: InProject): string =>
  join(task.hasOwnTree ? ownTree(task, context) : context.project.root, task.cwd)

/** The real path of the whole work tree that a run of this task may change. Outside of git: its folder. */
export function workTree(task: Placed, context: InProject): string {
  if (task.hasOwnTree) return ownTree(task, context)
  const folder = workFolder(task, context)
  return realPath(findGit(folder)?.top ?? folder)
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}

/** The branch of a separate work tree. */
export const ownBranch = ({ task }: Pick<Placed, 'task'>): string => `mayday/task-${task}`

/** The branch of the task's work tree. Null outside of a repository and without a branch. */
export function workBranch(task: Placed, context: InProject): string | null {
  const place = findGit(workFolder(task, context))
  if (place !== null) return readHead(place)?.branch ?? null
  return task.hasOwnTree ? ownBranch(task) : null
}

/** Creates the separate work tree of the task on a separate branch, once. */
export async function prepareTree(task: TaskRecord, context: InProject): Promise<void> {
  const path = ownTree(task, context)
  if (!task.hasOwnTree || existsSync(path)) return
  const { root } = context.project
  const place = findGit(root)
  if (place === null) throw new NoRepositoryError(task.task)
  const branch = ownBranch(task)
  const git = openGit({ cwd: root })
  const add = (): readonly string[] => {
    const isThere = typeof readBranch(place.common, branch) === 'string'
    return ['worktree', 'add', ...(isThere ? [path, branch] : ['-b', branch, path])]
  }
  if ((await git.ask(add())) !== null) return
  // If a person deleted the folder, git still lists it. Pruning is only the second step, because it could
  // remove a tree that is being created.
  await git.run(['worktree', 'prune'])
  await git.run(add())
}

/** What the project has installed and the separate work tree lacks. Empty if the task has a setup that installs it. */
export function missingInTree(task: TaskRecord, context: InProject): readonly string[] {
  if (!task.hasOwnTree || task.setup !== null) return []
  const tree = ownTree(task, context)
  const { root } = context.project
  return INSTALLED.filter((name) => existsSync(join(root, name)) && !existsSync(join(tree, name)))
}

/**
 * The filters that were disabled when the separate tree was checked out, because only the repository configures them.
 */
export async function filtersLeftOut(task: TaskRecord, context: InProject): Promise<readonly string[]> {
  if (!task.hasOwnTree) return []
  const files = await blockedFiles(ownTree(task, context))
  return [...new Set(files.map(({ filter }) => showPath(filter)))]
}

class NoRepositoryError extends MaydayError {
  constructor(task: number) {
    super(
      'NO_REPOSITORY',
      `Task ${task} needs a separate work tree, but this project is not a git repository.`,
    )
  }
}
