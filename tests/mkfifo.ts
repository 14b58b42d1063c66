import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'

/** Replaces a file by a pipe. */
export function mkfifo(path: string): void {
  rmSync(path, { force: true })
  const { status } = spawnSync('mkfifo', [path])
  if (status !== 0) throw new Error(`no pipe could be made at ${path}`)
}
