import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from './run-folder.ts'

/** A program that unpacks itself first may take some seconds; one that waits for something never ends. */
const PATIENCE_MS = 10_000
const MOST_BYTES = 64 * 1024

const VERSION = /\bv?(\d+\.\d+(?:\.\d+)?(?:[-+.][\w.-]+)?)\b/

/** What a program says when it is asked for its version. */
export type AskedVersion = {
  readonly version: string | null
  /** Why it does not start here, in its own words where it has any. Null where it ended well. */
  readonly trouble: string | null
}

type Answer = {
  readonly said: string
  readonly complained: string
  readonly ending: 'well' | 'badly' | 'never'
}

/**
 * What `PROGRAM --version` says. It runs in an empty home folder of its own, with nothing of this environment but PATH
 * and the language: it finds no credentials, and leaves nothing behind.
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

/** The line that names an error; above it may stand where in the program that was. */
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
      // A group of its own, so that a launcher's child ends with it.
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
    // It is gone already, as it should be.
  }
}
