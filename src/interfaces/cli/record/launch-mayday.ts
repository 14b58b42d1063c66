import { spawn } from 'node:child_process'
import { environmentOf, type Project } from '../../../record/project.ts'
import { TRUST_VARIABLE } from '../../../record/trust-variable.ts'
import { CRASH_VARIABLE } from '../../../supervision/crash-point.ts'
import { RUN_PATH_VARIABLE } from '../../../supervision/processes/processes.ts'

/**
 * Starts a detached command, as if the user had started it in a terminal. `trusted` is the hash of the values that
 * this command may execute: the new command may execute the same values, but no later change.
 */
export const launcherFor =
  (project: Project, trusted = '') =>
  (words: readonly string[]): void => {
    // Inside a run, the new process must not inherit the mark of that run. It would be stopped with it.
    const { [CRASH_VARIABLE]: _crash, [RUN_PATH_VARIABLE]: _run, ...env } = process.env
    const child = spawn(process.execPath, [process.argv[1] ?? '', ...words], {
      cwd: project.root,
      detached: true,
      stdio: 'ignore',
      env: { ...env, ...environmentOf(project), ...(trusted === '' ? {} : { [TRUST_VARIABLE]: trusted }) },
    })
    // Nothing was started. The record is unchanged, and the next command tries again.
    child.on('error', () => undefined)
    child.unref()
  }

/** Starts a detached adopter for a project. If one is already running, the new one ends at once. */
export const startAdopter = (project: Project): void => launcherFor(project)(['adopt'])
