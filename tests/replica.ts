/** A streaming replica of a test's Postgres, on the same machine. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startPostgres, stopPostgres } from '../src/fleet/local-postgres.ts'
import type { TestPostgres } from './postgres-here.ts'

export type Replica = Disposable & {
  readonly folder: string
  readonly port: number
  /** From now on it is the server. */
  readonly promote: () => void
  /** The first server crashes: it sends nothing more. */
  readonly crashFirst: () => void
}

const program = (name: string): string =>
  globSync(`/usr/lib/postgresql/*/bin/${name}`).toSorted().at(-1) ?? name

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject()))
    })
  })

/** As the user that runs the server. */
function asOwner(of: string, words: readonly string[], env: Record<string, string> = {}): void {
  const { uid, gid } = statSync(join(of, 'data'))
  execFileSync(words[0] ?? '', words.slice(1), {
    uid,
    gid,
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

export async function replicaOf(server: TestPostgres): Promise<Replica> {
  const folder = join(mkdtempSync(join(tmpdir(), 'mayday-pg-replica-')), 'pg')
  const port = await freePort()
  const { uid, gid } = statSync(join(server.folder, 'data'))
  chownSync(dirname(folder), uid, gid)
  const { username, password } = new URL(server.url)
  const from = ['-h', '127.0.0.1', '-p', String(server.port), '-U', username]
  const into = ['-D', join(folder, 'data'), '-R', '-X', 'stream', '-c', 'fast']
  asOwner(server.folder, [program('pg_basebackup'), ...from, ...into], { PGPASSWORD: password })
  appendFileSync(
    join(folder, 'data/postgresql.auto.conf'),
    `port = ${port}\nunix_socket_directories = '${folder}'\n`,
  )
  startPostgres(folder)
  return {
    folder,
    port,
    promote: () => asOwner(folder, [program('pg_ctl'), '-D', join(folder, 'data'), '-w', 'promote']),
    crashFirst: () =>
      asOwner(server.folder, [
        program('pg_ctl'),
        '-D',
        join(server.folder, 'data'),
        '-m',
        'immediate',
        'stop',
      ]),
    [Symbol.dispose]: () => {
      stopPostgres(folder)
      rmSync(dirname(folder), { recursive: true, force: true })
    },
  }
}
