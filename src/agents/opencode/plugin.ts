import { join } from 'node:path'
import type { AgentPlugin } from '../agent-plugin.ts'
import { folderOf } from '../session-files.ts'

/** OpenCode has no command for plugins. It loads every script in the folder `plugin` of its settings. */
export const plugin: AgentPlugin = {
  scopes: ['user', 'project'],
  folder: 'opencode',
  install: () => [],
  uninstall: () => [],
  file: 'mayday.js',
  settings: ({ env, root, scope }) => {
    const own = join(folderOf(env, ['XDG_CONFIG_HOME'], '.config'), 'opencode')
    return [join(scope === 'project' ? join(root, '.opencode') : own, 'plugin/mayday.js')]
  },
}
