import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './replace-file.ts'

/** Makes a folder and its parents, for this user only. One at a time: Node's recursive form never ends below /proc. */
export function makeFolders(path: string): void {
  if (existsSync(path)) return
  makeFolders(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
