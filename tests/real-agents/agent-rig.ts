import { agentProfiles } from '../../src/agents/profiles.ts'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { profileFor } from '../../src/supervision/prepare-agent.ts'
import {
  settingsFor,
  startModelServer,
  type ModelServer,
  type PointedAgent,
  type Script,
} from '../../src/testing/index.ts'
import { freshFolder } from '../run-mayday.ts'
import { git, repository } from '../task-repository.ts'
import type { TestProject } from '../running-mayday.ts'
import {
  CELL_VARIABLE,
  endLeftovers,
  findLeftovers,
  killAllOf,
  killFound,
  killLauncher,
} from './leftovers.ts'
import { realAgents } from './real-agents.ts'

export type AgentRig = AsyncDisposable & {
  readonly project: TestProject
  readonly server: ModelServer
  /** The whole environment of the agent beside PATH: its own HOME, and where its model is. */
  readonly env: Record<string, string>
  /** What a person would type who starts the agent without Mayday: the same words. */
  readonly command: (agent: PointedAgent, prompt: string) => readonly string[]
  /** Processes that this rig's runs have left behind. */
  readonly leftovers: () => readonly string[]
  /** Kills the agent itself, its launcher included, and not the tool that it runs. */
  readonly killAgent: (agent: PointedAgent) => void
  /** Kills the process that Mayday's wrapper started, and nothing below it. */
  readonly killLauncher: () => void
  /** Kills everything that was started here, and waits until it has ended. */
  readonly killAll: () => Promise<void>
}

export type RigOptions = {
  readonly agents: readonly PointedAgent[]
  readonly script: Script
  /** False: as Mayday starts it by itself, which may edit and no more. */
  readonly mayDoAll?: boolean
  /** More of mayday.yaml. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Files of the project. */
  readonly files?: Readonly<Record<string, string>>
}

/** A repository, a home folder and a model server for one story of real agents. */
export async function agentRig({
  agents,
  script,
  mayDoAll = true,
  files = {},
  settings = {},
}: RigOptions): Promise<AgentRig> {
  const server = await startModelServer({ script })
  const home = await freshFolder()
  const project = await repository()
  const cell = randomUUID()
  const pointed = agents.map((name) => ({ name, ...settingsFor(name, server.url) }))
  write(home.path, Object.assign({}, ...pointed.map((one) => one.files)))
  write(project.path, { 'mayday.yaml': config(pointed, mayDoAll, settings), ...files })
  git(project, 'add', '--all')
  git(project, 'commit', '--quiet', '--message=The project')
  const place = { cell, folders: [project.path, home.path] }
  return {
    project,
    server,
    env: {
      ...Object.assign({}, ...pointed.map((one) => one.env)),
      ...Object.assign({}, ...agents.map((name) => (mayDoAll ? realAgents[name].env : {}))),
      HOME: home.path,
      TMPDIR: home.path,
      [CELL_VARIABLE]: cell,
    },
    command: (agent, prompt) => {
      const profile = profileFor(agent, null, agentProfiles)
      const { args = [] } = pointed.find(({ name }) => name === agent) ?? {}
      return profile?.withArgs(profile.argvFor(prompt), wordsFor({ name: agent, args }, mayDoAll)) ?? []
    },
    leftovers: () => findLeftovers(place),
    killAgent: (agent) => killFound(place, (program) => program.includes(agent)),
    killLauncher: () => killLauncher(place),
    killAll: () => killAllOf(place),
    [Symbol.asyncDispose]: async () => {
      await project[Symbol.asyncDispose]()
      await endLeftovers(place)
      await server.close()
      await home[Symbol.asyncDispose]()
    },
  }
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

type Pointed = { readonly name: PointedAgent; readonly args: readonly string[] }

const wordsFor = ({ name, args }: Pointed, mayDoAll: boolean): readonly string[] => [
  ...args,
  ...(mayDoAll ? realAgents[name].args : []),
]

/** The agents' words are in mayday.yaml, as a person would put them there. JSON is YAML. */
function config(
  pointed: readonly Pointed[],
  mayDoAll: boolean,
  settings: Readonly<Record<string, unknown>>,
): string {
  const agents = pointed.map((one) => [one.name, { args: wordsFor(one, mayDoAll) }])
  return `${JSON.stringify({ ...settings, agents: Object.fromEntries(agents) }, null, 2)}\n`
}
