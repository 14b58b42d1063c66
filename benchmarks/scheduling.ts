/** What the queue costs compared with a plain shell loop, and what it costs when it is long. */
import { knownAgents } from '../src/agents/known-agents.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findProject } from '../src/record/project.ts'
import { Store } from '../src/record/store.ts'
import { defaultBudget } from '../src/record/task.ts'
import { enqueueCard } from '../src/scheduling/enqueue-card.ts'
import type { QueueContext } from '../src/scheduling/locks.ts'
import { wallClock } from '../src/scheduling/sleep-until.ts'
import { openProcesses } from '../src/supervision/processes/open-processes.ts'
import { recordOf, withState } from './own-state.ts'
import type { Row } from './table.ts'

const mayday = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))
const worker = fileURLToPath(new URL('workers/stamps-its-time.pl', import.meta.url))
const node = process.execPath

const RUNS = 40
const QUEUED = 10_000

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
const shown = (ms: number): string => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`

type Project = QueueContext & Disposable & { readonly root: string }

/** A file system in memory, where there is one: the disk is not what is measured. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

function freshProject(cards: number): Project {
  const root = mkdtempSync(join(memory, 'mayday-bench-'))
  writeFileSync(join(root, 'mayday.yaml'), 'version: 1\n')
  mkdirSync(join(root, 'project/phase-5-x/backlog'), { recursive: true })
  for (let card = 0; card < cards; card += 1) writeFileSync(cardOf(root, card), CARD)
  const project = findProject(root, process.env)
  const store = Store.open(project.record)
  return {
    root,
    project,
    store,
    processes: openProcesses(),
    knownAgents,
    clock: wallClock,
    schedule: {},
    [Symbol.dispose]: () => {
      store.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

const CARD = '---\nowner: bri\nagent_flow: null\nagent_status: idle\n---\n# A card\n\n## History\n'
const cardOf = (root: string, card: number): string =>
  join(root, `project/phase-5-x/backlog/5.${card}-card.md`)
const stampsOf = (root: string): string => `${recordOf(root)}.stamps`
const commandIn = (root: string): readonly string[] => ['perl', worker, stampsOf(root)]

const enqueue = (context: Project, card: number): void =>
  void enqueueCard(
    {
      path: cardOf(context.root, card),
      // It changes no file, and need not.
      flow: 'review',
      agent: null,
      argv: commandIn(context.root),
      setup: null,
      verify: null,
      limits: {},
      budget: defaultBudget,
      hasOwnTree: false,
      fallback: [],
    },
    context,
  )

type Stamp = { readonly beganMs: number; readonly endedMs: number }

const readStamps = (root: string): readonly Stamp[] =>
  (existsSync(stampsOf(root)) ? readFileSync(stampsOf(root), 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [began = 0, ended = 0] = line.split(' ').map(Number)
      return { beganMs: began * 1000, endedMs: ended * 1000 }
    })

async function untilStamps(root: string, count: number): Promise<readonly Stamp[]> {
  for (;;) {
    const stamps = readStamps(root)
    if (stamps.length >= count) return stamps
    await pause(1)
  }
}

const startWork = (root: string, ...args: readonly string[]): ChildProcess =>
  spawn(node, [mayday, 'work', ...args], { cwd: root, stdio: 'ignore' })

const ended = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.on('close', resolve))

/** From a card's place in the queue to its worker, while a scheduler waits for it. Beside: a line that xargs reads. */
async function startRow(): Promise<Row> {
  using context = freshProject(RUNS + 1)
  const { root } = context
  const work = startWork(root, '--watch')
  const xargs = spawn('xargs', ['-P', '1', '-n', '1', 'perl', worker], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const times = { ours: [] as number[], beside: [] as number[] }
  const other = join(root, 'other')
  mkdirSync(other, { recursive: true })
  for (let turn = 0; turn <= RUNS; turn += 1) {
    enqueue(context, turn)
    const queuedMs = Date.now()
    times.ours.push(((await untilStamps(root, turn + 1)).at(-1)?.beganMs ?? 0) - queuedMs)
    const toldMs = Date.now()
    xargs.stdin.write(`${stampsOf(other)}\n`)
    times.beside.push(((await untilStamps(other, turn + 1)).at(-1)?.beganMs ?? 0) - toldMs)
    // The run before is over and written when the next one is queued.
    while (context.store.unfinished().length > 0 || context.store.locks().length > 0) await pause(5)
  }
  xargs.stdin.end()
  work.kill('SIGINT')
  await ended(work)
  return ratioRow('(j) from enqueued to the worker’s start, a scheduler waits', times, 'at most 10 x')
}

const ratioRow = (
  what: string,
  times: { readonly ours: readonly number[]; readonly beside: readonly number[] },
  goal: string,
): Row => {
  const [ours, beside] = [median(times.ours.slice(1)), median(times.beside.slice(1))]
  return {
    what,
    ours: shown(ours),
    beside: `xargs -P ${shown(beside)}`,
    ratio: `${(ours / beside).toFixed(1)} x, +${shown(ours - beside)}`,
    goal,
  }
}

const gapsOf = (stamps: readonly Stamp[]): readonly number[] =>
  stamps.slice(1).map(({ beganMs }, at) => beganMs - (stamps[at]?.endedMs ?? 0))

/** From one worker's end to the next one's start, one at a time. */
async function nextRow(): Promise<Row> {
  using context = freshProject(RUNS)
  const { root } = context
  for (let card = 0; card < RUNS; card += 1) enqueue(context, card)
  await ended(startWork(root))
  const ours = gapsOf(readStamps(root))
  rmSync(stampsOf(root))
  const lines = `${stampsOf(root)}\n`.repeat(RUNS)
  const xargs = spawn('xargs', ['-P', '1', '-n', '1', 'perl', worker], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  xargs.stdin.end(lines)
  await ended(xargs)
  const beside = gapsOf(readStamps(root))
  return ratioRow('(k) from a worker’s end to the next one’s start', { ours, beside }, 'at most 10 x')
}

/** A long queue, compared with one that has a single entry. */
async function longRows(): Promise<readonly Row[]> {
  const short = await queueOf(1)
  const long = await queueOf(QUEUED)
  const count = QUEUED.toLocaleString('en')
  const row = (what: string, at: (one: Measured) => number, goal: string): Row => ({
    what: `${what}, ${count} cards`,
    ours: shown(at(long)),
    beside: `1 card ${shown(at(short))}`,
    ratio: at(long) < at(short) ? 'no more' : `+${shown(at(long) - at(short))}`,
    goal,
  })
  return [
    row('(l) enqueue, each', ({ enqueueMs }) => enqueueMs, 'at most +10 ms'),
    row('(m) mayday queue', ({ listMs }) => listMs, 'at most +100 ms'),
    row('(n) mayday work to its first worker', ({ pickMs }) => pickMs, 'at most +500 ms'),
    {
      what: `(o) memory of mayday work, ${count} cards`,
      ours: `${long.peakMb ?? '?'} MB`,
      beside: `1 card ${short.peakMb ?? '?'} MB`,
      ratio: '',
      goal: 'under 250 MB',
    },
  ]
}

type Measured = {
  readonly enqueueMs: number
  readonly listMs: number
  readonly pickMs: number
  readonly peakMb: number | null
}

async function queueOf(cards: number): Promise<Measured> {
  using context = freshProject(cards)
  const { root } = context
  const began = performance.now()
  for (let card = 0; card < cards; card += 1) enqueue(context, card)
  const enqueueMs = (performance.now() - began) / cards
  const lists: number[] = []
  for (let turn = 0; turn < 7; turn += 1) lists.push(await listed(root))
  const startedMs = Date.now()
  const work = startWork(root)
  const [first] = await untilStamps(root, 1)
  await untilStamps(root, Math.min(cards, 20))
  const peakMb = peakOf(work.pid ?? 0)
  work.kill('SIGINT')
  await ended(work)
  return { enqueueMs, listMs: median(lists), pickMs: (first?.beganMs ?? 0) - startedMs, peakMb }
}

async function listed(cwd: string): Promise<number> {
  const began = performance.now()
  await ended(spawn(node, [mayday, 'queue'], { cwd, stdio: 'ignore' }))
  return performance.now() - began
}

const peakOf = (pid: number): number | null => {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : ''
  const kb = /VmHWM:\s+(\d+) kB/.exec(status)?.[1]
  return kb === undefined ? null : Math.round(Number(kb) / 1024)
}

/** All rows of the scheduler. */
export async function schedulingRows(): Promise<readonly Row[]> {
  return await withState(memory, async () => [await startRow(), await nextRow(), ...(await longRows())])
}
