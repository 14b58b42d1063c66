/** The plugin in a real agent: connected as a person would do it, and what its hook has kept. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { PointedAgent } from '../../src/testing/index.ts'
import type { AgentRig } from './agent-rig.ts'
import type { Verdict } from './endings.ts'

const homeOf = ({ env }: AgentRig): string => env['HOME'] ?? ''

const stateOf = (rig: AgentRig): string => join(homeOf(rig), '.local/state/mayday')

/** Mayday's environment in which its state is that of the hook. */
export const envOf = (rig: AgentRig): Record<string, string> => ({
  ...rig.env,
  MAYDAY_STATE: stateOf(rig),
  XDG_CONFIG_HOME: join(homeOf(rig), '.config'),
})

export async function plugIn(rig: AgentRig, agent: PointedAgent): Promise<void> {
  expect((await rig.project.mayday(['connect', agent], envOf(rig))).code).toBe(0)
}

/** Codex runs hooks of plugins only if plugins are on, and only trusted hooks. */
const HOOK_WORDS: Partial<Record<PointedAgent, readonly string[]>> = {
  codex: ['--dangerously-bypass-hook-trust', '-c', 'features.plugins=true'],
}

/** What the agent must be given in print mode so that it runs the hook. */
export const hookWords = (agent: PointedAgent): readonly string[] => HOOK_WORDS[agent] ?? []

/** The ending that the hook has kept, told or not. A file that is being written has another name. */
export function heard(rig: AgentRig): Verdict | null {
  const [path] = globSync(join(stateOf(rig), 'heard/*/*.{json,told}'))
  return path === undefined ? null : JSON.parse(readFileSync(path, 'utf8'))
}

/** Whether the hook has kept an ending that no session has got yet. */
export const hasNews = (rig: AgentRig): boolean => globSync(join(stateOf(rig), 'heard/*/*.json')).length > 0
