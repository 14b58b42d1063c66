import { join } from 'node:path'
import { agentOf, checkAgent, type BenchAgent } from '../../bench/bench-agent.ts'
import type { BenchHouse } from '../../bench/bench-house.ts'
import { makeDemo } from '../../bench/demo/make-demo.ts'
import { benchFolder, type SeriesRequest } from '../../bench/series.ts'
import { readSuite, type Suite } from '../../bench/suite/read-suite.ts'
import { withNames, type BenchTask, type Sandbox } from '../../bench/suite/task.ts'
import { projectAgents } from '../../config/agent-command.ts'
import type { Config } from '../../config/config.ts'
import { configuredEnvironment } from '../../config/configured-environment.ts'
import { UsageError } from '../../errors.ts'
import { findProject } from '../../record/project.ts'
import { prepareRecordFolder } from '../../record/record-folder.ts'
import { openProcesses } from '../../supervision/processes/open-processes.ts'
import { agentIn } from './agent-options.ts'
import type { Arguments } from './command.ts'
import type { OpenedStore } from './open-store.ts'

/** What a command line of `bench run` asks for. */
export type BenchAsked =
  | { readonly kind: 'resume'; readonly series: string }
  /** Null: a name is found. */
  | { readonly kind: 'series'; readonly name: string | null; readonly request: SeriesRequest }

/** Reads everything there is to read, and starts nothing. */
export function askedIn(args: Arguments, config: Config): BenchAsked {
  const resumed = args.text('resume')
  if (resumed !== undefined) {
    const others = ['agent', 'attempts', 'series'].some((name) => args.text(name) !== undefined)
    if (args.positionals.length > 1 || args.flag('demo') || others)
      throw new UsageError(
        `--resume ${resumed} takes suite, agent and number of attempts from the series. Leave them out; --jobs and --keep may be given.`,
      )
    return { kind: 'resume', series: resumed }
  }
  const attempts = countIn(args, 'attempts')
  const { suite, agent } = args.flag('demo') ? demoIn(args) : suiteIn(args, config)
  checkAgent(agent, suite.tasks, {
    env: configuredEnvironment(config, process.env),
    agents: projectAgents(config),
  })
  const request = { suite: suite.name, tasks: suite.tasks, agent, attempts }
  return { kind: 'series', name: args.text('series') ?? null, request }
}

type Attemptable = { readonly suite: Suite; readonly agent: BenchAgent }

function demoIn(args: Arguments): Attemptable {
  if (args.positionals.length > 1 || args.text('agent') !== undefined)
    throw new UsageError('--demo has its own suite and agents. Leave out the suite, --agent and the command.')
  const project = findProject(process.cwd(), process.env)
  prepareRecordFolder(project.record)
  const { suite, agent } = makeDemo(join(benchFolder(project), '.demo'))
  return { suite: readSuite(suite), agent: agentOf(null, agent, { cwd: process.cwd(), name: 'demo' }) }
}

function suiteIn(args: Arguments, config: Config): Attemptable {
  const [, path, more] = wordsBefore(args)
  if (path === undefined || more !== undefined)
    throw new UsageError(
      `bench run takes one suite, and got ${path === undefined ? 'none' : `'${more}' too`}. A command comes after --. To see it work: mayday bench run --demo`,
    )
  const suite = sandboxedSuite(path, config)
  const missing = 'bench run needs an agent: --agent claude, or a command after --.'
  const { agent, argv } = agentIn(args, config, missing)
  const name = args.text('agent')
  return {
    suite,
    agent: agentOf(agent, argv, { cwd: process.cwd(), ...(name === undefined ? {} : { name }) }),
  }
}

/** A suite, with the project's sandbox for the tasks that name none, and with what the project lets into all. */
export function sandboxedSuite(path: string, { bench }: Config): Suite {
  const { name, tasks } = readSuite(path)
  const usual = usualSandbox(bench)
  const { variables, agentVariables } = bench
  const inOwn = (task: BenchTask): BenchTask => {
    const sandbox = task.sandbox ?? usual
    if (sandbox === null) return task
    const readable = sandbox.engine === 'bwrap' ? bench.readable : []
    return { ...task, sandbox: withNames(sandbox, { variables, agentVariables, readable }) }
  }
  return { name, tasks: tasks.map(inOwn) }
}

function usualSandbox(bench: Config['bench']): Sandbox | null {
  const { sandbox: engine, image = null, network = true } = bench
  if (engine === undefined) return null
  if (engine !== 'bwrap' && image === null)
    throw new UsageError(`bench.sandbox: ${engine} in mayday.yaml needs bench.image beside it.`)
  return { engine, image: engine === 'bwrap' ? null : image, hasNetwork: network }
}

/** Without what stands behind `--`. */
export const wordsBefore = ({ positionals, behind }: Arguments): readonly string[] =>
  positionals.slice(0, positionals.length - behind.length)

export function countIn(args: Arguments, option: string): number {
  const word = args.text(option) ?? '1'
  if (/^[1-9]\d{0,4}$/.test(word)) return Number(word)
  throw new UsageError(`--${option} takes a number from 1, and got '${word}'.`)
}

export const benchHouse = (
  { store, project }: OpenedStore,
  config: Config,
  { cancel, force, tell }: Pick<BenchHouse, 'cancel' | 'force' | 'tell'>,
): BenchHouse => ({
  store,
  project,
  processes: openProcesses(),
  env: configuredEnvironment(config, process.env),
  agents: projectAgents(config),
  cancel,
  force,
  tell,
})
