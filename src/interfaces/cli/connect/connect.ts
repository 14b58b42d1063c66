import type { PluginScope } from '../../../agents/agent-plugin.ts'
import { loadedPlugins } from '../../../agents/plugins.ts'
import { UsageError } from '../../../errors.ts'
import { findProject } from '../../../record/project.ts'
import { lastHeard } from '../../../sessions/ending-store.ts'
import type { Screen } from '../command.ts'
import type { Maybe } from '../parse/option.ts'
import { shortTime } from '../screen/times.ts'
import { programOf } from './agent-command.ts'
import { connect, disconnect, isMentioned } from './change.ts'
import { readConnections, type Connection } from './connections.ts'
import { planFor, type Plan } from './plan.ts'

export type ConnectAsked = Maybe<'agent'> & {
  readonly project: boolean
  readonly user: boolean
  readonly dryRun: boolean
  readonly undo: boolean
}

const { env } = process

export async function runConnect(asked: ConnectAsked, screen: Screen): Promise<number> {
  if (asked.project && asked.user)
    throw new UsageError('--project and --user contradict each other. Give only one of them.')
  if (asked.agent === undefined) return listConnections(asked, screen)
  const scope: PluginScope = asked.project ? 'project' : 'user'
  const here = findProject(process.cwd(), env).root
  const target = { agent: asked.agent, scope, root: scope === 'project' ? here : null }
  const plan = planFor(target, asked.undo, here, env)
  if (asked.dryRun) return screen.answer(planJson(plan), () => dryWords(plan, asked.undo))
  return asked.undo ? undo(plan, screen) : install(plan, screen)
}

function install(plan: Plan, screen: Screen): number {
  connect(plan, env)
  const { agent, plugin, scope } = plan
  const option = scope === 'project' ? ' --project' : ''
  return screen.answer({ ...planJson(plan), connected: true }, () =>
    [
      `Connected: ${titleOf(agent)} tells Mayday how its sessions ${scope === 'project' ? 'in this project ' : ''}end, from the next one on.`,
      ...(plugin.afterwards === undefined ? [] : [plugin.afterwards]),
      `Undo: mayday connect ${agent}${option} --undo`,
      '',
    ].join('\n'),
  )
}

function undo(plan: Plan, screen: Screen): number {
  const { known, agent } = plan
  if (known === null)
    return screen.answer(
      { ...planJson(plan), commands: [], connected: false },
      () =>
        `${titleOf(agent)} is not connected${plan.scope === 'project' ? ' in this project' : ''}. Nothing was changed.\n`,
    )
  const done = disconnect(plan, known, env)
  return screen.answer({ ...planJson(plan), connected: false, ...done }, () =>
    [
      `${titleOf(agent)} is no longer connected.`,
      ...done.left.map((path) => `${path} was changed since, so only Mayday's part was removed from it.`),
      '',
    ].join('\n'),
  )
}

const titleOf = (agent: string): string => loadedPlugins.find(({ name }) => name === agent)?.title ?? agent

const planJson = ({ agent, scope, root, program, commands, settings }: Plan): object => ({
  agent,
  scope,
  root,
  commands: commands.map((words) => [program, ...words]),
  settings,
})

const dryWords = ({ agent, commands, settings, known }: Plan, isUndo: boolean): string =>
  isUndo && known === null
    ? `${titleOf(agent)} is not connected. Nothing would be changed.\n`
    : [
        'Would run:',
        ...commands.map((words) => `  ${[agent, ...words].join(' ')}`),
        isUndo ? 'Would restore, if nothing else has changed them:' : 'That changes:',
        ...settings.map((path) => `  ${path}`),
        '',
      ].join('\n')

/** `missing`: the plugin was removed by other means. */
type State = 'connected' | 'missing' | 'not connected' | 'not installed'

function listConnections({ project, undo: isUndo, dryRun }: ConnectAsked, screen: Screen): number {
  if (project || isUndo || dryRun)
    throw new UsageError(`Name the agent: mayday connect ${loadedPlugins.map(({ name }) => name).join('|')}`)
  const heard = lastHeard(env)
  const known = readConnections(env)
  const agents = loadedPlugins.map(({ name }) => {
    const own = known.filter(({ agent }) => agent === name)
    const lastMs = heard.get(name)
    return {
      agent: name,
      state: stateOf(name, own),
      connections: own.map(({ scope, root, at }) => ({ scope, root, at })),
      lastEventAt: lastMs === undefined ? null : new Date(lastMs).toISOString(),
    }
  })
  return screen.answer({ agents }, () => `${agents.map(lineOf).join('\n')}\n`)
}

function stateOf(agent: string, own: readonly Connection[]): State {
  if (own.length > 0) return own.some(isMentioned) ? 'connected' : 'missing'
  return programOf(agent, env) === null ? 'not installed' : 'not connected'
}

type Line = {
  readonly agent: string
  readonly state: State
  readonly connections: readonly { readonly scope: PluginScope; readonly root: string | null }[]
  readonly lastEventAt: string | null
}

const WIDTH = 13

function lineOf({ agent, state, connections, lastEventAt }: Line): string {
  const where = connections.map(({ scope, root }) => (scope === 'user' ? 'for this user' : `in ${root}`))
  const last =
    lastEventAt === null ? 'no session has ended yet' : `last event ${shortTime(lastEventAt, Date.now())}`
  const words = {
    connected: `connected ${where.join(', ')}; ${last}`,
    missing: `was connected, but its settings no longer name the plugin. Again: mayday connect ${agent}`,
    'not connected': `not connected. Connect it: mayday connect ${agent}`,
    'not installed': 'not installed',
  }
  return `${titleOf(agent).padEnd(WIDTH)}${words[state]}`
}
