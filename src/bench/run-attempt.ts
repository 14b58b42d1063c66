/** One attempt: its folders and its run. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { RunResult } from '../record/run-result.ts'
import { startedAs } from '../supervision/agent-environment.ts'
import { secretsFromEnv } from '../secrets/secrets.ts'
import type { Environment } from '../supervision/run-folder.ts'
import { defaultLimits } from '../supervision/default-limits.ts'
import type { PreparedAgent } from '../supervision/prepare-agent.ts'
import type { RunRequest } from '../supervision/run-request.ts'
import type { StageSpec } from '../supervision/run-spec.ts'
import { startRun } from '../supervision/start-run.ts'
import { environmentOf, makePlace, type AttemptPlace } from './attempt-place.ts'
import { attemptStages } from './attempt-stages.ts'
import { prepareFor, promptFor, type BenchAgent } from './bench-agent.ts'
import { watcherFor, type BenchContext } from './bench-context.ts'
import { foldedEnvironment, variablesFor } from './sandbox/sandbox-variables.ts'
import { benchFolder } from './series.ts'
import type { BenchTask } from './suite/task.ts'

export type AttemptRequest = {
  readonly task: BenchTask
  readonly attempt: number
  readonly place: AttemptPlace
  /** Null: only the baseline runs. */
  readonly agent: BenchAgent | null
  readonly title: string
}

/** The program of a sandbox, and of an attempt without an agent. */
const SHELL: readonly string[] = ['/bin/sh']

/** Runs the attempt until it ends. The id of its place becomes the id of the run. */
export async function runAttempt(request: AttemptRequest, context: BenchContext): Promise<RunResult> {
  const { task, attempt, place, title } = request
  const { project, processes, store, knownAgents } = context
  makePlace(place)
  const prepared = prepare(request, context)
  const { agent, started, outside } = prepared
  const isSandboxed = task.sandbox !== null
  return startRun(
    {
      project,
      ...started,
      argv: isSandboxed ? SHELL : started.argv,
      env: outside,
      ...(isSandboxed ? { ownGit: place.git } : {}),
      cwd: place.tree,
      agent: request.agent?.agent ?? null,
      runId: place.id,
      title,
      prompt: agent === null ? null : promptFor(task),
      isPromptGiven: agent?.stdin === null,
      flow: 'bench',
      phase: null,
      setup: null,
      baseline: null,
      verify: null,
      limits: defaultLimits,
      expectChanges: false,
      stages: stagesFor(request, context, prepared),
    },
    { store, processes, knownAgents, watcher: watcherFor(context, { task: task.id, attempt }) },
  )
}

type Prepared = {
  readonly agent: PreparedAgent | null
  readonly started: Started
  /** The environment outside of the sandbox, or the only one. */
  readonly outside: Environment
  /** Names of variables that the profile of the agent sets. */
  readonly agentNames: readonly string[]
}

type Started = Pick<RunRequest, 'argv' | 'env'>

function prepare(request: AttemptRequest, context: BenchContext): Prepared {
  const { task, attempt, place } = request
  const own = environmentOf(task, attempt, place, context.env)
  const agent = request.agent === null ? null : prepareFor(task, request.agent, context.agents)
  const started = agent === null ? { argv: SHELL, env: own } : startedAs(agent, own)
  const { env } = started
  const agentNames = Object.keys(env).filter((name) => env[name] !== own[name])
  const outside = task.sandbox === null ? env : outsideOf(request, context, { env, agentNames })
  return { agent, started, outside, agentNames }
}

function stagesFor(
  { task, place }: AttemptRequest,
  { project }: BenchContext,
  { agent, started: { env }, outside, agentNames }: Prepared,
): readonly StageSpec[] {
  const mirrors = join(benchFolder(project), 'mirrors')
  mkdirSync(mirrors, { recursive: true, mode: 0o700 })
  const isSandboxed = task.sandbox !== null
  return attemptStages({
    task,
    place,
    git: { mirrors, home: homedir(), own: isSandboxed ? place.git : null },
    env,
    agent,
    secrets: secretsFromEnv(env),
    agentNames,
    enginePath: outside['PATH'] ?? '',
    hidden: [dirname(project.record), dirname(project.trees), dirname(place.folder)],
    promptFile: isSandboxed && agent !== null && agent.stdin !== null ? writePrompt(task, place) : null,
  })
}

/** The folders of Mayday are hidden in a sandbox. So the prompt is in a file next to the tree. */
function writePrompt(task: BenchTask, { folder }: AttemptPlace): string {
  const path = join(folder, 'prompt.md')
  writeFileSync(path, promptFor(task), { mode: 0o600 })
  return path
}

/**
 * The program that starts a sandbox has the environment of the machine, not of the task. The variables of the task get
 * other names on their way inside.
 */
function outsideOf(
  { task, attempt, place }: AttemptRequest,
  context: BenchContext,
  { env, agentNames }: { readonly env: Environment; readonly agentNames: readonly string[] },
): Environment {
  const around = environmentOf({ ...task, environment: {} }, attempt, place, context.env)
  const names = variablesFor('agent_run', { task, env, agents: agentNames })
  return foldedEnvironment(around, env, { names, engine: task.sandbox?.engine ?? '' })
}
