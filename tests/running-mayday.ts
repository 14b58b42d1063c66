import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { resultSchema } from '../src/record/run-result.ts'
import type { RunResult } from '../src/record/run-result.ts'
import { eventSchema } from '../src/supervision/event-schema.ts'
import type { Recorded } from '../src/supervision/run-event.ts'
import { openProcesses } from '../src/supervision/processes/open-processes.ts'
import { freshFolder, mayday, type Finished, type FreshFolder } from './run-mayday.ts'

const bin = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))

/** Longer than anything takes on a busy machine. It is reached only after an error. */
const PATIENCE_MS = 110_000

/** Polls until the result is set. */
export async function until<T>(what: string, find: () => T | null | undefined | false): Promise<T> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const found = find()
    if (found !== null && found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`)
    await pause(10)
  }
}

/** A command that runs while the test acts on it. */
export type Going = {
  readonly child: ChildProcess
  readonly finished: Promise<Finished>
  readonly printed: () => string
}

/** A folder with runs. No process of a run survives the test. */
export type TestProject = FreshFolder & {
  readonly mayday: (args: readonly string[], env?: Record<string, string>) => Promise<Finished>
  readonly start: (args: readonly string[], env?: Record<string, string>) => Going
  /** Folders of the runs, oldest first. */
  readonly folders: () => readonly string[]
  readonly result: (folder?: string) => RunResult | null
  readonly events: (folder?: string) => readonly Recorded[]
  readonly log: (folder?: string) => string
}

export async function testProject(): Promise<TestProject> {
  const folder = await freshFolder()
  const going = new Set<ChildProcess>()
  const tags = new Set<string>()
  const logs = folder.inRecord('logs')
  const folders = (): readonly string[] => {
    if (!existsSync(logs)) return []
    const found = readdirSync(logs).flatMap((day) =>
      readdirSync(join(logs, day)).map((id) => join(logs, day, id)),
    )
    for (const one of found) tags.add(one.split('/').at(-1) ?? '')
    return found.toSorted()
  }
  const last = (): string => folders().at(-1) ?? folder.path
  const read = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null)
  return {
    ...folder,
    mayday: (args, env = {}) => mayday(args, { cwd: folder.path, env }),
    start: (args, env = {}) => {
      const one = startMayday(args, folder.path, env)
      going.add(one.child)
      return one
    },
    folders,
    result: (path = last()) => {
      const text = read(join(path, 'result.json'))
      return text === null ? null : wholly(resultSchema, JSON.parse(text))
    },
    events: (path = last()) =>
      (read(join(path, 'events.jsonl')) ?? '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => wholly(eventSchema, JSON.parse(line))),
    log: (path = last()) => read(join(path, 'worker.log')) ?? '',
    [Symbol.asyncDispose]: async () => {
      for (const child of going) child.kill('SIGKILL')
      folders()
      await endAll(folder.path, tags)
      await folder[Symbol.asyncDispose]()
    },
  }
}

function startMayday(args: readonly string[], cwd: string, env: Record<string, string>): Going {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', XDG_CONFIG_HOME: '/nonexistent', MAYDAY_TRUST: '1', ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { child, finished, printed: () => stdout + stderr }
}

/** Ends everything that a failed test left behind. */
async function endAll(folder: string, tags: ReadonlySet<string>): Promise<void> {
  const processes = openProcesses()
  await until('every process to end', () => {
    const left = [...tags].flatMap((tag) => processes.tagged(tag))
    for (const { pid } of left) endOne(pid)
    return left.length === 0 && adopterOf(folder) === null
  })
}

function endOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}

/** Kills every process of a run. A process may end between the listing and the kill. */
export function killRun(runId: string): void {
  for (const { pid } of openProcesses().tagged(runId)) endOne(pid)
}

/** The pid of the adopter of a project. */
export function adopterOf(folder: string): number | null {
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const words = readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0')
      const environment = readFileSync(`/proc/${entry}/environ`, 'utf8').split('\0')
      if (words.includes('adopt') && environment.includes(`MAYDAY_DIR=${folder}`)) return Number(entry)
    } catch {
      // It has just ended, or belongs to another user.
    }
  }
  return null
}

/** A value that fits the schema and has no other fields. Readers ignore unknown fields, but Mayday writes none. */
function wholly<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const parsed = v.parse(schema, value)
  if (JSON.stringify(sorted(parsed)) !== JSON.stringify(sorted(value)))
    throw new Error(`It holds more than its schema names: ${JSON.stringify(value)}`)
  return parsed
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  )
}
