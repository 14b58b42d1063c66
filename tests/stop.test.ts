import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openProcesses } from '../src/supervision/processes/open-processes.ts'
import { hasPs, psProcesses } from '../src/supervision/processes/ps.ts'
import type { Processes, ProcessIdentity } from '../src/supervision/processes/processes.ts'
import { stopTree } from '../src/supervision/stop.ts'
import { parseExit, spawnStage } from '../src/supervision/wrapper.ts'
import { agent, Children, eventually } from './children.ts'
import { freshFolder } from './run-mayday.ts'

const tables: readonly { readonly name: string; readonly processes: Processes }[] = [
  { name: openProcesses().kind, processes: openProcesses() },
  ...(process.platform === 'linux' && hasPs() ? [{ name: 'ps', processes: psProcesses() }] : []),
]

/** Longer than any test waits, so that no test passes because the grace ended. */
const LONG_MS = 600_000

const identityOf = (processes: Processes, pid: number): ProcessIdentity => {
  const identity = processes.identify(pid)
  if (identity === null) throw new Error(`${pid} is not there`)
  return identity
}

const childIn = (line: string): number => Number(/^child (\d+)$/m.exec(line)?.[1])

for (const { name, processes } of tables) {
  /** Starts a wrapped worker and waits for its output. */
  const start = async (argv: string[]) => {
    await using stack = new AsyncDisposableStack()
    const { path } = stack.use(await freshFolder())
    const { env, tag } = stack.use(new Children())
    const logPath = `${path}/log`
    const { child, pid } = spawnStage({ folder: path, prefix: '', argv, cwd: path, env, logPath })
    const exitPath = `${path}/exit`
    const ended = Promise.race([
      once(child, 'exit'),
      eventually(() => existsSync(exitPath), 'the exit status'),
    ])
    const wrapper = identityOf(processes, pid)
    await eventually(() => existsSync(logPath) && readFileSync(logPath, 'utf8').includes('\n'), 'output')
    const held = stack.move()
    return {
      tag,
      wrapper,
      line: readFileSync(logPath, 'utf8').trim(),
      exit: async () => {
        await ended
        return parseExit(readFileSync(exitPath, 'utf8'))
      },
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    }
  }

  test(`${name}: a cooperative worker ends by TERM`, async () => {
    await using run = await start(['sh', '-c', 'echo ready; exec sleep 1000'])
    const { tag, wrapper } = run
    const stopped = await stopTree({ processes, wrapper, tag, graceMs: LONG_MS })
    expect(stopped).toEqual({ left: [], found: 1, killed: 0, hadToKill: false })
    expect(await run.exit()).toMatchObject({ signal: 'SIGTERM' })
  })

  test(`${name}: a worker gets TERM only once`, async () => {
    const count = `n=0; trap 'n=$((n + 1)); echo "told $n"' TERM; echo ready; while [ $n -lt 1 ]; do sleep 0.01; done
      for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.02; done; exit $n`
    await using run = await start(['sh', '-c', count])
    const { tag, wrapper } = run
    await stopTree({ processes, wrapper, tag, graceMs: LONG_MS })
    expect(await run.exit()).toMatchObject({ code: 1 })
  })

  test(`${name}: a worker that ignores TERM is killed`, async () => {
    await using run = await start(agent('ignores-term.sh'))
    const { tag, wrapper } = run
    const stopped = await stopTree({ processes, wrapper, tag, graceMs: 100 })
    expect(stopped).toMatchObject({ left: [], hadToKill: true })
    expect(await run.exit()).toMatchObject({ signal: 'SIGKILL' })
    expect(processes.tagged(tag)).toEqual([])
  })

  test(`${name}: force waits for no grace`, async () => {
    await using run = await start(agent('ignores-term.sh'))
    const { tag, wrapper } = run
    const stopped = await stopTree({ processes, wrapper, tag, graceMs: LONG_MS, force: true })
    expect(stopped).toMatchObject({ left: [], hadToKill: true })
    expect(await run.exit()).toMatchObject({ signal: 'SIGKILL' })
  })

  test(`${name}: force cuts a running grace short`, async () => {
    await using run = await start(agent('ignores-term.sh'))
    const { tag, wrapper } = run
    const force = new AbortController()
    const stopping = stopTree({ processes, wrapper, tag, graceMs: LONG_MS, force: force.signal })
    force.abort()
    expect(await stopping).toMatchObject({ left: [], hadToKill: true })
  })

  test(`${name}: a stopped worker ends by TERM`, async () => {
    await using run = await start(['sh', '-c', 'echo ready; exec sleep 1000'])
    const { tag, wrapper } = run
    for (const { pid } of processes.tree(wrapper.pid)) process.kill(pid, 'SIGSTOP')
    process.kill(wrapper.pid, 'SIGSTOP')
    expect(await stopTree({ processes, wrapper, tag, graceMs: LONG_MS })).toMatchObject({
      left: [],
      killed: 0,
    })
    expect(await run.exit()).toMatchObject({ signal: 'SIGTERM' })
  })

  test(`${name}: a child in another session ends too`, async () => {
    await using run = await start(agent('leaves-its-session.ts'))
    const { tag, wrapper } = run
    const child = identityOf(processes, childIn(run.line))
    expect(await stopTree({ processes, wrapper, tag, graceMs: LONG_MS })).toMatchObject({
      left: [],
      found: 2,
    })
    expect(processes.state(child)).toBe('dead')
  })

  test(`${name}: a daemon ends after its starter`, async () => {
    await using run = await start(agent('becomes-a-daemon.ts'))
    expect(await run.exit()).toMatchObject({ code: 0 })
    const { tag, wrapper } = run
    const daemon = identityOf(processes, childIn(run.line))
    expect(processes.state(daemon)).toBe('alive')
    expect(await stopTree({ processes, wrapper, tag, graceMs: LONG_MS })).toMatchObject({
      left: [],
      found: 1,
    })
    expect(processes.state(daemon)).toBe('dead')
  })

  test.for([
    ['a chain of forks under its wrapper ends', ['stay']],
    ['a chain of forks without a wrapper ends', []],
  ] as const)(`${name}: %s`, async ([, args], { skip }) => {
    if (name === 'ps') skip('such processes end before ps has answered')
    await using run = await start(agent('forks-and-exits-forever.pl', ...args))
    const { tag, wrapper } = run
    const stopped = await stopTree({ processes, wrapper, tag, graceMs: 50 })
    expect(stopped).toMatchObject({ left: [], hadToKill: true })
    expect(await run.exit()).toMatchObject(args.length === 0 ? { code: 0 } : { signal: 'SIGKILL' })
    expect(processes.tree(wrapper.pid)).toEqual([])
  })

  test(`${name}: a nested run ends with the outer`, async () => {
    const inner = 'MAYDAY_RUN_PATH=$MAYDAY_RUN_PATH/inner sh -c "echo ready; exec sleep 1000"; :'
    await using run = await start(['sh', '-c', inner])
    const { tag, wrapper } = run
    const strayOnly = await stopTree({ processes, wrapper: null, tag: `${tag}/inner`, graceMs: LONG_MS })
    expect(strayOnly).toMatchObject({ left: [], found: 1 })
    expect(await run.exit()).toMatchObject({ code: 0 })
    expect(await stopTree({ processes, wrapper, tag, graceMs: LONG_MS })).toMatchObject({ found: 0 })
  })

  test(`${name}: a zombie is nothing to stop`, async () => {
    await using children = new Children()
    const { pid, line } = await children.start(agent('keeps-a-zombie.sh'))
    const zombie = identityOf(processes, childIn(line))
    await eventually(() => processes.state(zombie) === 'dead', 'a zombie')
    process.kill(pid, 'SIGSTOP')
    const tag = children.tag
    expect(
      await stopTree({ processes, wrapper: zombie, tag: `${tag}/none`, graceMs: LONG_MS }),
    ).toMatchObject({
      found: 0,
    })
    expect(await stopTree({ processes, wrapper: null, tag, graceMs: LONG_MS })).toMatchObject({
      found: 1,
      left: [],
    })
  })

  test(`${name}: an empty tree needs no signal`, async () => {
    const stopped = await stopTree({ processes, wrapper: null, tag: 'no/such/run', graceMs: LONG_MS })
    expect(stopped).toEqual({ left: [], found: 0, killed: 0, hadToKill: false })
  })

  test(`${name}: another process with the pid lives`, async () => {
    await using children = new Children()
    const { pid } = await children.start(['sh', '-c', 'echo ready; sleep 1000; :'], { detached: true })
    const stranger = identityOf(processes, pid)
    const wrapper = { ...stranger, startedAt: '1' }
    const stopped = await stopTree({ processes, wrapper, tag: 'no/such/run', graceMs: LONG_MS })
    expect(stopped).toMatchObject({ found: 0 })
    expect(processes.state(stranger)).toBe('alive')
    expect(processes.tree(pid)).toHaveLength(1)
  })

  test(`${name}: a run of this process spares it`, async () => {
    await using children = new Children()
    const { pid } = await children.start(['sh', '-c', 'echo ready; sleep 1000; :'])
    const wrapper = identityOf(processes, process.ppid)
    const only = {
      ...processes,
      tree: () => processes.tree(wrapper.pid).filter((one) => one.pid === process.pid),
    }
    const stopped = await stopTree({ processes: only, wrapper, tag: 'no/such/run', graceMs: 0 })
    expect(stopped.found).toBe(0)
    expect(stopped.left.map((one) => one.pid)).toEqual([process.pid])
    expect(processes.state(identityOf(processes, pid))).toBe('alive')
  })
}
