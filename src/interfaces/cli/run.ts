import { fstatSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../../errors.ts'
import { parseDuration } from '../../record/duration.ts'
import type { Project } from '../../record/project.ts'
import type { RunResult } from '../../record/run-result.ts'
import { openProcesses } from '../../supervision/processes/open-processes.ts'
import { defaultLimits, startRun, type RunRequest } from '../../supervision/start-run.ts'
import type { Arguments, RunCommand, Terminal } from './command.ts'
import { openStore } from './open-store.ts'
import { parseBytes } from './numbers.ts'
import { reporterFor } from './run-reporter.ts'
import { watchSignals } from './run-signals.ts'

export const runRun: RunCommand = async (args, terminal) => {
  if (args.positionals.length === 0)
    throw new UsageError(
      'run takes a command behind --, and got none. Try: mayday run -- claude -p "fix the login test"',
    )
  const { store, project } = await openStore(terminal)
  const request = await requestOf(args, terminal, project)
  const reporter = reporterFor(terminal, args.flag('json'))
  using signals = watchSignals({ store, project, reporter })
  try {
    const result = await startRun(request, {
      store,
      processes: openProcesses(),
      watcher: { cancel: signals.cancel, force: signals.force, report: reporter.report, show: reporter.show },
    })
    reporter.end(result)
    return exitCodeFor(result)
  } finally {
    store.close()
  }
}

/** First that applies: interrupted, stopped at a limit, failed. */
export function exitCodeFor({ status, ending }: RunResult): number {
  if (status === 'canceled') return 130
  if (status === 'succeeded') return 0
  return ending.kind === 'stopped' ? 124 : 1
}

async function requestOf(args: Arguments, terminal: Terminal, project: Project): Promise<RunRequest> {
  const argv = args.positionals
  const task = args.text('task')
  return {
    project,
    argv,
    cwd: resolve(args.text('cwd') ?? process.cwd()),
    env: environment(),
    agent: args.text('agent') ?? null,
    ...(task === undefined ? {} : { task: numberOf(task) }),
    title: args.text('title') ?? titleOf(argv),
    prompt: await promptOf(args.text('prompt-file'), terminal),
    flow: args.text('flow') ?? 'implement',
    phase: phaseOf(args.text('phase')),
    setup: args.text('setup') ?? null,
    baseline: args.text('baseline') ?? null,
    verify: args.text('verify') ?? null,
    expectChanges: args.flag('expect-changes') && !args.flag('no-expect-changes'),
    limits: limitsOf(args),
  }
}

function limitsOf(args: Arguments): RunRequest['limits'] {
  const limit = (name: string, usual: number): number => {
    const word = args.text(name)
    return word === undefined ? usual : parseDuration(word, `--${name}`)
  }
  const memory = args.text('memory')
  return {
    timeoutMs: limit('timeout', defaultLimits.timeoutMs),
    idleMs: limit('idle', defaultLimits.idleMs),
    graceMs: limit('grace', defaultLimits.graceMs),
    setupMs: limit('setup-timeout', defaultLimits.setupMs),
    verifyMs: limit('verify-timeout', defaultLimits.verifyMs),
    memoryBytes: memory === undefined ? null : parseBytes(memory, '--memory'),
  }
}

function environment(): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env[name] = value
  return env
}

function numberOf(word: string): number {
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word)
  throw new UsageError(`--task takes the number of a task, and got '${word}'. See: mayday history`)
}

/** 12, 12-01 or 5.2: a phase, with or without a plan. */
function phaseOf(word: string | undefined): string | null {
  if (word === undefined) return null
  if (/^\d{1,6}(?:\.\d{1,6})?(?:-\d{1,6})?$/.test(word)) return word
  throw new UsageError(`--phase takes 12, 12-01 or 5.2, and got '${word}'.`)
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
  if (path === '-') return collect(terminal.input)
  if (path === undefined) return isRedirected() ? readFileSync(0, 'utf8') : null
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new UsageError(
      `--prompt-file ${path} cannot be read (${code}). Name a text file, or - for standard input.`,
    )
  }
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

async function collect(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of input) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
