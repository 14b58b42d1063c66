/** A Postgres for the measurements: it writes to the disk as a real one does. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testPostgres, type TestPostgres } from '../../tests/postgres-here.ts'

export type MeasuredPostgres = TestPostgres & {
  /** Starts a stopwatch of the processor time of its processes. Those that end in the meantime do not count. */
  readonly watchCpu: () => () => number
  /** Memory of all its processes, where shared pages count in shares. */
  readonly memoryMb: () => number
  readonly processes: () => number
}

export async function measuredPostgres(): Promise<MeasuredPostgres> {
  const server = await testPostgres(['fsync = on', 'max_connections = 2500'])
  const main = Number(readFileSync(join(server.folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  const pids = (): readonly number[] => [
    main,
    ...readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => parentOf(pid) === main),
  ]
  return {
    ...server,
    watchCpu: () => {
      const before = new Map(pids().map((pid) => [pid, cpuMsOf(pid)]))
      return () => pids().reduce((sum, pid) => sum + cpuMsOf(pid) - (before.get(pid) ?? 0), 0)
    },
    memoryMb: () => Math.round(pids().reduce((sum, pid) => sum + pssKb(pid), 0) / 1024),
    processes: () => pids().length,
  }
}

/** A process that has just ended has no figures. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function parentOf(pid: number): number {
  const stat = read(pid, 'stat')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

const cpuMsOf = (pid: number): number => Number(read(pid, 'schedstat').split(' ')[0] ?? 0) / 1e6

const pssKb = (pid: number): number => Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0)
