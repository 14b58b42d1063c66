import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from './run-folder.ts'

/**
 * A program that unpacks itself may need some seconds. One that waits for input never ends, so it is stopped
 * after this time.
 */
const PATIENCE_MS = 10_000
const MOST_BYTES = 64 * 1024

const VERSION = /\bv?(\d+\.\d+(?:\.\d+)?(?:[-+.][\w.-]+)?)\b/

/** The answer of a program to `--version`. */
export type AskedVersion = {
  readonly version: string | null
  /** Why the program does not start here, in its own words if it printed any. Null if it exited with 0. */
  readonly trouble: string | null
}

type Answer = {
  readonly said: string
  readonly complained: string
  readonly ending: 'well' | 'badly' | 'never'
}

/**
 * Runs `PROGRAM --version`. The program gets an empty home folder and no variables except PATH and the
 * language. So it finds no credentials and leaves no files.
 */
export async function askVersion(program: string, env: Environment): Promise<AskedVersion> {
  const home = await mkdtemp(join(tmpdir(), 'mayday-version-'))
  try {
    const { said, complained, ending } = await answerOf(program, home, env)
    const version = ending === 'badly' ? null : (VERSION.exec(said)?.[1] ?? null)
    if (ending === 'well' || version !== null) return { version, trouble: null }
    if (ending === 'never') return { version, trouble: 'it does not answer' }
    return { version, trouble: tellingLine(complained) ?? tellingLine(said) ?? 'it says nothing' }
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The line that names the error. Lines above it may be a stack trace. */
function tellingLine(text: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.find((line) => /error\b[^:]{0,200}:/i.test(line)) ?? lines.find((line) => line !== '')
}

function answerOf(program: string, home: string, env: Environment): Promise<Answer> {
  return new Promise((resolve) => {
    const child = spawn(program, ['--version'], {
      cwd: home,
      env: {
        PATH: env['PATH'],
        LANG: env['LANG'],
        HOME: home,
        TMPDIR: home,
        TERM: 'dumb',
        NO_COLOR: '1',
        DISABLE_AUTOUPDATER: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, so that a launcher's child ends with it.
      detached: true,
    })
    let said = ''
    let complained = ''
    const end = (ending: Answer['ending']): void => {
      clearTimeout(timer)
      killGroup(child.pid)
      child.stdout.destroy()
      child.stderr.destroy()
      resolve({ said, complained, ending })
    }
    const timer = setTimeout(end, PATIENCE_MS, 'never')
    child.stdout.on('data', (chunk: Buffer) => {
      if (said.length < MOST_BYTES) said += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (complained.length < MOST_BYTES) complained += chunk.toString()
    })
    child.once('error', ({ message }) => {
      complained = message
      end('badly')
    })
    child.once('close', (code) => end(code === 0 ? 'well' : 'badly'))
  })
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has already exited, as expected.
  }
}
