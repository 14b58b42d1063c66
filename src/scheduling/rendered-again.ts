/** The file with the Failure Context is rendered again after a restore. So a restore may leave it unchanged. */
import { join, relative } from 'node:path'
import { renderedContext } from '../memory/write-failure-context.ts'
import { gitTopLevel } from '../record/git.ts'
import { readOrNull } from '../record/replace-file.ts'
import { openGit, type Git } from '../recovery/snapshots/git-steps.ts'
import { LESSONS_FILE } from './learn.ts'
import type { TaskContext } from './task-context.ts'

/**
 * What happens to that file. `stays`: its content will be the same as now. `isWritten`: rendering writes it in any
 * case.
 */
export type RenderedAgain = { readonly path: string; readonly stays: boolean; readonly isWritten: boolean }

/** Null if the file is not in the restored work tree. */
export async function renderedAgain(
  at: { readonly cwd: string; readonly tree: string },
  { store, project, lessons }: Pick<TaskContext, 'store' | 'project' | 'lessons'>,
): Promise<RenderedAgain | null> {
  const top = gitTopLevel(at.cwd)
  const file = join(project.root, lessons.file ?? LESSONS_FILE)
  const path = top === null ? '..' : relative(top, file)
  if (path.startsWith('..')) return null
  const then = await fileIn(openGit({ cwd: at.cwd }), at.tree, path)
  const after = renderedContext(then, store.lessons({}), {
    keepsUnknown: () => true,
    ...(lessons.maxPerPhase === undefined ? {} : { mostPerPhase: lessons.maxPerPhase }),
  })
  const now = readOrNull(file)
  const stays = now !== null && after !== null && now.equals(after)
  return { path, stays, isWritten: after !== null }
}

/** The bytes of a file in a tree. Null if the file is not in it. */
async function fileIn(git: Git, tree: string, path: string): Promise<Buffer | null> {
  const found = /^\d+ blob ([\da-f]+)\t/.exec(
    await git.word(['ls-tree', '--full-tree', tree, '--', path]),
  )?.[1]
  return found === undefined ? null : git.run(['cat-file', 'blob', found])
}
