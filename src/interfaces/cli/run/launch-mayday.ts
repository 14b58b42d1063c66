import { spawn } from 'node:child_process'
import { environmentOf, type Project } from '../../../record/project.ts'
import { TRUST_VARIABLE } from '../../../record/trust-variable.ts'
import { CRASH_VARIABLE } from '../../../supervision/crash-point.ts'
import { RUN_PATH_VARIABLE } from '../../../supervision/processes/processes.ts'

/**
 * Whatever the board starts outlives it, as if a person had started it in a terminal. `trusted` is the
 * hash of what the board itself may execute: the command may execute the same, and nothing that was changed since.
 */
export const launcherFor =
  (project: Project, trusted = '') =>
  (words: readonly string[]): void => {
    const { [CRASH_VARIABLE]: _crash, [RUN_PATH_VARIABLE]: _run, ...env } = process.env
    const child = spawn(process.execPath, [process.argv[1] ?? '', ...words], {
      cwd: project.root,
      detached: true,
      stdio: 'ignore',
      env: { ...env, ...environmentOf(project), ...(trusted === '' ? {} : { [TRUST_VARIABLE]: trusted }) },
    })
    // Nothing began: the task stays as it is, and the page shows that.
    child.on('error', () => undefined)
    child.unref()
  }
