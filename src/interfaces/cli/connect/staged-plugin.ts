import { copyFileSync, cpSync, existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentPlugin } from '../../../agents/agent-plugin.ts'
import { loadedPlugins } from '../../../agents/plugins.ts'
import { packageRoot } from '../../../record/package-root.ts'
import { readPlainText } from '../../../record/plain-file.ts'
import { privateFolder } from '../../../record/private-folder.ts'
import type { Env } from '../../../record/state-home.ts'
import { writeWhole } from '../../../record/write-whole.ts'
import { connectFolder } from './connections.ts'

const allIn = (env: Env): string => join(connectFolder(env), 'plugin')

/** Agents get this copy of the plugin. It does not move if a checkout is moved or another one is built. */
export const stagedFolder = ({ folder = '' }: AgentPlugin, env: Env): string => join(allIn(env), folder)

/** Copies the plugin and writes into it which Node and which Mayday to start. */
export function stagePlugin(env: Env): void {
  privateFolder(connectFolder(env))
  const folder = allIn(env)
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(packageRoot(), 'plugin'), folder, { recursive: true })
  const launcher = realpathSync(join(packageRoot(), 'bin/mayday.cjs'))
  const byFolder = new Map(loadedPlugins.map(({ plugin }) => [stagedFolder(plugin, env), plugin]))
  for (const [own, plugin] of byFolder) {
    if (plugin.file === undefined) stageHooks(own, { shared: folder, launcher })
    const [file, ...command] = commandIn(plugin, launcher)
    fillIn(join(own, file), ...command)
  }
}

/** Every folder with hooks has the same script, and a file that names what it starts. */
function stageHooks(
  own: string,
  { shared, launcher }: { readonly shared: string; readonly launcher: string },
): void {
  if (own !== shared) copyFileSync(join(shared, 'hooks/hook.sh'), join(own, 'hooks/hook.sh'))
  writeWhole(join(own, 'hooks/mayday'), `${process.execPath}\n${launcher}\n`)
}

/** The Node and the Mayday that the installed plugin starts are still there. */
export function startsMayday(env: Env): boolean {
  const named = readPlainText(join(allIn(env), 'hooks/mayday')) ?? ''
  return named !== '' && named.trimEnd().split('\n').every(existsSync)
}

/** Where a plugin starts `mayday` from PATH, and the replacement. */
function commandIn(
  { file, server = '.mcp.json' }: AgentPlugin,
  launcher: string,
): readonly [file: string, unnamed: string, named: string] {
  const [node, program] = [process.execPath, launcher].map((path) => JSON.stringify(path))
  return file === undefined
    ? [server, '"command": "mayday", "args": ["mcp"]', `"command": ${node}, "args": [${program}, "mcp"]`]
    : [file, "const COMMAND = ['mayday']", `const COMMAND = [${node}, ${program}]`]
}

function fillIn(path: string, unnamed: string, named: string): void {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(unnamed)) throw new Error(`${path} does not start Mayday as expected.`)
  writeWhole(
    path,
    text.replace(unnamed, () => named),
  )
}
