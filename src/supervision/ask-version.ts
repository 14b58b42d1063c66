import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from './run-folder.ts'

/** A program that unpacks itself first may take some seconds; one that waits for something never ends. */
const PATIENCE_MS = 10_000
const MOST_BYTES = 64 * 1024

const VERSION = /\bv?(\d+\.\d+(?:\.\d+)?(?:[-+.][\w.-]+)?)\b/

/**
 * What `PROGRAM --version` says; null where it says nothing of the kind. It runs in an empty home folder of its own,
 * with nothing of this environment but PATH and the language: it finds no credentials, and leaves nothing behind.
 */
export async function askVersion(program: string, env: Environment): Promise<string | null> {
  const home = await mkdtemp(join(tmpdir(), 'mayday-version-'))
  try {
    const said = await printedBy(program, home, env)
    return VERSION.exec(said)?.[1] ?? null
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

function printedBy(program: string, home: string, env: Environment): Promise<string> {
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
      stdio: ['ignore', 'pipe', 'ignore'],
      // A group of its own, so that a launcher's child ends with it.
      detached: true,
    })
    let said = ''
    const end = (): void => {
      clearTimeout(timer)
      killGroup(child.pid)
      child.stdout.destroy()
      resolve(said)
    }
    const timer = setTimeout(end, PATIENCE_MS)
    child.stdout.on('data', (chunk: Buffer) => {
      if (said.length < MOST_BYTES) said += chunk.toString()
    })
    child.once('error', end)
    child.once('close', end)
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
