/** A fleet of real nodes: a server, checkouts that have joined, and the real command in each. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Database } from '../src/fleet/postgres/database.ts'
import type { Address } from '../src/fleet/postgres/address.ts'
import type { Row } from '../src/fleet/postgres/database.ts'
import { projectAt } from '../src/record/project.ts'
import type { TestPostgres } from './postgres-here.ts'
import { mayday, type Finished } from './run-mayday.ts'

const bin = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))

/** Longer than anything takes on a busy machine; reached only where something is wrong. */
const PATIENCE_MS = 90_000

/** A lease that no node loses, however busy the machine is. For tests of what nodes that are present do. */
export const STEADY_LEASE_S = 600

export type NodeLine = Readonly<Record<string, unknown>> & { readonly event: string }

export type Trace = {
  readonly atMs: number
  readonly folder: string
  readonly run: string
  readonly task: string
}

/** One node and its checkout. */
export class TestNode {
  readonly name: string
  readonly path: string
  readonly #env: Record<string, string>
  /** Words before the command that starts it in the background: another namespace. */
  launch: readonly string[] = []
  #child: ChildProcess | null = null
  #printed = ''

  constructor(name: string, path: string, env: Record<string, string>) {
    this.name = name
    this.path = path
    this.#env = env
  }

  mayday(args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
    return mayday(args, { cwd: this.path, env: { ...this.#env, ...env } })
  }

  /** `mayday work --fleet` in the background. */
  start(args: readonly string[] = [], env: Record<string, string> = {}): ChildProcess {
    return this.go(['work', '--fleet', '--json', ...args], env)
  }

  /** Any command in the background, one at a time. */
  go(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
    const [program = process.execPath, ...words] = [...this.launch, process.execPath, bin, ...args]
    const child = spawn(program, words, {
      cwd: this.path,
      env: { ...process.env, NO_COLOR: '1', XDG_CONFIG_HOME: '/nonexistent', ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.on('data', (chunk: Buffer) => (this.#printed += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (this.#printed += chunk.toString()))
    this.#child = child
    return child
  }

  get printed(): string {
    return this.#printed
  }

  lines(event: string): readonly NodeLine[] {
    return this.#printed
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .flatMap((line) => parseLine(line))
      .filter((line) => line.event === event)
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    this.#child?.kill(signal)
  }

  /** The folder in which this node keeps its own runs. */
  get record(): string {
    const { record } = projectAt(this.path, process.env)
    return projectAt(this.path, { ...process.env, MAYDAY_STATE: join(record, 'fleet') }).record
  }
}

function parseLine(line: string): readonly NodeLine[] {
  try {
    const parsed: NodeLine = JSON.parse(line)
    return [parsed]
  } catch {
    // The end of it is still to come.
    return []
  }
}

export class FleetRig implements AsyncDisposable {
  readonly server: TestPostgres
  readonly address: Address
  readonly folder: string
  readonly traces: string
  readonly nodes: TestNode[] = []
  readonly proxies: SilentProxy[] = []
  readonly db: Database
  remote: string | null = null

  private constructor(server: TestPostgres, address: Address, db: Database) {
    this.server = server
    this.address = address
    this.db = db
    this.folder = mkdtempSync(join(tmpdir(), 'mayday-fleet-test-'))
    this.traces = join(this.folder, 'traces')
    writeFileSync(this.traces, '')
  }

  static async open(server: TestPostgres, leaseS = 10): Promise<FleetRig> {
    const address = server.address()
    const rig = new FleetRig(server, address, await Database.open(address, 'rig'))
    const { code, stderr } = await mayday(['fleet', 'init', '--schema', address.schema], {
      cwd: rig.folder,
      env: { MAYDAY_FLEET_URL: address.url, MAYDAY_FLEET_LEASE: String(leaseS) },
    })
    if (code !== 0) throw new Error(stderr)
    return rig
  }

  /** From now on checkouts are clones of this repository, whose main branch has one file. */
  makeRemote(): string {
    const work = join(this.folder, 'origin')
    emptyRepository(work)
    writeFileSync(join(work, 'README.md'), 'first\n')
    gitIn(work, 'add', '.')
    gitIn(work, 'commit', '-q', '-m', 'readme')
    const bare = join(this.folder, 'origin.git')
    execFileSync('git', ['clone', '-q', '--bare', work, bare])
    return (this.remote = bare)
  }

  /** A checkout that has joined. `url`: it reaches the server on another way. */
  async node(
    name: string,
    args: readonly string[] = ['--allow-any'],
    url = this.address.url,
  ): Promise<TestNode> {
    const path = join(this.folder, name)
    if (this.remote === null) emptyRepository(path)
    else execFileSync('git', ['clone', '-q', this.remote, path])
    writeFileSync(join(path, '.git/info/exclude'), 'mayday.yaml\n')
    // Retries after a crash wait by the backoff.
    writeFileSync(join(path, 'mayday.yaml'), 'schedule:\n  backoff: [1s]\n')
    const node = new TestNode(name, path, { MAYDAY_FLEET_URL: url })
    this.nodes.push(node)
    const { code, stderr } = await node.mayday([
      'fleet',
      'join',
      '--name',
      name,
      '--schema',
      this.address.schema,
      ...args,
    ])
    if (code !== 0) throw new Error(stderr)
    return node
  }

  /** A way to the server that can be cut. */
  async proxy(): Promise<SilentProxy> {
    const proxy = await SilentProxy.open(this.server.port)
    this.proxies.push(proxy)
    return proxy
  }

  /** Looks again and again until it is so. */
  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + PATIENCE_MS
    while (!(await isSo())) {
      if (performance.now() > end) throw new Error(`waited in vain for ${what}`)
      await pause(50)
    }
  }

  async query(sql: string): Promise<readonly Row[]> {
    return this.db.query(sql)
  }

  /** What the agents left in the shared file, by run. */
  spans(): readonly { run: string; task: string; folder: string; fromMs: number; toMs: number }[] {
    const spans = new Map<
      string,
      { run: string; task: string; folder: string; fromMs: number; toMs: number }
    >()
    for (const { atMs, folder, run, task } of this.trace()) {
      const known = spans.get(run) ?? { run, task, folder, fromMs: atMs, toMs: atMs }
      spans.set(run, { ...known, toMs: atMs })
    }
    return [...spans.values()].toSorted((a, b) => a.fromMs - b.fromMs)
  }

  trace(): readonly Trace[] {
    return readFileSync(this.traces, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [at = '0', folder = '', run = '', task = ''] = line.split(' ')
        return { atMs: Number(at.replace(',', '.')) * 1000, folder, run, task }
      })
  }

  /** Pairs of runs that lived at the same time and share something. */
  overlaps(keyOf: (span: { task: string }) => string): number {
    const spans = this.spans()
    return spans.filter((one, index) =>
      spans.slice(index + 1).some((next) => keyOf(one) === keyOf(next) && next.fromMs < one.toMs),
    ).length
  }

  /** The greatest number of runs that lived at the same time. */
  peak(): number {
    const moments = this.spans().flatMap(({ fromMs, toMs }) => [
      { atMs: fromMs, by: 1 },
      { atMs: toMs, by: -1 },
    ])
    let now = 0
    let most = 0
    for (const { by } of moments.toSorted((a, b) => a.atMs - b.atMs || a.by - b.by)) {
      now += by
      most = Math.max(most, now)
    }
    return most
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const node of this.nodes) node.kill()
    for (const proxy of this.proxies) proxy.close()
    await this.db.close()
    for (const { path, record } of this.nodes) {
      endAgents(record)
      rmSync(projectAt(path, process.env).record, { recursive: true, force: true, maxRetries: 10 })
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

export const gitIn = (cwd: string, ...words: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], {
    cwd,
    encoding: 'utf8',
  }).trim()

function emptyRepository(path: string): void {
  mkdirSync(path)
  gitIn(path, 'init', '-q', '--initial-branch=main')
  gitIn(path, 'commit', '-q', '--allow-empty', '-m', 'start')
}

/** Whatever a failed test left running: wrappers name their run folder. */
function endAgents(record: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const about =
        readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8')
      if (about.includes(record) && Number(pid) !== process.pid) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has just ended, or belongs to somebody else.
    }
}

/** Packets vanish on it, as on a network that is cut: nothing is refused, and nothing is answered. */
export class SilentProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isCut = false
  #target = 0
  readonly port: number

  private constructor(server: Server, port: number) {
    this.#server = server
    this.port = port
  }

  static open(target: number): Promise<SilentProxy> {
    return new Promise((resolve, reject) => {
      const server = createServer((from) => proxy.#join(from))
      let proxy: SilentProxy
      server.once('error', reject)
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        if (typeof address !== 'object' || address === null) return reject(new Error('no port'))
        proxy = new SilentProxy(server, address.port)
        proxy.#target = target
        resolve(proxy)
      })
    })
  }

  #join(from: Socket): void {
    const to = connect(this.#target, '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      this.#sockets.add(one)
      one.on('data', (bytes) => void (this.#isCut || other.write(bytes)))
      one.on('error', () => undefined)
      one.on('close', () => {
        this.#sockets.delete(one)
        if (!this.#isCut) other.destroy()
      })
    }
  }

  url(of: string): string {
    return of.replace(/:\d+\//, `:${this.port}/`)
  }

  cut(): void {
    this.#isCut = true
  }

  /** New connections reach another server, as after a change of an address. */
  turnTo(port: number): void {
    this.#target = port
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Connections that were cut stay dead, as after a long outage. */
  heal(): void {
    this.#isCut = false
    for (const socket of this.#sockets) socket.destroy()
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}
