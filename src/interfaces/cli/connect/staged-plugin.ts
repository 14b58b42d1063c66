import { cpSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../../record/package-root.ts'
import { privateFolder } from '../../../record/private-folder.ts'
import type { Env } from '../../../record/state-home.ts'
import { writeWhole } from '../../../record/write-whole.ts'
import { connectFolder } from './connections.ts'

/** Agents are given this copy of the plugin. It stays where it is if a checkout is moved or another one is built. */
export const stagedFolder = (env: Env): string => join(connectFolder(env), 'plugin')

/** Copies the plugin and tells its hook which Node and which Mayday to start. */
export function stagePlugin(env: Env): void {
  privateFolder(connectFolder(env))
  const folder = stagedFolder(env)
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(packageRoot(), 'plugin'), folder, { recursive: true })
  const launcher = realpathSync(join(packageRoot(), 'bin/mayday.cjs'))
  writeWhole(join(folder, 'hooks/mayday'), `${process.execPath}\n${launcher}\n`)
}
