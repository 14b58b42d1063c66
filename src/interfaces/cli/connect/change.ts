/**
 * Connects and disconnects an agent.
 *
 * K1 The copy of the settings is on disk before the agent changes them, so that a crash in between loses nothing.
 * K2 Undo restores a file only if no other program has changed it since.
 * K3 Files that another connection of the same agent also uses are not changed. That connection gets the older copy.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { markOf } from '../../../agents/agent-plugin.ts'
import { loadedPlugins } from '../../../agents/plugins.ts'
import { MaydayError } from '../../../errors.ts'
import type { Env } from '../../../record/state-home.ts'
import { writeWhole } from '../../../record/write-whole.ts'
import { runAgentCommand } from './agent-command.ts'
import { readConnections, writeConnections, type Connection } from './connections.ts'
import type { Plan } from './plan.ts'
import {
  copyAfter,
  copyAgain,
  copyBefore,
  isUntouched,
  mentions,
  removeSwitch,
  restore,
  type SettingsCopy,
} from './settings-copy.ts'
import { stagedFolder, stagePlugin } from './staged-plugin.ts'

export function connect(plan: Plan, env: Env): void {
  const { agent, scope, root, known, others } = plan
  stagePlugin(env)
  const begun: Connection = {
    agent,
    scope,
    root,
    at: known?.at ?? new Date().toISOString(),
    settings: known === null ? copyBefore(plan.settings) : copyAgain(known.settings, markOf(plan.plugin)),
  }
  remember([...others, begun], agent, env)
  const tracked = whileTracking(others, () => orRollBack(plan, begun, env))
  remember([...tracked, { ...begun, settings: copyAfter(begun.settings) }], agent, env)
}

function runAll({ program, commands, root, plugin }: Plan, env: Env): void {
  for (const words of commands) runAgentCommand(program, words, { env, root, more: plugin.env ?? {} })
}

/** Runs the agent's commands, or installs the file that the agent loads. */
function install(plan: Plan, env: Env): void {
  runAll(plan, env)
  const { plugin, settings } = plan
  const [path] = settings
  if (plugin.file === undefined || path === undefined) return
  if (existsSync(path) && !mentions(path, markOf(plugin)))
    throw new MaydayError('CONNECT_FAILED', `${path} exists and is not Mayday's. Rename it first.`)
  mkdirSync(dirname(path), { recursive: true })
  writeWhole(path, readFileSync(join(stagedFolder(plugin, env), plugin.file), 'utf8'))
}

/** A new connection that fails leaves nothing behind. */
function orRollBack(plan: Plan, { settings }: Connection, env: Env): void {
  try {
    install(plan, env)
  } catch (error) {
    if (plan.known === null) {
      settings.forEach(restore)
      remember(plan.others, plan.agent, env)
    }
    throw error
  }
}

/** The user may have removed the plugin in another way. Then the agent has nothing to remove and reports an error. */
function runUndo(plan: Plan, known: Connection, env: Env): void {
  const isThere = isMentioned(known)
  try {
    runAll(plan, env)
  } catch (error) {
    if (isThere || !(error instanceof MaydayError)) throw error
  }
}

/** The agent's settings name the plugin. */
export function isMentioned({ agent, settings }: Connection): boolean {
  const found = loadedPlugins.find(({ name }) => name === agent)
  return found !== undefined && settings.some(({ path }) => mentions(path, markOf(found.plugin)))
}

/** Replaces the connections of one agent. */
const remember = (own: readonly Connection[], agent: string, env: Env): void =>
  writeConnections(env, [...readConnections(env).filter((one) => one.agent !== agent), ...own])

/** A change by Mayday's own commands in a file of another connection does not count as foreign (K2). */
function whileTracking(others: readonly Connection[], act: () => void): readonly Connection[] {
  const untouched = new Set(others.flatMap(({ settings }) => settings.filter(isUntouched)))
  act()
  const tracked = (copy: SettingsCopy): SettingsCopy =>
    copyAfter(untouched.has(copy) ? [copy] : [])[0] ?? copy
  return others.map((one) => ({ ...one, settings: one.settings.map(tracked) }))
}

/** Returns the files that were restored, and those that another program has changed since. */
export function disconnect(
  plan: Plan,
  known: Connection,
  env: Env,
): { readonly restored: readonly string[]; readonly left: readonly string[] } {
  refuseChanged(plan, known)
  const shared = new Set(plan.others.flatMap(({ settings }) => settings.map(({ path }) => path)))
  const untouched = known.settings.filter(isUntouched)
  const own = known.settings.filter(({ path }) => !shared.has(path))
  const heirs = plan.others.map((one) => (one.at < known.at ? one : withBefore(one, untouched)))
  const tracked = whileTracking(heirs, () => runUndo(plan, known, env))
  const restored = own.filter((copy) => untouched.includes(copy))
  restored.forEach(restore)
  const left = own.filter((copy) => !untouched.includes(copy) && existsSync(copy.path))
  for (const copy of left) removeSwitch(copy)
  remember(tracked, plan.agent, env)
  const pathsOf = (copies: readonly SettingsCopy[]): readonly string[] => copies.map(({ path }) => path)
  return { restored: pathsOf(restored), left: pathsOf(left) }
}

/** A plugin that is one file has no part that could be removed alone. */
function refuseChanged({ plugin }: Plan, { settings }: Connection): void {
  const changed = settings.find((copy) => existsSync(copy.path) && !isUntouched(copy))
  if (plugin.file === undefined || changed === undefined) return
  throw new MaydayError(
    'CONNECT_FAILED',
    `${changed.path} was changed since it was installed. Remove it yourself, then run the command again.`,
  )
}

/** K3. A later connection copied the settings that the earlier one had written. */
const withBefore = (one: Connection, earlier: readonly SettingsCopy[]): Connection => ({
  ...one,
  settings: one.settings.map((copy) => {
    const { before, madeFolder } = earlier.find(({ path }) => path === copy.path) ?? copy
    return { ...copy, before, madeFolder }
  }),
})
