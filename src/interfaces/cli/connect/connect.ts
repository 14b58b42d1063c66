import type { PluginScope } from '../../../agents/agent-plugin.ts'
import { loadedPlugins } from '../../../agents/plugins.ts'
import { MaydayError, UsageError } from '../../../errors.ts'
import { findProject } from '../../../record/project.ts'
import type { Shape } from '../../../record/schema.ts'
import { lastHeard } from '../../../sessions/ending-store.ts'
import { QUICK_LOOK } from '../../../sessions/refresh-index.ts'
import type { Sessions } from '../../../sessions/sessions.ts'
import { shownText } from '../../shown.ts'
import type { Answer } from '../answers.ts'
import { openSessions } from '../ask-why/look-at-sessions.ts'
import type { Screen } from '../command.ts'
import { exitWith } from '../exit-codes.ts'
import type { Maybe } from '../parse/option.ts'
import { shortTime } from '../screen/times.ts'
import type { changedSchema, failedSchema, listedSchema } from './answers.ts'
import { programOf } from './agent-command.ts'
import { connect, disconnect, isMentioned } from './change.ts'
import { readConnections, type Connection } from './connections.ts'
import { planFor, type Plan } from './plan.ts'
import { startsMayday } from './staged-plugin.ts'

export type ConnectAsked = Maybe<'agent'> & {
  readonly all: boolean
  readonly project: boolean
  readonly user: boolean
  readonly dryRun: boolean
  readonly undo: boolean
}

type ConnectScreen = Screen<Answer<'mayday.connect/1'>>

const { env } = process

export async function runConnect(asked: ConnectAsked, screen: ConnectScreen): Promise<number> {
  if (asked.project && asked.user)
    throw new UsageError('--project and --user contradict each other. Give only one of them.')
  if (asked.all && asked.agent !== undefined)
    throw new UsageError(`--all means every agent. Leave out '${asked.agent}', or --all.`)
  if (asked.all) return changeAll(asked, screen)
  if (asked.agent === undefined) return listConnections(asked, screen)
  const { json, words } = change(asked.agent, asked)
  return screen.answer(json, () => words)
}

type Done<Json> = { readonly json: Json; readonly words: string }
type Changed = Shape<typeof changedSchema>
type Failed = Shape<typeof failedSchema>

function change(agent: string, { project, undo: isUndo, dryRun }: ConnectAsked): Done<Changed> {
  const scope: PluginScope = project ? 'project' : 'user'
  const here = findProject(process.cwd(), env).root
  const plan = planFor({ agent, scope, root: scope === 'project' ? here : null }, isUndo, here, env)
  if (dryRun) return { json: planJson(plan), words: dryWords(plan, isUndo) }
  return isUndo ? undo(plan) : install(plan)
}

/** Changes every installed agent that takes the plugin. If one fails, the others are changed anyway. */
function changeAll(asked: ConnectAsked, screen: ConnectScreen): number {
  const scope: PluginScope = asked.project ? 'project' : 'user'
  const chosen = loadedPlugins.filter(
    ({ name, plugin }) => plugin.scopes.includes(scope) && programOf(name, env) !== null,
  )
  const answers = chosen.map(({ name }) => changeOr(name, asked))
  const failed = answers.filter(({ isFailed }) => isFailed).length
  const code = screen.answer({ agents: answers.map(({ json }) => json) }, () =>
    answers.length === 0
      ? 'None of the agents that Mayday can connect is installed.\n'
      : answers.map(({ words }) => words).join('\n'),
  )
  return failed === 0 ? code : exitWith('trouble')
}

function changeOr(
  agent: string,
  asked: ConnectAsked,
): Done<Changed | Failed> & { readonly isFailed: boolean } {
  try {
    return { ...change(agent, asked), isFailed: false }
  } catch (error) {
    if (!(error instanceof MaydayError)) throw error
    const why = shownText(error.message)
    return { json: { agent, error: why }, words: `${titleOf(agent)} failed: ${why}\n`, isFailed: true }
  }
}

function install(plan: Plan): Done<Changed> {
  connect(plan, env)
  const { agent, plugin, scope } = plan
  const option = scope === 'project' ? ' --project' : ''
  return {
    json: { ...planJson(plan), connected: true },
    words: [
      `Connected: ${titleOf(agent)} tells Mayday how its sessions ${scope === 'project' ? 'in this project ' : ''}end, from the next one on.`,
      ...(plugin.afterwards === undefined ? [] : [plugin.afterwards]),
      `Undo: mayday connect ${agent}${option} --undo`,
      '',
    ].join('\n'),
  }
}

function undo(plan: Plan): Done<Changed> {
  const { known, agent } = plan
  if (known === null)
    return {
      json: { ...planJson(plan), commands: [], connected: false },
      words: `${titleOf(agent)} is not connected${plan.scope === 'project' ? ' in this project' : ''}. Nothing was changed.\n`,
    }
  const done = disconnect(plan, known, env)
  return {
    json: { ...planJson(plan), connected: false, ...done },
    words: [
      `${titleOf(agent)} is no longer connected.`,
      ...done.left.map((path) => `${path} was changed since, so only Mayday's part was removed from it.`),
      '',
    ].join('\n'),
  }
}

const loadedOf = (agent: string): (typeof loadedPlugins)[number] | undefined =>
  loadedPlugins.find(({ name }) => name === agent)

const titleOf = (agent: string): string => loadedOf(agent)?.title ?? agent

const planJson = ({ agent, scope, root, program, commands, settings }: Plan): Changed => ({
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
        ...(commands.length === 0
          ? []
          : ['Would run:', ...commands.map((words) => `  ${[agent, ...words].join(' ')}`)]),
        isUndo
          ? 'Would restore, if nothing else has changed them:'
          : commands.length === 0
            ? 'Would write:'
            : 'That changes:',
        ...settings.map((path) => `  ${path}`),
        '',
      ].join('\n')

type Line = Shape<typeof listedSchema>

function listConnections({ project, undo: isUndo, dryRun }: ConnectAsked, screen: ConnectScreen): number {
  if (project || isUndo || dryRun)
    throw new UsageError(
      `Name the agent: mayday connect ${loadedPlugins.map(({ name }) => name).join('|')}, or --all`,
    )
  const heard = lastHeard(env)
  const known = readConnections(env)
  using sessions = known.every(({ agent }) => heard.has(agent)) ? null : quickLook()
  const agents = loadedPlugins.map(({ name }) => {
    const own = known.filter(({ agent }) => agent === name)
    const lastMs = heard.get(name)
    return {
      agent: name,
      state: stateOf(name, own),
      connections: own.map(({ scope, root, at }) => ({ scope, root, at })),
      lastEventAt: lastMs === undefined ? null : new Date(lastMs).toISOString(),
      unheardAt: lastMs === undefined && sessions !== null ? unheard(own, sessions) : null,
    }
  })
  return screen.answer({ agents }, () => `${agents.map(lineOf).join('\n')}\n`)
}

const quickLook = (): Sessions => openSessions({ live: null }, { most: QUICK_LOOK })

/**
 * When the newest session since the connection ended. A session that was cut off does not count, because no hook runs
 * for it.
 */
function unheard(own: readonly Connection[], sessions: Sessions): string | null {
  const ended = own.flatMap(({ agent, root, at }) => {
    const filter = { agent, sinceMs: Date.parse(at), ...(root === null ? {} : { folder: root }) }
    return [...sessions.rows(filter)].flatMap(({ row }) =>
      row.live || row.status === 'cut-off' ? [] : (row.endedAt ?? []),
    )
  })
  return ended.toSorted().at(-1) ?? null
}

function stateOf(agent: string, own: readonly Connection[]): Line['state'] {
  if (own.length > 0 && !own.some(isMentioned)) return 'missing'
  if (own.length > 0) return startsMayday(env) ? 'connected' : 'broken'
  return programOf(agent, env) === null ? 'not installed' : 'not connected'
}

const WIDTH = 13

function unheardWords(agent: string, unheardAt: string): string {
  const hint = loadedOf(agent)?.plugin.afterwards
  const last = `no event came from its newest session (${shortTime(unheardAt, Date.now())})`
  return hint === undefined ? last : `${last}. ${hint}`
}

function lineOf({ agent, state, connections, lastEventAt, unheardAt }: Line): string {
  const where = connections.map(({ scope, root }) => (scope === 'user' ? 'for this user' : `in ${root}`))
  const last =
    lastEventAt !== null
      ? `last event ${shortTime(lastEventAt, Date.now())}`
      : unheardAt === null
        ? 'no session has ended since'
        : unheardWords(agent, unheardAt)
  const words = {
    connected: `connected ${where.join(', ')}; ${last}`,
    missing: `was connected, but its settings no longer name the plugin. Connect it again: mayday connect ${agent}`,
    broken: `connected ${where.join(', ')}, but the Mayday that it starts is gone. Connect it again: mayday connect ${agent}`,
    'not connected': `not connected. Connect it: mayday connect ${agent}`,
    'not installed': 'not installed',
  }
  return `${titleOf(agent).padEnd(WIDTH)}${words[state]}`
}
