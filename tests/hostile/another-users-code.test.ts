import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { privateFolder } from '../../src/record/private-folder.ts'

const checkout = join(import.meta.dirname, '../..')
const STRANGER = 4242

const isRoot = process.getuid?.() === 0
const hasSetpriv = spawnSync('setpriv', ['--reuid', String(STRANGER), 'true']).status === 0
const why = isRoot && hasSetpriv ? null : 'only root with setpriv can act as another user'

/** Long enough for the stranger's program to fit in: V8 compares only the lengths of two sources. */
const MAIN = `console.log(require('node:module').getCompileCacheDir() ?? 'no cache')\n//${' '.repeat(2000)}`

/**
 * What the stranger runs: learns the name of main.cjs' cache entry from a run of his own, compiles a program of his own
 * of the same length, and puts its code under that name where uid 0 would look for it.
 */
const FORGE = `
const fs = require('node:fs'), path = require('node:path'), zlib = require('node:zlib')
const { spawnSync } = require('node:child_process')
const [launcher, main, own, shared] = process.argv.slice(2)
const source = fs.readFileSync(main)
const entries = (folder) =>
  fs.globSync('*/*', { cwd: folder }).map((name) => ({ name, bytes: fs.readFileSync(path.join(folder, name)) }))
const cacheBy = (script) => {
  const cache = fs.mkdtempSync(own + '/cache-')
  spawnSync(process.execPath, [script], { env: { PATH: process.env.PATH, HOME: own, NODE_COMPILE_CACHE: cache } })
  return entries(cache)
}
const entry = cacheBy(launcher).find(({ bytes }) => bytes.readUInt32LE(12) === zlib.crc32(source))
const evil = "console.log('code of another user'); process.exit(0)"
fs.writeFileSync(own + '/evil.cjs', evil + '//' + 'x'.repeat(source.length - evil.length - 2))
const forged = cacheBy(own + '/evil.cjs').find(({ bytes }) => bytes.readUInt32LE(4) === source.length)
const blob = forged.bytes.subarray(20)
const head = Buffer.from(forged.bytes.subarray(0, 20))
;[source.length, blob.length, zlib.crc32(source), zlib.crc32(blob)].forEach((n, i) => head.writeUInt32LE(n, 4 + 4 * i))
process.umask(0)
const name = entry.name.replace(/-\\d+(?=[/])/, '-0')
for (const place of ['node-compile-cache', 'cache/mayday/compile-cache']) {
  const target = path.join(shared, place, name)
  fs.mkdirSync(path.dirname(target), { recursive: true, mode: 0o777 })
  fs.writeFileSync(target, Buffer.concat([head, blob]))
}
console.log('prepared')
`

let folder: string
let shared: string
let own: string
let launcher: string
let node: string

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mayday-stranger-')))
  // The other user must be able to enter it.
  chmodSync(folder, 0o755)
  shared = join(folder, 'shared')
  own = join(folder, 'own')
  node = join(folder, 'node')
  mkdirSync(shared)
  chmodSync(shared, 0o1777)
  mkdirSync(own)
  linkOrCopy(process.execPath, node)
  launcher = join(folder, 'bin/mayday.cjs')
  cpSync(join(checkout, 'bin'), join(folder, 'bin'), { recursive: true })
  write('dist/interfaces/cli/main.cjs', MAIN)
  write('forge.cjs', FORGE)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    // Another file system: a copy does the same.
    copyFileSync(from, to)
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

const asStranger = (...argv: readonly string[]): SpawnSyncReturns<string> =>
  spawnSync(
    'setpriv',
    ['--reuid', String(STRANGER), '--regid', String(STRANGER), '--clear-groups', ...argv],
    {
      encoding: 'utf8',
    },
  )

function start(env: Readonly<Record<string, string>>, args: readonly string[] = []): string {
  const { stdout, stderr } = spawnSync(node, [...args, launcher], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: join(folder, 'home'), TMPDIR: shared, ...env },
  })
  return (stdout + stderr).trim()
}

describe.skipIf(why !== null)(`as root beside another user${why === null ? '' : ` (${why})`}`, () => {
  beforeEach(() => {
    chownSync(own, STRANGER, STRANGER)
    const main = join(folder, 'dist/interfaces/cli/main.cjs')
    const { stdout, stderr } = asStranger(node, join(folder, 'forge.cjs'), launcher, main, own, shared)
    if (stdout !== 'prepared\n') throw new Error(`The stranger prepared nothing: ${stderr}`)
  })

  test('compiled code in the temporary folder is never run', () => {
    expect(start({})).toContain(join(folder, 'home/.cache/mayday/compile-cache'))
  })

  test("compiled code in a stranger's cache folder is not run", () => {
    expect(start({ XDG_CACHE_HOME: join(shared, 'cache') })).toBe('no cache')
  })

  test("a cache folder below a stranger's is not made", () => {
    expect(start({ XDG_CACHE_HOME: join(shared, 'cache/deeper') })).toBe('no cache')
    expect(existsSync(join(shared, 'cache/deeper'))).toBe(false)
  })

  test("a link to a stranger's folder is no cache", () => {
    mkdirSync(join(folder, 'home/.cache/mayday'), { recursive: true })
    symlinkSync(join(shared, 'cache/mayday/compile-cache'), join(folder, 'home/.cache/mayday/compile-cache'))
    expect(start({})).toBe('no cache')
  })

  test('a Node in a shared folder above is not run', () => {
    const above = join(shared, 'checkout')
    cpSync(join(folder, 'bin'), join(above, 'bin'), { recursive: true })
    write(
      'old.cjs',
      "Object.defineProperty(process.versions, 'node', { value: '12.0.0' }); process.execArgv = []",
    )
    const planted = join(shared, 'node_modules/node')
    asStranger('mkdir', '-p', join(planted, 'bin'))
    asStranger('sh', '-c', `echo '{"version":"99.0.0"}' > ${planted}/package.json`)
    asStranger(
      'sh',
      '-c',
      `printf '#!/bin/sh\\necho evil' > ${planted}/bin/node; chmod 755 ${planted}/bin/node`,
    )
    launcher = join(above, 'bin/mayday.cjs')
    expect(start({}, ['--require', join(folder, 'old.cjs')])).toContain('mayday needs Node 24')
  })

  test("a benchmark never uses a stranger's folder", () => {
    asStranger('mkdir', join(shared, 'mayday-bench-0'))
    expect(() => privateFolder(join(shared, 'mayday-bench-0'))).toThrow('belongs to another user')
  })
})

test('the cache folder is made for its user alone', () => {
  expect(start({})).toContain(join(folder, 'home/.cache/mayday/compile-cache'))
  expect(start({ XDG_CACHE_HOME: join(folder, 'chosen') })).toContain(
    join(folder, 'chosen/mayday/compile-cache'),
  )
})

test('a cache folder that others can write is not used', () => {
  mkdirSync(join(folder, 'home/.cache/mayday/compile-cache'), { recursive: true })
  chmodSync(join(folder, 'home/.cache/mayday/compile-cache'), 0o777)
  expect(start({})).toBe('no cache')
})

test('a shared folder above the cache forbids it', () => {
  mkdirSync(join(folder, 'home/.cache/mayday/compile-cache'), { recursive: true, mode: 0o700 })
  chmodSync(join(folder, 'home/.cache'), 0o777)
  expect(start({})).toBe('no cache')
})

test('the cache folder that the user chose is respected', () => {
  expect(start({ NODE_COMPILE_CACHE: join(folder, 'mine') })).toContain(join(folder, 'mine'))
})

test('a private folder refuses links and open modes', () => {
  const link = join(folder, 'link')
  symlinkSync(own, link)
  expect(() => privateFolder(link)).toThrow('is not a folder')
  chmodSync(own, 0o755)
  expect(() => privateFolder(own)).toThrow('is open to other users')
})

test('others must not replace the parent of a private folder', () => {
  chmodSync(shared, 0o777)
  expect(() => privateFolder(join(shared, 'mine'))).toThrow(`they can write to ${shared}`)
  chmodSync(shared, 0o1777)
  expect(privateFolder(join(shared, 'mine'))).toBe(join(shared, 'mine'))
})
