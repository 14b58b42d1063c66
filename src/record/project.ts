import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Where a project lies and where Mayday keeps its state. */
export type Project = { readonly root: string; readonly state: string }

const projectAt = (root: string): Project => ({ root, state: join(root, '.mayday') })

/** The nearest folder upward in which one of these names lies. */
function nearestWith(names: readonly string[], folder: string): string | null {
  if (names.some((name) => existsSync(join(folder, name)))) return folder
  const parent = dirname(folder)
  return parent === folder ? null : nearestWith(names, parent)
}

/**
 * The project that a command means: `MAYDAY_DIR` (the folder that holds `.mayday`), else the nearest folder upward
 * with `mayday.yaml` or `.mayday`, else the git top level, else the folder itself.
 */
export function findProject(cwd: string, env: Readonly<Record<string, string | undefined>>): Project {
  const { MAYDAY_DIR: named } = env
  if (named !== undefined && named !== '') return projectAt(resolve(cwd, named))
  const folder = resolve(cwd)
  return projectAt(nearestWith(['mayday.yaml', '.mayday'], folder) ?? nearestWith(['.git'], folder) ?? folder)
}

/** Makes the state folder, for its owner only and out of git's sight. */
export function prepareStateFolder(state: string): void {
  if (mkdirSync(state, { recursive: true, mode: 0o700 }) === undefined) return
  writeFileSync(join(state, '.gitignore'), '*\n', { mode: 0o600 })
}
