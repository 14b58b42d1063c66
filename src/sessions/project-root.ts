import { realpathSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { findProject } from '../record/project.ts'
import type { Env } from '../record/state-home.ts'

export function realOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    // The path does not exist.
    return null
  }
}

/** The folder of the project that a session works in. MAYDAY_DIR in the agent's environment has no effect on it. */
export function rootOf(cwd: string, env: Env): string | null {
  const real = isAbsolute(cwd) ? realOf(cwd) : null
  return real === null ? null : findProject(real, { ...env, MAYDAY_DIR: '' }).root
}
