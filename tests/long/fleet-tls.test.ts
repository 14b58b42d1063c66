/** TLS to Postgres, with certificates made here. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRunning, makePostgres, startPostgres, stopPostgres } from '../../src/fleet/local-postgres.ts'
import { isPostgresHere } from '../postgres-here.ts'
import { mayday, type Finished } from '../run-mayday.ts'

let folder = ''
let url = ''

const openssl = (...words: readonly string[]): Buffer =>
  execFileSync('openssl', [...words], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

function makeAuthority(name: string): void {
  openssl(
    'req',
    '-x509',
    ...KEY,
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.crt`,
  )
}

/** For the name localhost only. */
function makeServerCertificate(): void {
  openssl('req', ...KEY, '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr')
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost\n')
  const from = ['-in', 'server.csr', '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial']
  openssl('x509', '-req', ...from, '-days', '2', '-extfile', 'names', '-out', 'server.crt')
}

const init = (address: string): Promise<Finished> =>
  mayday(['fleet', 'init', '--schema', 'tls'], { cwd: folder, env: { MAYDAY_FLEET_URL: address } })

const atName = (query: string): string => `${url.replace('127.0.0.1', 'localhost')}?${query}`

describe.skipIf(!isPostgresHere)('TLS to Postgres', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mayday-tls-'))
    chmodSync(folder, 0o711)
    makeAuthority('ca')
    makeAuthority('other')
    makeServerCertificate()
    const server = await makePostgres(join(folder, 'pg'), ['fsync = off'])
    url = server.url
    stopPostgres(server.folder)
    const { uid, gid } = statSync(join(server.folder, 'data'))
    for (const name of ['server.crt', 'server.key']) {
      const path = join(server.folder, 'data', name)
      writeFileSync(path, execFileSync('cat', [join(folder, name)]), { mode: 0o600 })
      chownSync(path, uid, gid)
    }
    const settings = "ssl = on\nssl_cert_file = 'server.crt'\nssl_key_file = 'server.key'\n"
    appendFileSync(join(server.folder, 'data/postgresql.auto.conf'), settings)
    writeFileSync(join(server.folder, 'data/pg_hba.conf'), 'hostssl all all all scram-sha-256\n')
    startPostgres(server.folder)
  })
  afterAll(() => {
    if (isRunning(join(folder, 'pg'))) stopPostgres(join(folder, 'pg'))
    rmSync(folder, { recursive: true, force: true })
  })

  test('verify-full works with the right authority', async () => {
    const { code, stdout, stderr } = await init(atName(`sslmode=verify-full&sslrootcert=${folder}/ca.crt`))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('The fleet is ready')
  })

  test('another authority and another name are refused', async () => {
    const password = new URL(url).password
    const wrong = await init(atName(`sslmode=verify-full&sslrootcert=${folder}/other.crt`))
    const none = await init(atName('sslmode=verify-full'))
    const byNumber = await init(`${url}?sslmode=verify-full&sslrootcert=${folder}/ca.crt`)
    for (const { code, stderr } of [wrong, none, byNumber]) {
      expect(code).toBe(2)
      expect(stderr).toMatch(
        /^mayday: The fleet's database postgres:\/\/mayday@\S+ is not trusted: .*sslrootcert=.*Nothing was sent\.\n$/,
      )
      expect(stderr).not.toContain(password)
    }
    expect(byNumber.stderr).toMatch(/altnames/)
  })

  test('a plain connection is refused by such a server', async () => {
    const { code, stderr } = await init(url)
    expect(code).toBe(2)
    expect(stderr).toContain('no encryption')
  })
})
