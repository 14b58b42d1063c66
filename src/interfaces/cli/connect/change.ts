/**
 * Connects and disconnects an agent.
 *
 * K1 The copy of the settings is on disk before the agent changes them, so that a crash in between loses nothing.
 * K2 Undo restores a file only if nothing else changed it since. K3 Files that another connection of the same agent
 * also uses stay as they are, and that connection takes over what was before.
 */
import { PLUGIN_ID } from '../../../agents/agent-plugin.ts'
import type { Env } from '../../../record/state-home.ts'
import { runAgentCommand } from './agent-command.ts'
import { readConnections, writeConnections, type Connection } from './connections.ts'
import type { Plan } from './plan.ts'
import { copyAfter, copyAgain, copyBefore, isUntouched, restore, type SettingsCopy } from './settings-copy.ts'
import { stagePlugin } from './staged-plugin.ts'

export function connect(plan: Plan, env: Env): void {
  const { agent, scope, root, known } = plan
  stagePlugin(env)
  const begun: Connection = {
    agent,
    scope,
    root,
    at: known?.at ?? new Date().toISOString(),
    settings: known === null ? copyBefore(plan.settings) : copyAgain(known.settings, PLUGIN_ID),
  }
  remember(begun, env)
  runAll(plan, env)
  remember({ ...begun, settings: copyAfter(begun.settings) }, env)
}

const runAll = ({ program, commands, root }: Plan, env: Env): void => {
  for (const words of commands) runAgentCommand(program, words, { env, root })
}

const isSame = (one: Connection, other: Connection): boolean =>
  one.agent === other.agent && one.scope === other.scope && one.root === other.root

const remember = (connection: Connection, env: Env): void =>
  writeConnections(env, [...readConnections(env).filter((one) => !isSame(one, connection)), connection])

/** Returns the files that were restored and those that something else has changed meanwhile. */
export function disconnect(
  plan: Plan,
  known: Connection,
  env: Env,
): { readonly restored: readonly string[]; readonly left: readonly string[] } {
  const shared = new Set(plan.others.flatMap(({ settings }) => settings.map(({ path }) => path)))
  const own = known.settings.filter(({ path }) => !shared.has(path))
  const untouched = own.filter(isUntouched)
  runAll(plan, env)
  untouched.forEach(restore)
  writeConnections(
    env,
    readConnections(env).flatMap((one) => (isSame(one, known) ? [] : [withBefore(one, known)])),
  )
  const pathsOf = (copies: readonly SettingsCopy[]): readonly string[] => copies.map(({ path }) => path)
  return { restored: pathsOf(untouched), left: pathsOf(own.filter((copy) => !untouched.includes(copy))) }
}

/** K3. Only a later connection found the settings as the earlier one had left them. */
const withBefore = (one: Connection, gone: Connection): Connection =>
  one.agent !== gone.agent || one.at < gone.at
    ? one
    : { ...one, settings: one.settings.map((copy) => inherited(copy, gone)) }

const inherited = (copy: SettingsCopy, gone: Connection): SettingsCopy => {
  const earlier = gone.settings.find(({ path }) => path === copy.path)
  return earlier === undefined || earlier.after !== copy.before
    ? copy
    : { ...copy, before: earlier.before, madeFolder: earlier.madeFolder }
}
