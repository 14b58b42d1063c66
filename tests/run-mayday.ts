import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectAt } from '../src/record/project.ts'

const bin = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

type Around = {
  input?: string | Buffer
  cwd?: string
  env?: Record<string, string>
  /** Words before the command, for example `nice`. */
  before?: readonly string[]
}

/** Runs the real command as a person would, in a separate child process. Its JSON is checked against its schema. */
export async function mayday(args: readonly string[], around: Around = {}): Promise<Finished> {
  const finished = await started(args, around)
  // Most tests ask for no JSON, and need not load the schemas.
  if (args.includes('--json')) (await import('./check-answers.ts')).checkAnswers(finished.stdout)
  return finished
}

function started(args: readonly string[], { input, cwd, env, before = [] }: Around): Promise<Finished> {
  const [program = '', ...words] = [...before, process.execPath, bin, ...args]
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', XDG_CONFIG_HOME: '/nonexistent', MAYDAY_TRUST: '1', ...env },
      ...(cwd === undefined ? {} : { cwd }),
    })
    let stdout = ''
    let stderr = ''
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
    child.stdin?.end(input)
  })
}

/** A fresh folder with its record. Both are removed after the test. */
export type FreshFolder = AsyncDisposable & {
  readonly path: string
  readonly file: (name: string) => string
  /** The folder of the record if this folder is a project. */
  readonly record: string
  readonly inRecord: (name: string) => string
  /** The separate work tree of one of its tasks. */
  readonly inTrees: (name: string) => string
}

export async function freshFolder(): Promise<FreshFolder> {
  const path = await mkdtemp(join(tmpdir(), 'mayday-test-'))
  const { record, trees } = projectAt(path, process.env)
  return {
    path,
    file: (name) => join(path, name),
    record,
    inRecord: (name) => join(record, name),
    inTrees: (name) => join(trees, name),
    [Symbol.asyncDispose]: async () => {
      // A process that is about to end may still write to Node's compile cache there.
      for (const one of [path, record, trees]) await rm(one, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
