import { spawn } from 'node:child_process'
import { environmentOf, type Project } from '../../record/project.ts'
import { CRASH_VARIABLE } from '../../supervision/crash-point.ts'
import { RUN_PATH_VARIABLE } from '../../supervision/processes/processes.ts'

/** Whatever the board starts outlives it, as if a person had started it in a terminal. */
export const launcherFor =
  (project: Project) =>
  (words: readonly string[]): void => {
    const { [CRASH_VARIABLE]: _crash, [RUN_PATH_VARIABLE]: _run, ...env } = process.env
    const child = spawn(process.execPath, [process.argv[1] ?? '', ...words], {
      cwd: project.root,
      detached: true,
      stdio: 'ignore',
      env: { ...env, ...environmentOf(project) },
    })
    // Nothing began: the task stays as it is, and the page shows that.
    child.on('error', () => undefined)
    child.unref()
  }
