import { fstatSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { configuredEnvironment } from '../../config/configured-environment.ts'
import { UsageError } from '../../errors.ts'
import type { Project } from '../../record/project.ts'
import type { RunResult } from '../../record/run-result.ts'
import type { Store } from '../../record/store.ts'
import type { LearningHouse } from '../../scheduling/learn.ts'
import { openProcesses } from '../../supervision/processes/open-processes.ts'
import { defaultLimits, startRun, type RunRequest } from '../../supervision/start-run.ts'
import { askLater } from './ask-later.ts'
import type { Arguments, RunCommand, Terminal } from './command.ts'
import { compareIn } from './compare-option.ts'
import { openStore } from './open-store.ts'
import { loadTrusted, usualAgent } from './project-config.ts'
import { reporterFor } from './run-reporter.ts'
import { watchRunSignals } from './run-signals.ts'
import { limitsIn, phaseOf, readPromptFile } from './task-options.ts'

export const runRun: RunCommand = async (args, terminal) => {
  if (args.text('task') !== undefined && args.positionals.length === 0)
    return (await import('./run-task.ts')).runTaskCommand(args, terminal)
  if (!startsByName(args)) checkCommand(args)
  const loaded = await loadTrusted(args, terminal)
  const config = loaded.whole
  const { store, project } = await openStore(terminal)
  const reporter = reporterFor(terminal, args.flag('json'))
  using signals = watchRunSignals({ store, project }, reporter)
  try {
    const request = await requestOf(args, terminal, { project, config, store })
    const house = { store, project, lessons: config.lessons }
    await completePhases(request, { ...house, tell: () => undefined })
    const result = await startRun(request, {
      store,
      processes: openProcesses(),
      watcher: { cancel: signals.cancel, force: signals.force, report: reporter.report, show: reporter.show },
    })
    try {
      if (result.status === 'failed' && teaches(request))
        await (
          await import('./learn-from-run.ts')
        ).learnFromRun(result, house, { terminal, json: args.flag('json') })
    } finally {
      reporter.end(result)
    }
    askLater(project, loaded)(result)
    return exitCodeFor(result)
  } finally {
    store.close()
  }
}

/** A run in a phase ends the others that are done. */
async function completePhases({ task, phase }: RunRequest, house: LearningHouse): Promise<void> {
  if (phase === null) return
  const { completeOtherPhases } = await import('../../scheduling/complete-phases.ts')
  completeOtherPhases({ task: task ?? 0, phase }, { ...house, clock: { now: () => new Date() } })
}

/** Only the same phase or the same task is ever told what a run taught. */
const teaches = ({ task, phase }: RunRequest): boolean => task !== undefined || phase !== null

/** Is it an agent by its name that is to be started, and not a command? */
const startsByName = (args: Arguments): boolean =>
  args.behind.length === 0 && (args.text('agent') ?? args.text('resume')) !== undefined

function checkCommand(args: Arguments): void {
  const given = ['model', 'max-turns', 'resume'].find((name) => args.text(name) !== undefined)
  if (given !== undefined)
    throw new UsageError(
      `--${given} goes with an agent's name, not with a command. Try: mayday run --agent claude --${given} … "Fix the login test"`,
    )
  if (args.positionals.length > 0) return
  throw new UsageError(
    'Missing command: mayday run -- COMMAND. Or name an agent: mayday run --agent claude "Fix the login test"',
  )
}

/** First that applies: interrupted, stopped at a limit, failed. */
export function exitCodeFor({ status, ending }: RunResult): number {
  if (status === 'canceled') return 130
  if (status === 'succeeded') return 0
  return ending.kind === 'stopped' && ending.by !== 'done' ? 124 : 1
}

/** A command line wins over the config. */
async function requestOf(
  args: Arguments,
  terminal: Terminal,
  { project, config, store }: { readonly project: Project; readonly config: Config; readonly store: Store },
): Promise<RunRequest> {
  const { stages } = config
  const given = args.text('task')
  const task = given === undefined ? null : numberOf(given)
  const env = configuredEnvironment(config, process.env)
  const parts = startsByName(args)
    ? await (await import('./run-agent.ts')).agentParts(args, terminal, { config, store, env, task })
    : { ...(await commandParts(args, terminal, { config, env })), phase: phaseOf(args, store, task) }
  return {
    project,
    ...(task === null ? {} : { task }),
    ...parts,
    flow: args.text('flow') ?? 'implement',
    setup: args.text('setup') ?? stages.setup ?? null,
    baseline: args.text('baseline') ?? stages.baseline ?? null,
    verify: args.text('verify') ?? stages.verify ?? null,
    expectChanges: args.flag('expect-changes') && !args.flag('no-expect-changes'),
    ...(compareIn(args, config, project) ? { compare: { start: null } } : {}),
    limits: { ...defaultLimits, ...config.limits, ...limitsIn(args) },
  }
}

/** The command behind `--` as it stands: nothing of it or of its environment is changed. */
async function commandParts(
  args: Arguments,
  terminal: Terminal,
  { config, env }: { readonly config: Config; readonly env: RunRequest['env'] },
): Promise<Pick<RunRequest, 'argv' | 'cwd' | 'env' | 'agent' | 'title' | 'prompt'>> {
  const argv = args.positionals
  return {
    argv,
    cwd: resolve(args.text('cwd') ?? process.cwd()),
    env,
    agent: args.text('agent') ?? (await usualAgent(config, argv)),
    title: args.text('title') ?? titleOf(argv),
    prompt: await promptOf(args.text('prompt-file'), terminal),
  }
}

function numberOf(word: string): number {
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word)
  throw new UsageError(`--task takes the number of a task, and got '${word}'. See: mayday history`)
}

/** The longest argument is usually the prompt; its first line says what the run is about. */
function titleOf(argv: readonly string[]): string {
  const worded = argv.slice(1).filter((word) => /\s/.test(word.trim()) && !word.startsWith('-'))
  const longest = worded.toSorted((a, b) => b.length - a.length)[0]
  const text = longest ?? argv.join(' ')
  return text.trim().split('\n', 1)[0]?.slice(0, 200) ?? ''
}

/** The agent's standard input: a file, or with `-` what is piped in. Without it a redirected file is taken. */
async function promptOf(path: string | undefined, terminal: Terminal): Promise<string | null> {
  if (path !== undefined) return readPromptFile(path, terminal)
  return isRedirected() ? readFileSync(0, 'utf8') : null
}

/** `mayday run -- agent < task.md`. A pipe is not waited for: whoever starts Mayday may never close it. */
function isRedirected(): boolean {
  try {
    return fstatSync(0).isFile()
  } catch {
    // Closed: then nothing is to be read from it.
    return false
  }
}
