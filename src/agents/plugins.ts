import type { AgentPlugin } from './agent-plugin.ts'
import { agents } from './agents.ts'
import type { SessionPlace } from './session-place.ts'

type Pluggable = { readonly name: string; readonly title: string; readonly plugin: AgentPlugin }

/** Every agent that Mayday's plugin can be installed into. */
export const loadedPlugins: readonly Pluggable[] = agents.flatMap(({ name, title, plugin }) =>
  plugin === undefined ? [] : [{ name, title, plugin }],
)

export const hookedPlaces: readonly SessionPlace[] = agents.flatMap(({ plugin, sessions }) =>
  plugin === undefined ? [] : (sessions ?? []),
)
