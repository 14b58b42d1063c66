import { knownAgents } from '../../../agents/known-agents.ts'
import { fstatSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../../../config/config.ts'
import { configuredEnvironment } from '../../../config/configured-environment.ts'
import { UsageError } from '../../../errors.ts'
import type { Project } from '../../../record/project.ts'
import type { RunResult } from '../../../record/run-result.ts'
import type { Store } from '../../../record/store.ts'
import type { LearningContext } from '../../../scheduling/learn.ts'
import { openProcesses } from '../../../supervision/processes/open-processes.ts'
import { defaultLimits } from '../../../supervision/default-limits.ts'
import type { RunRequest } from '../../../supervision/run-request.ts'
import { startRun } from '../../../supervision/start-run.ts'
import { askLater } from './ask-later.ts'
import type { Screen, Terminal } from '../command.ts'
import type { compare, runLimits, stageCommands } from '../parse/shared-options.ts'
import type { Flags, Maybe, Values } from '../parse/option.ts'
import { optionName } from '../parse/parse-arguments.ts'
import type { RunTaskAsked } from './run-task.ts'
import { exitWith } from '../exit-codes.ts'
import { openStore } from '../record/open-store.ts'
import { loadTrusted, defaultAgent } from '../config/project-config.ts'
import { startMeasuring } from './measure.ts'
import { following, reporterFor, watchRunSignals, type RunReporter } from './run-reporter.ts'
import { compareIn, limitsIn, phaseOf, readPromptFile } from '../parse/task-options.ts'

export type RunAsked = Values<typeof stageCommands & typeof compare & typeof runLimits> &
  RunTaskAsked &
  Maybe<'agent' | 'model' | 'resume' | 'promptFile' | 'title' | 'phase' | 'cwd'> &
  Maybe<'maxTurns' | 'task', number> &
  Flags<'expectChanges' | 'noExpectChanges' | 'follow'> & {
    /** The words before `--`. */
    readonly words: readonly string[]
    readonly behind: readonly string[]
    readonly flow: string
  }

/** The inputs of one run. */
export type OneRun = Omit<RunAsked, 'follow'>

export async function runRun(asked: RunAsked, screen: Screen): Promise<number> {
  if (asked.follow && asked.json)
    throw new UsageError('--follow shows text, and --json prints events. Give one of them.')
  if (asked.task !== undefined && commandOf(asked).length === 0)
    return (await import('./run-task.ts')).runTaskNumber(asked.task, asked, screen)
  const { result } = await runOnce(asked, screen, reporterFor(screen, asked.json), asked)
  return exitCodeFor(result)
}

/** An ended run and the folder with its files. */
type Ran = { readonly result: RunResult; readonly folder: string }

/** Executes one run, from its command line to its result. */
export async function runOnce(
  asked: OneRun,
  screen: Screen,
  teller: RunReporter,
  { follow }: { readonly follow: boolean },
): Promise<Ran> {
  if (!startsByName(asked)) checkCommand(asked)
  const loaded = await loadTrusted(asked, screen)
  const config = loaded.whole
  using opened = await openStore()
  const { store, project } = opened
  const reporter = follow ? await following(teller, project, screen) : teller
  using signals = watchRunSignals({ store, project }, reporter)
  const request = await requestOf(asked, screen, { project, config, store })
  const context = { store, project, lessons: config.lessons }
  await completePhases(request, { ...context, tell: () => undefined })
  const result = await startRun(request, {
    store,
    processes: openProcesses(),
    knownAgents,
    watcher: { cancel: signals.cancel, force: signals.force, report: reporter.report, show: reporter.show },
  })
  try {
    if (result.status === 'failed' && teaches(request)) {
      const { learnFromRun } = await import('./learn-from-run.ts')
      await learnFromRun(result, context, { terminal: screen, json: asked.json })
    }
  } finally {
    reporter.end(result)
  }
  const measuring = startMeasuring(opened, config.telemetry)
  measuring.alone(result)
  await measuring.end()
  askLater(project, loaded)(result)
  return { result, folder: join(project.record, result.logPath) }
}

/** A run in one phase completes the other phases that are done. */
async function completePhases({ task, phase }: RunRequest, context: LearningContext): Promise<void> {
  if (phase === null) return
  const { completeOtherPhases } = await import('../../../scheduling/complete-phases.ts')
  completeOtherPhases({ task: task ?? 0, phase }, { ...context, clock: { now: () => new Date() } })
}

/** Lessons reach only runs of the same phase or task. Without both, a run leaves no lesson. */
const teaches = ({ task, phase }: RunRequest): boolean => task !== undefined || phase !== null

/** All words that are not options. */
const commandOf = ({ words, behind }: Pick<RunAsked, 'words' | 'behind'>): readonly string[] => [
  ...words,
  ...behind,
]

/** True if the run starts an agent by its name, not a command. */
const startsByName = ({ behind, agent, resume }: OneRun): boolean =>
  behind.length === 0 && (agent ?? resume) !== undefined

function checkCommand(asked: OneRun): void {
  const given = (['model', 'maxTurns', 'resume'] as const).find((key) => asked[key] !== undefined)
  if (given !== undefined) {
    const name = optionName(given)
    throw new UsageError(
      `--${name} goes with an agent's name, not with a command. Try: mayday run --agent claude --${name} … "Fix the login test"`,
    )
  }
  if (commandOf(asked).length > 0) return
  throw new UsageError(
    'Missing command: mayday run -- COMMAND. Or name an agent: mayday run --agent claude "Fix the login test"',
  )
}

/** The first that applies: interrupted, stopped at a limit, failed. */
export function exitCodeFor({ status, ending }: RunResult): number {
  if (status === 'canceled') return exitWith('canceled')
  if (status === 'succeeded') return exitWith('succeeded')
  return ending.kind === 'stopped' && ending.by !== 'done' ? exitWith('limit') : exitWith('failed')
}

/** The command line overrides the config. */
async function requestOf(
  asked: OneRun,
  terminal: Terminal,
  { project, config, store }: { readonly project: Project; readonly config: Config; readonly store: Store },
): Promise<RunRequest> {
  const { stages } = config
  const { task = null } = asked
  const env = configuredEnvironment(config, process.env)
  const parts = startsByName(asked)
    ? await (await import('./run-agent.ts')).agentParts(asked, terminal, { config, store, env, task })
    : { ...(await commandParts(asked, terminal, { config, env })), phase: phaseOf(asked.phase, store, task) }
  return {
    project,
    ...(task === null ? {} : { task }),
    ...parts,
    flow: asked.flow,
    setup: asked.setup ?? stages.setup ?? null,
    baseline: asked.baseline ?? stages.baseline ?? null,
    verify: asked.verify ?? stages.verify ?? null,
    expectChanges: asked.expectChanges && !asked.noExpectChanges,
    ...(compareIn(asked, config, project) ? { compare: { start: null } } : {}),
    limits: { ...defaultLimits, ...config.limits, ...limitsIn(asked) },
  }
}

/** The command after `--` is used unchanged, and so is its environment. */
async function commandParts(
  asked: OneRun,
  terminal: Terminal,
  { config, env }: { readonly config: Config; readonly env: RunRequest['env'] },
): Promise<Pick<RunRequest, 'argv' | 'cwd' | 'env' | 'agent' | 'title' | 'prompt'>> {
  const argv = commandOf(asked)
  return {
    argv,
    cwd: resolve(asked.cwd ?? process.cwd()),
    env,
    agent: asked.agent ?? (await defaultAgent(config, argv)),
    title: asked.title ?? titleOf(argv),
    prompt: await promptOf(asked.promptFile, terminal),
  }
}

/** The longest argument is usually the prompt, so its first line becomes the title. */
function titleOf(argv: readonly string[]): string {
  const worded = argv.slice(1).filter((word) => /\s/.test(word.trim()) && !word.startsWith('-'))
  const longest = worded.toSorted((a, b) => b.length - a.length)[0]
  const text = longest ?? argv.join(' ')
  return text.trim().split('\n', 1)[0]?.slice(0, 200) ?? ''
}

/** The agent's standard input: a file, or for `-` the piped input. Without the option a redirected file is used. */
async function promptOf(path: string | undefined, terminal: Terminal): Promise<string | null> {
  if (path !== undefined) return readPromptFile(path, terminal)
  return isRedirected() ? readFileSync(0, 'utf8') : null
}

/** `mayday run -- agent < task.md`. A pipe is not read, because the parent process may never close it. */
function isRedirected(): boolean {
  try {
    return fstatSync(0).isFile()
  } catch {
    // Standard input is closed, so there is nothing to read.
    return false
  }
}
