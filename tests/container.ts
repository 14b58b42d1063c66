/** A Mayday in separate PID and UTS namespaces, as in a container that shares the record's folder. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { until, type TestProject } from './running-mayday.ts'

const bin = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))

const UNSHARE = ['--pid', '--uts', '--mount', '--fork', '--mount-proc', '--kill-child']

/** Needs root, or a system on which every user may make namespaces. */
export const canUnshare: boolean = spawnSync('unshare', [...UNSHARE, 'hostname', 'box']).status === 0

export type Container = {
  readonly child: ChildProcess
  readonly printed: () => string
  readonly ended: Promise<number | null>
  /** The pid of its first process, which is Mayday, seen from outside. */
  readonly pid: () => number | null
}

export function startContainer(project: TestProject, host: string, args: readonly string[]): Container {
  const child = spawn(
    'unshare',
    [...UNSHARE, 'sh', '-c', 'hostname "$0"; exec "$@"', host, process.execPath, bin, ...args],
    {
      cwd: project.path,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NO_COLOR: '1',
        XDG_CONFIG_HOME: '/nonexistent',
        MAYDAY_TRUST: '1',
        MAYDAY_DIR: '',
      },
    },
  )
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const pid = (): number | null => {
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
    return children === '' ? null : Number(children.split(' ')[0])
  }
  return { child, printed: () => said, ended, pid }
}

/** Stops its Mayday (SIGSTOP) while it is not writing. */
export const freeze = async (project: TestProject, { pid }: Container): Promise<void> => {
  await until('a moment without a write', () => {
    process.kill(pid() ?? 0, 'SIGSTOP')
    if (isWritable(project)) return true
    process.kill(pid() ?? 0, 'SIGCONT')
    return false
  })
}

function isWritable(project: TestProject): boolean {
  using db = new DatabaseSync(project.inRecord('mayday.db'))
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    return true
  } catch {
    // Busy: the stopped process holds the lock.
    return false
  }
}

/** Moves all heartbeats back by ten minutes, so that silent owners count as gone. */
export function passTenMinutes(project: TestProject): void {
  using db = new DatabaseSync(project.inRecord('mayday.db'))
  db.prepare("UPDATE heartbeats SET at = strftime('%Y-%m-%dT%H:%M:%fZ', at, '-600 seconds')").run()
}
