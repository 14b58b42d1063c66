/** What it costs to run a worker under Mayday instead of under a shell, and to ask about a million runs. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Store } from '../src/record/store.ts'
import { recordOf } from './own-state.ts'
import { fillStore } from './fill-store.ts'
import { writeTranscript } from './inputs.ts'
import { cpuMs, leaveWorkers, processesOf, pssKb, readOr } from './left-workers.ts'
import { seconds, type Row } from './table.ts'

const mayday = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))
const printer = fileURLToPath(new URL('workers/prints-json-lines.ts', import.meta.url))
const collectorProgram = fileURLToPath(new URL('workers/takes-anything.ts', import.meta.url))
const node = process.execPath

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

/** On a file system in memory, where there is one: the disk is not what is measured. */
const freshFolder = (): string =>
  mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'mayday-bench-'))

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = freshFolder()
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const run = (folder: string, args: readonly string[], variables: Variables = {}): Promise<number> =>
  timed(node, [mayday, 'run', ...args], folder, variables)

type Variables = Readonly<Record<string, string>>

async function timed(
  command: string,
  args: readonly string[],
  cwd: string,
  variables: Variables = {},
): Promise<number> {
  const started = performance.now()
  const env = { ...process.env, ...variables }
  await new Promise((resolve) => spawn(command, args, { cwd, env, stdio: 'ignore' }).on('close', resolve))
  return performance.now() - started
}

/** (a) A worker that prints faster than any agent does. */
async function throughputRow(megabytes: number): Promise<Row> {
  return inFolder(async (folder) => {
    const block = join(folder, 'block.jsonl')
    writeTranscript(block, 1)
    const worker = [node, printer, block, String(megabytes), '50']
    const shell = worker.map((word) => `'${word}'`).join(' ')
    const times = { ours: [] as number[], file: [] as number[], tee: [] as number[] }
    // Each takes 20 seconds: so few vary little.
    for (let turn = 0; turn < 3; turn += 1) {
      times.file.push(await timed('sh', ['-c', `${shell} > out.log`], folder))
      times.ours.push(await run(folder, ['--', ...worker]))
      rmSync(recordOf(folder), { recursive: true })
      times.tee.push(await timed('sh', ['-c', `${shell} | tee out.log > /dev/null`], folder))
    }
    const [ours, file, tee] = [median(times.ours), median(times.file), median(times.tee)]
    return {
      what: `(a) run a worker that prints ${megabytes} MiB of JSON lines at 50 MB/s`,
      ours: seconds(ours),
      beside: `> file ${seconds(file)}, | tee ${seconds(tee)}`,
      ratio: `${(ours / file).toFixed(2)} x (tee ${(tee / file).toFixed(2)} x)`,
      goal: 'at most 1.25 x',
    }
  })
}

/** (b) What a run costs that does nothing. */
async function nothingRow(): Promise<Row> {
  return inFolder(async (folder) => {
    const times = { ours: [] as number[], bare: [] as number[] }
    for (let turn = 0; turn < 21; turn += 1) {
      times.bare.push(await timed(node, ['-e', '0'], folder))
      times.ours.push(await run(folder, ['--', 'true']))
    }
    const [ours, bare] = [median(times.ours.slice(1)), median(times.bare.slice(1))]
    return {
      what: '(b) mayday run -- true',
      ours: `${ours.toFixed(0)} ms`,
      beside: `node -e 0 ${bare.toFixed(0)} ms`,
      ratio: `+${(ours - bare).toFixed(0)} ms`,
      goal: 'at most +80 ms',
    }
  })
}

/** (c) From the worker's last breath to result.json. */
async function verdictRow(): Promise<Row> {
  return inFolder(async (folder) => {
    spawnSync('git', ['init', '--quiet'], { cwd: folder })
    const block = join(folder, 'block.jsonl')
    writeTranscript(block, 1)
    const took: number[] = []
    for (let turn = 0; turn < 20; turn += 1) {
      await run(folder, ['--', node, printer, block, '95', '20'])
      took.push(writtenAt(folder, 'result.json') - writtenAt(folder, 'exit'))
      rmSync(recordOf(folder), { recursive: true })
    }
    return {
      what: "(c) from the worker's exit to the verdict on disk, 100 MB written at 20 MB/s",
      ours: `median ${median(took).toFixed(0)} ms`,
      beside: `of 20 runs`,
      ratio: `slowest ${Math.max(...took).toFixed(0)} ms`,
      goal: 'p99 at most 50 ms',
    }
  })
}

/** The wrapper writes `exit` as soon as the system tells it that the worker has ended. */
function writtenAt(folder: string, name: string): number {
  const logs = join(recordOf(folder), 'logs')
  const [day = ''] = readdirSync(logs)
  const [id = ''] = readdirSync(join(logs, day))
  return statSync(join(logs, day, id, name)).mtimeMs
}

/** (d) Asking about a million runs. */
async function millionRows(): Promise<readonly Row[]> {
  return inFolder(async (folder) => {
    const runs = 1_000_000
    Store.open(recordOf(folder)).close()
    fillStore(join(recordOf(folder), 'mayday.db'), runs)
    const commands = [
      ['history'],
      ['history', '--reason', 'TESTS_FAILED', '--since', '7d'],
      ['show', '500000'],
      ['stats'],
    ]
    const rows: Row[] = []
    for (const command of commands) {
      const times = { ours: [] as number[], bare: [] as number[] }
      for (let turn = 0; turn < 11; turn += 1) {
        times.bare.push(await timed(node, [mayday, '--version'], folder))
        times.ours.push(await timed(node, [mayday, ...command], folder))
      }
      const [ours, bare] = [median(times.ours.slice(1)), median(times.bare.slice(1))]
      rows.push({
        what: `(d) ${runs.toLocaleString('en')} runs: mayday ${command.join(' ')}`,
        ours: `${ours.toFixed(0)} ms`,
        beside: `mayday --version ${bare.toFixed(0)} ms`,
        ratio: `+${(ours - bare).toFixed(0)} ms`,
        goal: 'at most +100 ms',
      })
    }
    return rows
  })
}

/** (e) Two hundred workers that do nothing, under one adopter. */
async function idleRow(): Promise<Row> {
  return inFolder(async (folder) => {
    const workers = 200
    await leaveWorkers(folder, workers, ['sleep', '600'])
    // Each start sees the runs that were left before and starts an adopter, if there is none yet.
    await timed(node, [mayday, 'history'], folder)
    await pause(15_000)
    const all = processesOf(folder)
    const adopter = all.find((pid) => readOr(`/proc/${pid}/cmdline`).includes('\0adopt\0')) ?? 0
    const before = cpuMs(adopter)
    await pause(20_000)
    const share = (cpuMs(adopter) - before) / 20_000
    const wrappers = all.filter(isWrapper)
    const mb = Math.round([adopter, ...wrappers].reduce((sum, pid) => sum + pssKb(pid), 0) / 1024)
    for (const pid of [adopter, ...wrappers, ...processesOf(folder)]) spawnSync('kill', ['-9', String(pid)])
    return {
      what: `(e) ${workers} idle workers under one Mayday`,
      ours: `${(share * 100).toFixed(1)} % of a core, ${mb} MB`,
      beside: `${wrappers.length} wrappers among them`,
      ratio: '',
      goal: 'under 5 %, under 250 MB',
    }
  })
}

/** (v) What it adds to tell a collector on this machine about a run. */
async function telemetryRow(): Promise<Row> {
  return inFolder(async (folder) => {
    const collector = spawn(node, [collectorProgram], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [port] = await once(collector.stdout, 'data')
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(port).trim()}` }
    const times = { on: [] as number[], off: [] as number[] }
    for (let turn = 0; turn < 41; turn += 1) {
      times.off.push(await run(folder, ['--', 'true']))
      times.on.push(await run(folder, ['--', 'true'], variables))
    }
    collector.kill()
    const [on, off] = [median(times.on.slice(1)), median(times.off.slice(1))]
    return {
      what: '(v) mayday run -- true with telemetry',
      ours: `${on.toFixed(0)} ms`,
      beside: `without ${off.toFixed(0)} ms`,
      ratio: `+${(on - off).toFixed(1)} ms`,
      goal: 'at most +5 ms',
    }
  })
}

const isWrapper = (pid: number): boolean => readOr(`/proc/${pid}/cmdline`).startsWith('/usr/bin/perl')

const all: Readonly<Record<string, (megabytes: number) => Promise<readonly Row[]>>> = {
  a: async (megabytes) => [await throughputRow(megabytes)],
  b: async () => [await nothingRow()],
  c: async () => [await verdictRow()],
  d: millionRows,
  e: async () => [await idleRow()],
  v: async () => [await telemetryRow()],
}

/** All rows, or those whose letters are given. */
export async function supervisionRows(megabytes: number, letters = 'abcdev'): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const letter of letters) rows.push(...((await all[letter]?.(megabytes)) ?? []))
  return rows
}
