import { spawn } from 'node:child_process'
import { environmentOf, type Project } from '../../../record/project.ts'
import { TRUST_VARIABLE } from '../../../record/trust-variable.ts'
import { CRASH_VARIABLE } from '../../../supervision/crash-point.ts'
import { RUN_PATH_VARIABLE } from '../../../supervision/processes/processes.ts'

/**
 * Starts a command that outlives this one, as if a person had started it in a terminal. `trusted` is the hash of what
 * this command itself may execute: the new one may execute the same, and nothing that was changed since.
 */
export const launcherFor =
  (project: Project, trusted = '') =>
  (words: readonly string[]): void => {
    // Started from inside a run it must not carry that run's mark: it would be stopped with it.
    const { [CRASH_VARIABLE]: _crash, [RUN_PATH_VARIABLE]: _run, ...env } = process.env
    const child = spawn(process.execPath, [process.argv[1] ?? '', ...words], {
      cwd: project.root,
      detached: true,
      stdio: 'ignore',
      env: { ...env, ...environmentOf(project), ...(trusted === '' ? {} : { [TRUST_VARIABLE]: trusted }) },
    })
    // Nothing began: the record stays as it is, and the next command tries again.
    child.on('error', () => undefined)
    child.unref()
  }

/** Starts the adopter of a project and lets it go. Where one is at work already, the new one ends at once. */
export const startAdopter = (project: Project): void => launcherFor(project)(['adopt'])
