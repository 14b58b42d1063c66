/**
 * `npm run bench`: figures as ratios measured in one run on one machine, against what a person would use
 * instead. benchmarks/README.md lists what is not measured. `--mb N` makes the inputs smaller, `--only explain`,
 * `--only run`, `--only recovery`, `--only attempts`, `--only schedule`, `--only board`, `--only sessions`, `--only hook`
 * or `--only fleet` does a part of it, `--only bc` two rows.
 * `--attempts 1000` makes the series of attempts ten times as long.
 */
import { mkdtemp, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { attemptRows } from './attempts.ts'
import { boardRows } from './board.ts'
import { fleetRows } from './fleet/fleet.ts'
import { hookRows } from './hook.ts'
import { livePageRows } from './live-page.ts'
import { writePlainLog, writeTranscript } from './inputs.ts'
import { compare, measure, type Measured } from './measure.ts'
import { memoryRows } from './memory.ts'
import { recoveryRows } from './recovery.ts'
import { runPageRows } from './run-page.ts'
import { schedulingRows } from './scheduling.ts'
import { sessionRows } from './sessions.ts'
import { supervisionRows } from './supervision.ts'
import { print, seconds, type Row } from './table.ts'

const mayday = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))
const node = process.execPath
const at = process.argv.indexOf('--mb')
const megabytes = at < 0 ? 1024 : Number(process.argv[at + 1])
const TIMES = 5
const seriesAt = process.argv.indexOf('--attempts')
const attempts = seriesAt < 0 ? 100 : Number(process.argv[seriesAt + 1])

const explain = (...args: string[]): Promise<Measured> =>
  measure(node, [mayday, 'explain', '--json', ...args])

/** A figure that is not about the right answer is worth nothing. */
function expectReason({ output }: Measured, reason: string): void {
  const found: unknown = JSON.parse(output)
  const said = typeof found === 'object' && found !== null && 'reason' in found ? found.reason : undefined
  if (said !== reason) throw new Error(`expected ${reason}, and mayday said ${String(said)}`)
}

async function plainRow(
  folder: string,
  kind: 'marker at the end' | 'no marker',
  startMs: number,
): Promise<Row> {
  const path = join(folder, 'plain.log')
  const marker = kind === 'marker at the end'
  writePlainLog(path, megabytes * 1024 * 1024, marker ? '[MAYDAY_FAILURE:TESTS_FAILED]' : 'done')
  const { ours, beside } = await compare(
    TIMES,
    () => explain(path),
    () => measure('grep', ['-c', 'MAYDAY_FAILURE', path]),
  )
  // A log that proves nothing is undetermined, and carries UNKNOWN.
  expectReason(ours, marker ? 'TESTS_FAILED' : 'UNKNOWN')
  return {
    what: `explain a ${megabytes} MiB log, ${kind}`,
    ours: `${seconds(ours.ms)}, ${ours.peakMb ?? '?'} MB`,
    beside: `grep -c ${seconds(beside.ms)}`,
    ratio: `${((ours.ms - startMs) / beside.ms).toFixed(2)} x, start taken off`,
    goal: 'at most 3 x, under 150 MB',
  }
}

async function transcriptRow(folder: string): Promise<Row> {
  const path = join(folder, 'transcript.jsonl')
  writeTranscript(path, megabytes * 1024 * 1024)
  const { ours, beside } = await compare(
    TIMES,
    () => explain(path),
    () => measure('wc', ['-l', path]),
  )
  expectReason(ours, 'MAX_TURNS')
  const { size } = await stat(path)
  return {
    what: `explain a ${megabytes} MiB transcript of JSON lines`,
    ours: `${seconds(ours.ms)}, ${ours.peakMb ?? '?'} MB`,
    beside: `wc -l ${seconds(beside.ms)}`,
    ratio: `${Math.round(size / 1e6 / (ours.ms / 1000))} MB/s`,
    goal: 'at least 200 MB/s',
  }
}

async function startRow(what: string, path: string): Promise<{ row: Row; startMs: number }> {
  const { ours, beside } = await compare(
    15,
    () => explain(path),
    () => measure(node, ['-e', '0']),
  )
  return {
    startMs: ours.ms,
    row: {
      what: `start and explain ${what}`,
      ours: `${ours.ms.toFixed(0)} ms`,
      beside: `node -e 0 ${beside.ms.toFixed(0)} ms`,
      ratio: `+${(ours.ms - beside.ms).toFixed(0)} ms`,
      goal: 'at most +60 ms',
    },
  }
}

/** Four kilobytes in which every line has words that several tool readers want to see: the dearest small log. */
async function writeBusyLog(folder: string): Promise<string> {
  const path = join(folder, 'small.log')
  writePlainLog(path, 1, 'done')
  await truncate(path, 4000)
  return path
}

async function explainRows(folder: string): Promise<readonly Row[]> {
  const sample = fileURLToPath(new URL('../examples/runs/codex-context-full.jsonl', import.meta.url))
  const agent = await startRow("an agent's small log", sample)
  const { row, startMs } = await startRow('4 KB of busy plain text', await writeBusyLog(folder))
  return [
    agent.row,
    row,
    await plainRow(folder, 'marker at the end', startMs),
    await plainRow(folder, 'no marker', startMs),
    await transcriptRow(folder),
  ]
}

/** Anything else that `--only` names is letters of the rows of `mayday run`. */
const PARTS: ReadonlySet<string> = new Set([
  'explain',
  'run',
  'recovery',
  'attempts',
  'schedule',
  'board',
  'sessions',
  'hook',
  'fleet',
])

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
console.log(
  `node ${process.version}, ${process.platform} ${process.arch}, medians of turns taken one after the other`,
)
const folder = await mkdtemp(join(tmpdir(), 'mayday-bench-'))
process.env['MAYDAY_STATE'] = join(folder, 'state')
try {
  if (only === undefined || only === 'explain') print(await explainRows(folder))
  if (only === undefined || only === 'run' || !PARTS.has(only))
    print(await supervisionRows(megabytes, only === 'run' ? undefined : only))
  if (only === undefined || only === 'recovery') print([...(await memoryRows()), ...(await recoveryRows())])
  if (only === undefined || only === 'attempts') print(await attemptRows(attempts))
  if (only === undefined || only === 'schedule') print(await schedulingRows())
  if (only === undefined || only === 'board')
    print([...(await boardRows()), ...(await livePageRows()), ...(await runPageRows())])
  if (only === undefined || only === 'sessions') print(await sessionRows(megabytes))
  if (only === undefined || only === 'hook') print(await hookRows())
  if (only === undefined || only === 'fleet') print(await fleetRows())
  console.log(
    'Not measured: cold disks, gzip, UTF-16, other agents’ formats, real agents, other machines. See benchmarks/README.md.',
  )
} finally {
  await rm(folder, { recursive: true })
}
