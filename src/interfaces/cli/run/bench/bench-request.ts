import { knownAgents } from '../../../../agents/known-agents.ts'
import { join } from 'node:path'
import { agentOf, checkAgent, type BenchAgent } from '../../../../bench/bench-agent.ts'
import type { BenchContext } from '../../../../bench/bench-context.ts'
import { makeDemo } from '../../../../bench/demo/make-demo.ts'
import { benchFolder, type SeriesRequest } from '../../../../bench/series.ts'
import { readSuite, type Suite } from '../../../../bench/suite/read-suite.ts'
import { withNames, type BenchTask, type Sandbox } from '../../../../bench/suite/task.ts'
import { projectAgents } from '../../../../config/agent-command.ts'
import type { Config } from '../../../../config/config.ts'
import { configuredEnvironment } from '../../../../config/configured-environment.ts'
import { UsageError } from '../../../../errors.ts'
import { findProject } from '../../../../record/project.ts'
import { prepareRecordFolder } from '../../../../record/record-folder.ts'
import { openProcesses } from '../../../../supervision/processes/open-processes.ts'
import { agentIn } from '../../parse/agent-options.ts'
import type { OpenedStore } from '../../record/open-store.ts'
import type { TrustAsked } from '../../config/project-config.ts'
import type { Maybe, Flags } from '../../parse/option.ts'

/** The command line of any `bench` subcommand. */
export type BenchAsked = TrustAsked &
  Maybe<'agent' | 'series' | 'resume' | 'html' | 'junit'> &
  Maybe<'attempts' | 'jobs', number> &
  Flags<'demo' | 'keep'> & {
    readonly what: 'run' | 'validate' | 'report' | 'compare'
    readonly words: readonly string[]
    readonly behind: readonly string[]
  }

/** The request of `bench run`. */
export type SeriesAsked =
  | { readonly kind: 'resume'; readonly series: string }
  /** Null: a name is generated. */
  | { readonly kind: 'series'; readonly name: string | null; readonly request: SeriesRequest }

/** Reads and checks all inputs, and starts nothing. */
export function seriesIn(asked: BenchAsked, config: Config): SeriesAsked {
  const { resume, demo, series, attempts = 1 } = asked
  if (resume !== undefined) {
    const isOther = (asked.agent ?? asked.attempts ?? series) !== undefined
    if (hasWords(asked) || demo || isOther)
      throw new UsageError(
        `--resume ${resume} takes suite, agent and number of attempts from the series. Leave them out; --jobs and --keep are allowed.`,
      )
    return { kind: 'resume', series: resume }
  }
  const { suite, agent } = demo ? demoIn(asked) : suiteIn(asked, config)
  checkAgent(agent, suite.tasks, {
    env: configuredEnvironment(config, process.env),
    agents: projectAgents(config),
  })
  const request = { suite: suite.name, tasks: suite.tasks, agent, attempts }
  return { kind: 'series', name: series ?? null, request }
}

const hasWords = ({ words, behind }: BenchAsked): boolean => words.length + behind.length > 0

type Attemptable = { readonly suite: Suite; readonly agent: BenchAgent }

function demoIn(asked: BenchAsked): Attemptable {
  if (hasWords(asked) || asked.agent !== undefined)
    throw new UsageError('--demo has its own suite and agents. Leave out the suite, --agent and the command.')
  const project = findProject(process.cwd(), process.env)
  prepareRecordFolder(project.record)
  const { suite, agent } = makeDemo(join(benchFolder(project), '.demo'))
  return { suite: readSuite(suite), agent: agentOf(null, agent, { cwd: process.cwd(), name: 'demo' }) }
}

function suiteIn(asked: BenchAsked, config: Config): Attemptable {
  const [path, more] = asked.words
  if (path === undefined || more !== undefined)
    throw new UsageError(
      `bench run needs one suite${path === undefined ? '' : `, not '${asked.words.join(' ')}'`}. A command comes after --. To see it work: mayday bench run --demo`,
    )
  const suite = sandboxedSuite(path, config)
  const missing = 'bench run needs an agent: --agent claude, or a command after --.'
  const { agent, argv } = agentIn(asked, config, missing)
  const { agent: name } = asked
  return {
    suite,
    agent: agentOf(agent, argv, { cwd: process.cwd(), ...(name === undefined ? {} : { name }) }),
  }
}

/** A suite, with the project's sandbox for tasks that name none, and the project's variables and readable paths for all sandboxes. */
export function sandboxedSuite(path: string, { bench }: Config): Suite {
  const { name, tasks } = readSuite(path)
  const preset = defaultSandbox(bench)
  const { variables, agentVariables } = bench
  const inOwn = (task: BenchTask): BenchTask => {
    const sandbox = task.sandbox ?? preset
    if (sandbox === null) return task
    const readable = sandbox.engine === 'bwrap' ? bench.readable : []
    return { ...task, sandbox: withNames(sandbox, { variables, agentVariables, readable }) }
  }
  return { name, tasks: tasks.map(inOwn) }
}

function defaultSandbox(bench: Config['bench']): Sandbox | null {
  const { sandbox: engine, image = null, network = true } = bench
  if (engine === undefined) return null
  if (engine !== 'bwrap' && image === null)
    throw new UsageError(`bench.sandbox: ${engine} in mayday.yaml also needs bench.image.`)
  return { engine, image: engine === 'bwrap' ? null : image, hasNetwork: network }
}

export const benchContext = (
  { store, project }: OpenedStore,
  config: Config,
  { cancel, force, tell }: Pick<BenchContext, 'cancel' | 'force' | 'tell'>,
): BenchContext => ({
  store,
  project,
  processes: openProcesses(),
  knownAgents,
  env: configuredEnvironment(config, process.env),
  agents: projectAgents(config),
  cancel,
  force,
  tell,
})
