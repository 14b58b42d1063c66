import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProject, type Project } from '../src/record/project.ts'
import type { RunResult } from '../src/record/run-result.ts'
import { Store, storePath } from '../src/record/store.ts'
import { uuidv7 } from '../src/record/uuid.ts'
import { ADOPT_LEASE } from '../src/supervision/reconcile.ts'
import { logPathFor, RunFolder } from '../src/supervision/run-folder.ts'
import { eventually } from './children.ts'
import { freshFolder, mayday, type Finished } from './run-mayday.ts'

/** The file that the command `mayday` starts. */
export const bin: string = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))

/** A fresh project with everything that its runs left. It is removed after the test. */
export type TestProject = Project & {
  /** Runs the real command in this project. */
  readonly mayday: (args: readonly string[], env?: Record<string, string>) => Promise<Finished>
  /** Starts the real command and returns at once. */
  readonly start: (args: readonly string[], env?: Record<string, string>) => Started
  readonly open: () => Store
  readonly folderOf: (run: number) => RunFolder
  readonly write: (name: string, text: string) => void
}

export type Started = {
  readonly pid: number
  readonly output: () => string
  /** Does nothing if it has already ended. */
  readonly stop: () => void
  readonly finished: Promise<Finished>
}

export async function freshProject(): Promise<TestProject & AsyncDisposable> {
  const folder = await freshFolder()
  const root = realpathSync(folder.path)
  const project = findProject(root, { ...process.env, MAYDAY_DIR: root })
  const started: Started[] = []
  const open = (): Store => Store.open(project.record)
  mkdirSync(join(root, '.git'))
  return {
    ...project,
    open,
    mayday: (args, env = {}) => mayday(args, { cwd: root, env: { MAYDAY_DIR: root, ...env } }),
    start: (args, env = {}) => {
      const child = startMayday(root, args, env)
      started.push(child)
      return child
    },
    folderOf: (run) => {
      using store = open()
      return new RunFolder(join(project.record, store.find(run)?.logPath ?? 'nowhere'))
    },
    write: (name, text) => writeFileSync(join(root, name), text),
    [Symbol.asyncDispose]: async () => {
      for (const { stop } of started) stop()
      await Promise.all(started.map(({ finished }) => finished))
      await endAll(root, project)
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** A failed test leaves no worker behind: waiting workers continue and are supervised to their end. */
async function endAll(root: string, { record }: Project): Promise<void> {
  if (!existsSync(storePath(record))) return
  using store = Store.open(record, { damaged: 'repair' })
  if (store.unfinished().length === 0) return
  writeFileSync(join(root, 'go'), '')
  await mayday(['history'], { cwd: root, env: { MAYDAY_DIR: root } })
  await eventually(() => store.unfinished().length === 0 && store.lease(ADOPT_LEASE) === null, 'the last run')
}

function startMayday(cwd: string, args: readonly string[], env: Record<string, string>): Started {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', MAYDAY_DIR: cwd, ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { pid: child.pid ?? 0, output: () => stdout, stop: () => void child.kill('SIGINT'), finished }
}

/** A run that waits until the file `go` exists, with the words that it prints before and after. */
export async function startWaiting(project: TestProject, before: string, after: string): Promise<Started> {
  const script = `printf '%b' '${before}'; while [ ! -e go ]; do sleep 0.02; done; printf '%b' '${after}'; exit 3`
  const started = project.start(['run', '--', 'sh', '-c', script])
  await eventually(() => started.output().includes('agent_run started'), 'the start of the agent')
  return started
}

/** An ended run from another time, with a log of this many bytes. */
export function recordOldRun(
  project: TestProject,
  { endedAt, bytes }: { readonly endedAt: Date; readonly bytes: number },
): number {
  using store = project.open()
  const runId = uuidv7(endedAt.getTime())
  const at = endedAt.toISOString()
  const logPath = logPathFor(runId, endedAt)
  const told = { runId, flow: 'implement', phase: null, agent: null, branch: null, logPath, startedAt: at }
  const numbers = store.begin({
    ...told,
    title: 'old',
    prompt: null,
    command: 'true',
    cwd: project.root,
    baseCommit: null,
    supervisor: '{}',
  })
  const result: RunResult = {
    ...told,
    ...emptyResult,
    run: numbers.run,
    taskId: numbers.taskId,
    attempt: numbers.attempt,
    endedAt: at,
  }
  const folder = new RunFolder(join(project.record, logPath))
  folder.create()
  writeFileSync(folder.log, 'x'.repeat(bytes))
  folder.conclude(result)
  store.finish(result)
  return numbers.run
}

const emptyResult = {
  format: 'mayday.result/2',
  card: null,
  status: 'succeeded',
  ending: { kind: 'exit', code: 0 },
  exitCode: 0,
  endSignal: null,
  stage: 'agent_run',
  reason: null,
  summary: 'succeeded',
  rejection: null,
  circular: false,
  diagnosis: null,
  plan: null,
  durationMs: 1,
  bytesRead: null,
  bytesWritten: null,
  turns: null,
  costUsd: null,
  tokens: null,
  sessionId: null,
  model: null,
  changedFiles: null,
  verify: null,
  stages: [],
} as const

/** Every file of the record by name, without those of the database and without project.json. */
export const filesOf = ({ record }: Project): string[] =>
  readdirSync(record, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/mayday\.db|project\.json/.test(name))
    .toSorted()
