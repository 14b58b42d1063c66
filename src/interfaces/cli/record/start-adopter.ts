import { spawn } from 'node:child_process'
import { environmentOf, type Project } from '../../../record/project.ts'
import { CRASH_VARIABLE } from '../../../supervision/crash-point.ts'
import { RUN_PATH_VARIABLE } from '../../../supervision/processes/processes.ts'

/** Starts the adopter of a project and lets it go. Where one is at work already, the new one ends at once. */
export function startAdopter(project: Project): void {
  // Started from inside a run it must not carry that run's mark: it would be stopped with it.
  const { [CRASH_VARIABLE]: _crash, [RUN_PATH_VARIABLE]: _run, ...env } = process.env
  const child = spawn(process.execPath, [process.argv[1] ?? '', 'adopt'], {
    cwd: project.root,
    detached: true,
    stdio: 'ignore',
    env: { ...env, ...environmentOf(project) },
  })
  // Without it the next command tries again.
  child.on('error', () => undefined)
  child.unref()
}
