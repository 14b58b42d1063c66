/**
 * Starts a private Postgres for a trial on one machine: with the installed programs, in a disposable folder.
 *
 * L1 It listens only on the loopback address and requires a generated password. L2 Postgres refuses to run as root.
 * Then it runs as an ordinary user, in a folder of that user.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { MaydayError } from '../errors.ts'

export type LocalPostgres = {
  readonly folder: string
  readonly port: number
  readonly url: string
}

const USER = 'mayday'

/** Debian keeps the programs of each version in a folder that is not in PATH. */
function findPrograms(): string | null {
  const folders = [
    ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
    ...globSync('/opt/homebrew/opt/postgresql*/bin'),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  return (
    folders.find((folder) =>
      ['initdb', 'pg_ctl', 'postgres'].every((name) => isProgram(join(folder, name))),
    ) ?? null
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export const hasPostgres = (): boolean => findPrograms() !== null

function programs(): string {
  const found = findPrograms()
  if (found !== null) return found
  throw new MaydayError(
    'NO_POSTGRES',
    'Postgres is not installed here. Install it, e.g.: apt-get install postgresql, or: brew install postgresql. Or use one that runs elsewhere: mayday fleet init postgres://USER@HOST/DATABASE',
  )
}

/** L2. Null if the current user can run it. */
function otherUser(): { readonly name: string; readonly uid: number; readonly gid: number } | null {
  if (process.geteuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody'])
    try {
      const id = (flag: string): number =>
        Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString())
      return { name, uid: id('-u'), gid: id('-g') }
    } catch {
      // This user does not exist. The next one is tried.
    }
  throw new MaydayError('NO_POSTGRES', 'Postgres does not run as root. Start Mayday as an ordinary user.')
}

function run(program: string, args: readonly string[]): void {
  const path = join(programs(), program)
  const user = otherUser()
  const [command, words] = user === null ? [path, args] : ['runuser', ['-u', user.name, '--', path, ...args]]
  try {
    execFileSync(command, words, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new MaydayError('POSTGRES_FAILED', `${program} failed: ${said}`, { cause: error })
  }
}

/** Settings of a server without valuable data. */
const settingsOf = (folder: string, port: number, more: readonly string[]): string =>
  [
    "listen_addresses = '127.0.0.1'",
    `port = ${port}`,
    `unix_socket_directories = '${folder}'`,
    'max_connections = 200',
    ...more,
    '',
  ].join('\n')

/** The folder must not exist yet. */
export async function makePostgres(folder: string, settings: readonly string[] = []): Promise<LocalPostgres> {
  programs()
  const password = randomBytes(12).toString('hex')
  const port = await freePort()
  mkdirSync(folder, { mode: 0o700 })
  const user = otherUser()
  if (user !== null) chownSync(folder, user.uid, user.gid)
  const secret = join(folder, 'password')
  writeFileSync(secret, `${password}\n`, { mode: 0o600 })
  if (user !== null) chownSync(secret, user.uid, user.gid)
  const auth = ['--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${secret}`]
  run('initdb', ['-D', join(folder, 'data'), '-U', USER, '-E', 'UTF8', '--no-sync', ...auth])
  rmSync(secret)
  writeFileSync(join(folder, 'data/postgresql.auto.conf'), settingsOf(folder, port, settings))
  startPostgres(folder)
  return { folder, port, url: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres` }
}

export const startPostgres = (folder: string): void =>
  run('pg_ctl', ['-D', join(folder, 'data'), '-l', join(folder, 'log'), '-w', 'start'])

export const stopPostgres = (folder: string): void =>
  run('pg_ctl', ['-D', join(folder, 'data'), '-m', 'fast', '-w', 'stop'])

export const isRunning = (folder: string): boolean => existsSync(join(folder, 'data/postmaster.pid'))

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      )
    })
  })
