import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { openProcesses } from '../src/supervision/processes/open-processes.ts'
import { RUN_PATH_VARIABLE } from '../src/supervision/processes/processes.ts'

/** The longest wait of a test: far more than the slowest machine needs. */
const LONGEST_WAIT_MS = 30_000

/** Polls until the result is neither null, undefined nor false. */
export async function eventually<Answer>(
  ask: () => Answer | null | undefined | false,
  what: string,
): Promise<Answer> {
  const end = Date.now() + LONGEST_WAIT_MS
  for (;;) {
    const answer = ask()
    if (answer !== null && answer !== undefined && answer !== false) return answer
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The command of a small program in tests/agents. */
export function agent(name: string, ...args: readonly string[]): string[] {
  const path = fileURLToPath(new URL(`agents/${name}`, import.meta.url))
  if (name.endsWith('.ts')) return [process.execPath, path, ...args]
  return [name.endsWith('.pl') ? 'perl' : 'sh', path, ...args]
}

/** Real processes of one test. All are marked with `tag` and ended after the test. */
export class Children implements AsyncDisposable {
  readonly tag: string = randomUUID()
  readonly #started: ChildProcess[] = []

  get env(): Record<string, string> {
    return { PATH: process.env['PATH'] ?? '', [RUN_PATH_VARIABLE]: this.tag }
  }

  /** Starts a child process and waits for its first line of output. */
  async start(
    argv: readonly string[],
    { tag = this.tag, detached = false }: { tag?: string; detached?: boolean } = {},
  ): Promise<{ pid: number; line: string }> {
    const [program = '', ...args] = argv
    const env = { ...this.env, [RUN_PATH_VARIABLE]: tag }
    const child = spawn(program, args, { env, detached, stdio: ['ignore', 'pipe', 'inherit'] })
    this.#started.push(child)
    const { pid } = child
    if (pid === undefined) throw new Error(`${program} did not start`)
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    await eventually(() => text.includes('\n'), `a line from ${argv.join(' ')}`)
    return { pid, line: text.slice(0, text.indexOf('\n')) }
  }

  /** Kills by process and, for those that fork faster than they are found, by group. */
  async [Symbol.asyncDispose](): Promise<void> {
    const processes = openProcesses()
    const here = new Set(processes.lineage(process.pid).map(({ group }) => group))
    for (const child of this.#started) child.kill('SIGKILL')
    await eventually(() => {
      const left = processes.tagged(this.tag)
      for (const { pid, group } of left) {
        kill(pid)
        if (!here.has(group)) kill(-group)
      }
      return left.length === 0
    }, 'the end of all processes of the test')
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
