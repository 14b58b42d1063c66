import { join } from 'node:path'
import { PLUGIN, type AgentPlugin } from '../agent-plugin.ts'
import { folderOf } from '../session-files.ts'

/** An extension. Gemini CLI copies its folder. */
export const plugin: AgentPlugin = {
  scopes: ['user'],
  folder: 'gemini',
  server: 'gemini-extension.json',
  install: (folder) => [['extensions', 'install', folder, '--consent', '--skip-settings']],
  uninstall: () => [['extensions', 'uninstall', PLUGIN]],
  refusesTwice: true,
  // Gemini CLI asks whether the folder with the extension is trusted. The folder is Mayday's own.
  env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  settings: ({ env }) => {
    const folder = join(folderOf(env, ['GEMINI_CLI_HOME'], ''), '.gemini')
    return [
      join(folder, 'extensions/extension-enablement.json'),
      join(folder, 'extension_integrity.json'),
      join(folder, 'extensions', PLUGIN, '.gemini-extension-install.json'),
    ]
  },
  mark: `"${PLUGIN}": {`,
}
