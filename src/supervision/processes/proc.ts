import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs'
import { hostname } from 'node:os'

import { overSource } from './process-source.ts'
import type { Place, ProcessRow } from './process-source.ts'
import { RUN_PATH_VARIABLE } from './processes.ts'
import { hasMark, markOf } from './run-mark.ts'
import type { IoBytes, Processes } from './processes.ts'

/** The kernel reports times in hundredths of a second on every machine that Node supports. */
const MS_PER_TICK = 10

/** Larger than any stat or io file, which have a fixed number of fields. */
const page = Buffer.allocUnsafe(4096)

/** Reads a small file of /proc in three calls; null if the process is gone or not readable. */
const readPage = (path: string): string | null => {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch {
    // The process ended while it was read: a missing file means that.
    return null
  }
  try {
    return page.toString('latin1', 0, readSync(fd, page, 0, page.length, 0))
  } catch {
    // The process ended between opening and reading.
    return null
  } finally {
    closeSync(fd)
  }
}

/**
 * Parses a row of /proc/PID/stat. The name in it may contain
 * spaces and parentheses, so fields are counted from its end.
 */
export const parseStat = (text: string): ProcessRow | null => {
  const pid = Number.parseInt(text, 10)
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const startedAt = fields[19]
  if (Number.isNaN(pid) || startedAt === undefined) return null
  const field = (index: number): number => Number(fields[index])
  return {
    pid,
    parent: field(1),
    group: field(2),
    startedAt,
    // A main thread that ended while other threads run also shows as Z.
    zombie: fields[0] === 'X' || (fields[0] === 'Z' && field(17) <= 1),
    cpuMs: (field(11) + field(12) + field(13) + field(14)) * MS_PER_TICK,
  }
}

const allPids = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger)

const readRow = (pid: number): ProcessRow | null => {
  const text = readPage(`/proc/${pid}/stat`)
  return text === null ? null : parseStat(text)
}

/** A process may start another and end between the listing and the read. So a listing with gaps is repeated. */
const MOST_LISTS = 5

/** Visits every process once, as soon as it is listed. */
const forEachProcess = (take: (row: ProcessRow) => void): void => {
  const seen = new Set<number>()
  for (let lists = 1, gaps = 1; gaps > 0 && lists <= MOST_LISTS; lists++) {
    gaps = 0
    for (const pid of allPids()) {
      if (seen.has(pid)) continue
      seen.add(pid)
      const row = readRow(pid)
      if (row === null || row.zombie) gaps++
      if (row !== null) take(row)
    }
  }
}

const readRows = (pids?: readonly number[]): ProcessRow[] => {
  if (pids !== undefined) return pids.map(readRow).filter((row) => row !== null)
  const rows: ProcessRow[] = []
  forEachProcess((row) => rows.push(row))
  return rows
}

const readEnvironment = (pid: number): Buffer | null => {
  try {
    return readFileSync(`/proc/${pid}/environ`)
  } catch {
    // The process belongs to another user or has just ended.
    return null
  }
}

/** `a/1` matches `a/1` and `a/1/2`, but not `a/10`. */
const hasTag = (environment: Buffer, setting: Buffer): boolean => {
  for (let at = environment.indexOf(setting); at !== -1; at = environment.indexOf(setting, at + 1)) {
    const after = environment[at + setting.length] ?? 0
    if ((at === 0 || environment[at - 1] === 0) && (after === 0 || after === 0x2f)) return true
  }
  return false
}

/** Kernel threads have no group. All processes of a run have one, because its wrapper leads a session. */
const isMarked = ({ pid, group }: ProcessRow, mark: string): boolean =>
  group !== 0 && hasMark(readPage(`/proc/${pid}/limits`) ?? '', mark)

const readTagged = (value: string, from: number): ProcessRow[] => {
  const setting = Buffer.from(`${RUN_PATH_VARIABLE}=${value}`)
  const mark = markOf(value)
  const tagged: ProcessRow[] = []
  forEachProcess((row) => {
    if (row.zombie || Number(row.startedAt) < from) return
    const environment = readEnvironment(row.pid)
    const isTagged = environment !== null && hasTag(environment, setting)
    if (isTagged || isMarked(row, mark)) tagged.push(row)
  })
  return tagged
}

const readIo = (pid: number): IoBytes | null => {
  const text = readPage(`/proc/${pid}/io`)
  const numbers = text === null ? null : /^rchar: (\d+)\nwchar: (\d+)$/m.exec(text)
  return numbers === null ? null : { read: Number(numbers[1]), written: Number(numbers[2]) }
}

/** The pids of a process, from this namespace inward. */
const readIsFirstInside = (pid: number): boolean => {
  const text = readPage(`/proc/${pid}/status`)
  return text !== null && /^NSpid:\t\d+(?:\t\d+)*\t1$/m.test(text)
}

/** The boot, PID namespace and host of this process on Linux. */
export const readPlace = (): Place => ({
  boot: readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim(),
  namespace: readlinkSync('/proc/self/ns/pid'),
  host: hostname(),
})

/** Whether /proc exists and shows the PID namespace of this process. */
export const hasProc = (): boolean => {
  try {
    return readlinkSync('/proc/self') === String(process.pid)
  } catch {
    // There is no /proc.
    return false
  }
}

/** Processes from Linux's /proc. */
export const procProcesses = (): Processes =>
  overSource({
    kind: 'proc',
    place: readPlace(),
    rows: readRows,
    tagged: readTagged,
    instant: Number,
    io: readIo,
    isFirstInside: readIsFirstInside,
  })
