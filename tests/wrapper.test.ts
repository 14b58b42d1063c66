import { spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { beforeEach, describe, expect, test } from 'vitest'
import { openProcesses } from '../src/supervision/processes/open-processes.ts'
import { hasMark, markOf } from '../src/supervision/processes/run-mark.ts'
import {
  StageNotStartedError,
  wrapperFor,
  type Wrapper,
  type WrapperKind,
} from '../src/supervision/wrapper-kinds.ts'
import {
  commandLine,
  parseExit,
  parsePid,
  spawnStage,
  type ExitStatus,
  type StageCommand,
} from '../src/supervision/wrapper.ts'
import { agent, Children, eventually } from './children.ts'
import { foreignProgram } from './foreign-program.ts'
import { freshFolder } from './run-mayday.ts'

const processes = openProcesses()

/** Without a program if this system has none of that kind. */
const find = (kind: WrapperKind): Wrapper => {
  try {
    return wrapperFor(kind)
  } catch (error) {
    if (error instanceof StageNotStartedError) return { kind, program: '', args: [] }
    throw error
  }
}

/** A stage in a fresh folder, which is removed after the test. */
class Stage implements AsyncDisposable {
  readonly pid: number
  readonly status: Promise<unknown[]>
  readonly path: string
  readonly #stack: AsyncDisposableStack

  private constructor(child: ChildProcess, pid: number, path: string, stack: AsyncDisposableStack) {
    this.pid = pid
    this.status = once(child, 'exit')
    this.path = path
    this.#stack = stack
  }

  static async start(wrapper: Wrapper, argv: string[], more: Partial<StageCommand> = {}): Promise<Stage> {
    await using stack = new AsyncDisposableStack()
    const { path } = stack.use(await freshFolder())
    const { env } = stack.use(new Children())
    const logPath = `${path}/worker.log`
    writeFileSync(logPath, 'earlier\n')
    const command = { folder: path, prefix: 'agent.', argv, cwd: path, env, logPath, wrapper, ...more }
    const { child, pid } = spawnStage(command)
    return new Stage(child, pid, path, stack.move())
  }

  /** Waits until the wrapper has written the status. The wrapper itself may wait for processes of the worker. */
  async exit(): Promise<ExitStatus | null> {
    await eventually(() => existsSync(`${this.path}/agent.exit`), 'the exit status')
    return parseExit(readFileSync(`${this.path}/agent.exit`, 'utf8'))
  }

  log(): string {
    return readFileSync(`${this.path}/worker.log`, 'utf8')
  }

  /** Waits until the worker has printed this. */
  async printed(text: string): Promise<void> {
    await eventually(() => this.log().includes(text), `'${text}' in the log`)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync()
  }
}

/** Null if the system has no /proc. */
const sessionOf = (pid: number): number | null => {
  const path = `/proc/${pid}/stat`
  return existsSync(path) ? Number(readFileSync(path, 'latin1').split(') ')[1]?.split(' ')[3]) : null
}

const signalOr = (exit: ExitStatus | null): unknown => exit?.signal ?? exit?.code

describe.for(['perl', 'bash', 'sh'] as const)('%s', (kind) => {
  const wrapper = find(kind)
  beforeEach(({ skip }) => skip(wrapper.program === '', `there is no ${kind} on this system`))

  test.for([0, 1, 77, 126, 127, 128])('exit code %i is reported as sure', async (code) => {
    await using stage = await Stage.start(wrapper, ['sh', '-c', `exit ${code}`])
    expect(await stage.exit()).toMatchObject({ code, signal: null, sure: true, error: null })
    expect(await stage.status).toEqual([code, null])
    expect(stage.log()).toBe('earlier\n')
  })

  test('exit 137 is not a kill', async () => {
    await using stage = await Stage.start(wrapper, ['sh', '-c', 'exit 137'])
    expect(await stage.exit()).toMatchObject({ code: 137, signal: null, sure: kind !== 'sh' })
  })

  test.for(['KILL', 'SEGV', 'ABRT', 'TERM', 'HUP'] as const)('death by %s is told', async (signal) => {
    await using stage = await Stage.start(wrapper, ['sh', '-c', `ulimit -c 0; echo x; kill -${signal} $$`])
    const exit = await stage.exit()
    // Not every bash reports TERM, and not every sh reports any signal.
    const mayBeUnsure = kind === 'sh' || (kind === 'bash' && signal === 'TERM')
    const code = 128 + constants.signals[`SIG${signal}`]
    expect(exit).toMatchObject(
      mayBeUnsure && exit?.sure === false ? { code } : { code: null, signal: `SIG${signal}` },
    )
    expect(stage.log()).toBe('earlier\nx\n')
  })

  test.for(['TERM', 'INT', 'HUP', 'QUIT'] as const)(`%s to the group spares the wrapper`, async (name) => {
    await using stage = await Stage.start(wrapper, ['sh', '-c', 'ulimit -c 0; echo ready; exec sleep 1000'])
    await stage.printed('ready')
    process.kill(-stage.pid, `SIG${name}`)
    const exit = await stage.exit()
    const number = constants.signals[`SIG${name}`]
    expect(exit?.sure === false ? exit.code : exit?.signal).toBe(
      exit?.sure === false ? 128 + number : `SIG${name}`,
    )
    expect(stage.log()).toBe('earlier\nready\n')
  })

  test('a worker that ignores TERM continues', async () => {
    await using stage = await Stage.start(wrapper, agent('ignores-term.sh'))
    await stage.printed('ready')
    process.kill(-stage.pid, 'SIGTERM')
    process.kill(-stage.pid, 'SIGINT')
    const worker = await eventually(
      () => processes.tree(stage.pid).find(({ parent }) => parent === stage.pid),
      'it',
    )
    process.kill(worker.pid, 'SIGKILL')
    expect(signalOr(await stage.exit())).toBe('SIGKILL')
  })

  test('arguments arrive unchanged', async () => {
    const odd = [
      'a b',
      '"',
      "'",
      'line\nbreak',
      '',
      '*',
      '$x',
      '$(id)',
      '-n',
      '\\',
      'ä€',
      'x'.repeat(100_000),
    ]
    const print = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))'
    await using stage = await Stage.start(wrapper, [process.execPath, '-e', print, '--', ...odd])
    expect(await stage.exit()).toMatchObject({ code: 0 })
    expect(JSON.parse(stage.log().slice('earlier\n'.length))).toEqual(odd)
  })

  test('the name of a builtin runs the program', async () => {
    await using stage = await Stage.start(wrapper, ['printf', '%s', '$'])
    expect(await stage.exit()).toMatchObject({ code: 0 })
    expect(stage.log()).toBe('earlier\n$')
  })

  test('the environment arrives unchanged', async () => {
    const odd = {
      LC_ALL: 'xx_XX',
      LANG: 'yy',
      PERL5OPT: '-Mnowhere',
      BASH_ENV: '/nowhere',
      ENV: '/nowhere',
      d: '$d',
    }
    // A plain sh drops names that are no valid shell variables.
    const more = kind === 'sh' ? {} : { 'a.b': '1', 'BASH_FUNC_f%%': '() {  :\n}' }
    const env = { PATH: process.env['PATH'] ?? '', ...odd, ...more }
    await using stage = await Stage.start(wrapper, [process.execPath, '-p', 'JSON.stringify(process.env)'], {
      env,
    })
    expect(await stage.exit()).toMatchObject({ code: 0 })
    // Shells count their depth and set their folder.
    const {
      SHLVL: _depth,
      _: _last,
      PWD: _here,
      OLDPWD: _before,
      ...arrived
    } = JSON.parse(stage.log().slice(8))
    expect(arrived).toEqual(env)
  })

  test('output arrives byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7 + (index >> 8)) % 256))
    await using input = await freshFolder()
    writeFileSync(input.file('in'), bytes)
    await using stage = await Stage.start(wrapper, ['sh', '-c', 'cat; cat "$0" >&2', input.file('in')], {
      stdinPath: input.file('in'),
    })
    expect(await stage.exit()).toMatchObject({ code: 0 })
    const log = readFileSync(`${stage.path}/worker.log`)
    expect(log.equals(Buffer.concat([Buffer.from('earlier\n'), bytes, bytes]))).toBe(true)
  })

  test('without a file standard input is empty', async () => {
    await using stage = await Stage.start(wrapper, ['wc', '-c'])
    expect(await stage.exit()).toMatchObject({ code: 0 })
    expect(stage.log().trim()).toBe('earlier\n0')
  })

  test('a worker may close its output', async () => {
    await using place = await freshFolder()
    await using stage = await Stage.start(wrapper, agent('closes-its-output.sh', place.file('done')))
    expect(await stage.exit()).toMatchObject({ code: 4 })
    expect(stage.log()).toBe('earlier\nbefore\n')
    expect(readFileSync(place.file('done'), 'utf8')).toBe('after\n')
  })

  test('a child left behind is not waited for', async () => {
    await using stage = await Stage.start(wrapper, agent('forks-away.sh'))
    expect(await stage.exit()).toMatchObject({ code: 3 })
    const child = Number(/child (\d+)/.exec(stage.log())?.[1])
    expect(processes.identify(child)).not.toBeNull()
  })

  test('a child left behind is adopted if possible', async ({ skip }) => {
    if (process.platform !== 'linux') return skip('only Linux hands orphans to a process')
    await using stage = await Stage.start(wrapper, agent('hides-from-everybody.sh'))
    const exit = await stage.exit()
    const hidden = await eventually(() => /child (\d+)/.exec(stage.log())?.[1], 'the hidden child')
    const isBelow = processes.tree(stage.pid).some(({ pid }) => pid === Number(hidden))
    process.kill(Number(hidden), 'SIGKILL')
    expect(isBelow).toBe(exit?.reaps)
    expect(exit).toMatchObject({ code: 3, reaps: kind === 'perl' && process.platform === 'linux' })
    expect(await stage.status).toEqual([3, null])
  })

  test('a worker inherits the mark of its run', async ({ skip }) => {
    if (process.platform !== 'linux') return skip('only Linux has this limit')
    const mark = markOf('outer/inner')
    const show = ['sh', '-c', 'env -i /bin/cat /proc/self/limits']
    await using stage = await Stage.start(wrapper, show, { mark })
    expect(await stage.exit()).toMatchObject({ code: 0, isMarked: true })
    expect(hasMark(stage.log(), mark)).toBe(true)
  })

  test('an inner mark keeps the outer one', async ({ skip }) => {
    if (process.platform !== 'linux') return skip('only Linux has this limit')
    const [mark, inner] = [markOf('outer'), markOf('outer/inner')]
    const command = { folder: '/nonexistent', prefix: '', argv: ['cat', '/proc/self/limits'], mark: inner }
    const nested = commandLine(wrapper, command)
    await using stage = await Stage.start(wrapper, nested, { mark })
    await stage.exit()
    expect([mark, inner].map((one) => hasMark(stage.log(), one))).toEqual([true, true])
  })

  test('a wrapper without its folder does not wait', async () => {
    await using place = await freshFolder()
    const wait = 'sleep 1000 & echo ready; while [ ! -e "$0" ]; do sleep 0.01; done; exit 7'
    await using stage = await Stage.start(wrapper, ['sh', '-c', wait, place.file('go')])
    await stage.printed('ready')
    rmSync(stage.path, { recursive: true })
    writeFileSync(place.file('go'), '')
    expect(await stage.status).toEqual([7, null])
  })

  test('a deleted folder stops nothing', async () => {
    await using place = await freshFolder()
    const wait = 'echo ready; while [ ! -e "$0" ]; do sleep 0.01; done; exit 7'
    await using stage = await Stage.start(wrapper, ['sh', '-c', wait, place.file('go')])
    await stage.printed('ready')
    rmSync(stage.path, { recursive: true })
    writeFileSync(place.file('go'), '')
    expect(await stage.status).toEqual([7, null])
    expect(existsSync(stage.path)).toBe(false)
  })

  test('nothing is printed without a folder', async () => {
    await using place = await freshFolder()
    await using stage = await Stage.start(wrapper, ['sh', '-c', 'exit 7'], { folder: place.file('nowhere') })
    expect(await stage.status).toEqual([7, null])
    expect(stage.log()).toBe('earlier\n')
  })

  test('the worker has default signals and umask', async () => {
    await using stage = await Stage.start(wrapper, ['sh', '-c', 'umask; grep Sig... /proc/self/status || :'])
    expect(await stage.exit()).toMatchObject({ code: 0 })
    expect(stage.log()).toContain(`\n0${process.umask().toString(8).padStart(3, '0')}\n`)
    const blocked = /^Sig(?:Blk|Ign):\t(?!0+$)/m
    expect(stage.log()).not.toMatch(blocked)
  })

  test.runIf(existsSync('/proc/self/fd'))('descriptors of the starter are closed', async () => {
    await using place = await freshFolder()
    const look = 'for fd in 5 9 30 200; do [ ! -e /proc/self/fd/$fd ] || echo "open $fd"; done'
    const wrapped = commandLine(wrapper, { folder: place.path, prefix: '', argv: ['sh', '-c', look] })
    const starter = ['-c', 'exec "$@" 5</ 9</ 30</ 200</', 'bash', ...wrapped]
    const { status, stdout } = spawnSync('bash', starter, { encoding: 'utf8' })
    // A plain sh may know only one-digit descriptors.
    const leftOpen = kind === 'sh' && stdout !== '' ? 'open 30\nopen 200\n' : ''
    expect([status, stdout]).toEqual([0, leftOpen])
  })

  test('a piped worker is copied byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7 + (index >> 8)) % 256))
    await using input = await freshFolder()
    writeFileSync(input.file('in'), bytes)
    const more = { stdinPath: input.file('in'), isPiped: true }
    await using stage = await Stage.start(
      wrapper,
      ['sh', '-c', 'cat; cat "$0" >&2; exit 9', input.file('in')],
      more,
    )
    expect(await stage.exit()).toMatchObject({ code: 9, sure: true, error: null })
    const log = readFileSync(`${stage.path}/worker.log`)
    expect(log.equals(Buffer.concat([Buffer.from('earlier\n'), bytes, bytes]))).toBe(true)
    expect(readdirSync(stage.path).toSorted()).toEqual(['agent.exit', 'agent.pid', 'worker.log'])
  })

  test.runIf(existsSync('/proc/self/fd'))('a piped worker reaches neither log nor input', async () => {
    await using input = await freshFolder()
    writeFileSync(input.file('in'), 'the task')
    const attack = ': >/proc/self/fd/1; : >/proc/self/fd/2; echo other >/proc/self/fd/0; echo done'
    const more = { stdinPath: input.file('in'), isPiped: true }
    await using stage = await Stage.start(wrapper, ['sh', '-c', attack], more)
    expect(await stage.exit()).toMatchObject({ code: 0 })
    expect([stage.log(), readFileSync(input.file('in'), 'utf8')]).toEqual(['earlier\ndone\n', 'the task'])
  })

  test('a signal to the group spares the copy', async () => {
    const script = `trap 'echo wound down; exit 5' TERM; echo ready; while :; do sleep 0.01; done`
    await using stage = await Stage.start(wrapper, ['sh', '-c', script], { isPiped: true })
    await stage.printed('ready')
    process.kill(-stage.pid, 'SIGTERM')
    expect(await stage.exit()).toMatchObject({ code: 5 })
    expect(stage.log()).toMatch(/^earlier\nready\n[^]*wound down\n$/)
  })

  test('a missing piped program is reported', async () => {
    await using stage = await Stage.start(wrapper, ['/nowhere/program'], { isPiped: true })
    expect(await stage.exit()).toMatchObject({ code: 127, error: expect.stringContaining('cannot run') })
    expect(stage.log()).toBe('earlier\n')
  })

  test('the stage is its own session', async () => {
    await using stage = await Stage.start(wrapper, ['sh', '-c', 'echo ready; exec sleep 1000'])
    await stage.printed('ready')
    const [worker] = processes.tree(stage.pid)
    expect(worker).toMatchObject({ parent: stage.pid, group: stage.pid })
    expect(sessionOf(stage.pid) ?? stage.pid).toBe(stage.pid)
  })

  test('the pid is written before the start', async () => {
    await using stage = await Stage.start(wrapper, ['sh', '-c', 'cat agent.pid; exec sleep 1000'])
    await stage.printed('pid ')
    const written = parsePid(readFileSync(`${stage.path}/agent.pid`, 'utf8'))
    expect(stage.log()).toContain(`pid ${stage.pid}\n`)
    expect(written?.pid).toBe(stage.pid)
    const { startedAt } = processes.identify(stage.pid) ?? {}
    expect(written?.startedAt).toBe(processes.kind === 'proc' ? startedAt : null)
  })

  test('its files are for the owner only', async () => {
    await using stage = await Stage.start(wrapper, ['true'])
    await stage.status
    for (const name of ['agent.pid', 'agent.exit'])
      expect(statSync(`${stage.path}/${name}`).mode & 0o777).toBe(0o600)
    expect(existsSync(`${stage.path}/agent.exit.part`)).toBe(false)
    expect(existsSync(`${stage.path}/agent.note`)).toBe(false)
  })

  test.for([
    ['/nowhere/program', 127],
    ['no-such-program', 127],
    ['/etc/passwd', 126],
    ['/tmp', 126],
    ['', 127],
  ] as const)('%s cannot run and says so', async ([program, code]) => {
    await using stage = await Stage.start(wrapper, [program, 'x'])
    const exit = await stage.exit()
    expect(exit).toMatchObject({ code, signal: null, sure: true })
    expect(exit?.error).toContain(`cannot run ${program}: `)
    expect(stage.log()).toBe('earlier\n')
  })

  test.skipIf(process.getuid?.() === 0)('a closed folder on PATH hides no missing program', async () => {
    await using place = await freshFolder()
    mkdirSync(place.file('closed'), { mode: 0 })
    const env = { ...process.env, PATH: `${place.file('closed')}:${process.env['PATH'] ?? ''}` }
    await using stage = await Stage.start(wrapper, ['no-such-program', 'x'], { env })
    expect(await stage.exit()).toMatchObject({ code: 127, signal: null, sure: true })
  })

  test('a program the kernel refuses has an error', async () => {
    await using place = await freshFolder()
    writeFileSync(place.file('lost'), '#!/no/such/interp\n', { mode: 0o755 })
    writeFileSync(place.file('denied'), '#!/etc/passwd\n', { mode: 0o755 })
    writeFileSync(place.file('foreign'), foreignProgram(), { mode: 0o755 })
    // Bash ends after a failed exec without running its trap (W10).
    for (const name of kind === 'bash' ? ['lost', 'denied'] : ['lost', 'denied', 'foreign']) {
      await using stage = await Stage.start(wrapper, [place.file(name)])
      const exit = await stage.exit()
      expect([126, 127]).toContain(exit?.code)
      expect(exit?.error).toContain(`cannot run ${place.file(name)}: `)
    }
  })

  test('a script without a shebang runs', async () => {
    await using place = await freshFolder()
    writeFileSync(place.file('script'), 'echo "ran $1"\n', { mode: 0o755 })
    await using stage = await Stage.start(wrapper, [place.file('script'), 'here'])
    expect(await stage.exit()).toMatchObject({ code: 0 })
    expect(stage.log()).toBe('earlier\nran here\n')
  })

  test.runIf(existsSync('/proc/self/io'))('bytes of the whole tree are counted', async () => {
    await using stage = await Stage.start(wrapper, ['sh', '-c', 'head -c 400000 /dev/zero | wc -c'])
    const { io } = (await stage.exit()) ?? {}
    expect(io?.read).toBeGreaterThan(800_000)
    expect(io?.written).toBeGreaterThan(400_000)
  })

  test('the wrapper survives without its starter', async () => {
    await using place = await freshFolder()
    await using children = new Children()
    const wait = 'echo ready; while [ ! -e go ]; do sleep 0.01; done; exit 9'
    const start = `
      const { spawnStage } = await import(${JSON.stringify(new URL('../src/supervision/wrapper.ts', import.meta.url))})
      const place = ${JSON.stringify(place.path)}
      spawnStage({ folder: place, prefix: '', argv: ['sh', '-c', ${JSON.stringify(wait)}], cwd: place,
        env: process.env, logPath: place + '/log', wrapper: ${JSON.stringify(wrapper)} })
      console.log('started')
      setInterval(() => {}, 1000)`
    const starter = await children.start([process.execPath, '--input-type=module', '-e', start])
    await eventually(
      () => existsSync(place.file('log')) && readFileSync(place.file('log'), 'utf8') === 'ready\n',
      'it',
    )
    process.kill(starter.pid, 'SIGKILL')
    await eventually(() => processes.identify(starter.pid) === null, 'the end of the starter')
    writeFileSync(place.file('go'), '')
    await eventually(() => existsSync(place.file('exit')), 'the status')
    expect(parseExit(readFileSync(place.file('exit'), 'utf8'))).toMatchObject({ code: 9, sure: true })
  })
})

test('a missing working directory starts nothing', async () => {
  await expect(Stage.start(wrapperFor(), ['true'], { cwd: '/nowhere' })).rejects.toThrow(StageNotStartedError)
})

test('an argument that is too long starts nothing', async () => {
  await expect(Stage.start(wrapperFor(), ['true', 'x'.repeat(3_000_000)])).rejects.toThrow(
    StageNotStartedError,
  )
})
