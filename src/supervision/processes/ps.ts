import { hostname } from 'node:os'

import { readPlace } from './proc.ts'
import { overSource } from './process-source.ts'
import type { Place, ProcessRow } from './process-source.ts'
import { RUN_PATH_VARIABLE } from './processes.ts'
import type { Processes } from './processes.ts'

const isLinux = process.platform === 'linux'

/** Enough for the environments of some thousand processes. */
const MOST_OUTPUT = 256 * 1024 * 1024

/** Standard output in the C locale and UTC, so that times can be compared as text; null if the program is missing. */
const ask = (program: string, args: readonly string[]): string | null => {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const { stdout, error } = spawnSync(program, args, {
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC0' },
    encoding: 'latin1',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: MOST_OUTPUT,
  })
  return error === undefined ? stdout : null
}

/** Linux's ps includes the time of waited-for children (flag `S`) in only one of its two time columns. */
const COLUMNS = `pid=,ppid=,pgid=,stat=,lstart=,${isLinux ? 'bsdtime' : 'time'}=`
const ENVIRONMENT_FLAG = isLinux ? 'e' : 'E'

const table = (flags: string, columns: string, pids?: readonly number[]): string[] => {
  const dash = isLinux ? '' : '-'
  const which = pids === undefined ? [`${dash}ax${flags}`] : [`${dash}${flags}`, '-p', pids.join(',')]
  return (ask('ps', [...which, '-o', columns]) ?? '').split('\n')
}

/** `1-02:03:04`, `03:04` or `3:04.56` as milliseconds. */
export const parseCpuTime = (text: string): number => {
  const [clock = '', days = '0'] = text.split('-').toReversed()
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return Math.round((Number(days) * 86_400 + seconds) * 1000)
}

const ROW = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+ +\S+ +\d+ [\d:]+ \d+)\s+([\d:.-]+)(?:\s|$)/

export const parsePsLine = (line: string): ProcessRow | null => {
  const [, pid, parent, group, stat = '', startedAt = '', time = ''] = ROW.exec(line) ?? []
  if (pid === undefined) return null
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    startedAt: startedAt.replaceAll(/ +/g, ' '),
    zombie: stat.startsWith('Z'),
    cpuMs: parseCpuTime(time),
  }
}

const readRows = (pids?: readonly number[]): ProcessRow[] =>
  pids?.length === 0
    ? []
    : table('S', COLUMNS, pids)
        .map(parsePsLine)
        .filter((row) => row !== null)

/** Only the arguments, by process. */
const readCommands = (pids: readonly number[]): Map<number, string> => {
  const lines = table('ww', 'pid=,command=', pids).map((line) => /^\s*(\d+) (.*)$/.exec(line))
  return new Map(lines.filter((match) => match !== null).map(([, pid, text = '']) => [Number(pid), text]))
}

/** `ps` separates variables only by blanks. A run's path contains none. */
const hasTag = (environment: string, setting: string): boolean =>
  `${environment} `.includes(` ${setting} `) || environment.includes(` ${setting}/`)

const instant = (startedAt: string): number => Date.parse(`${startedAt} UTC`)

/** A process may execute another program between the two answers of `ps` about it. Then `ps` is asked again. */
const MOST_ANSWERS = 3

/** Null if the arguments are not those of the line, because the process executes another program by now. */
function isTaggedIn(line: string, command: string, setting: string): boolean | null {
  const text = line.replace(ROW, '')
  return text.startsWith(command) ? hasTag(text.slice(command.length), setting) : null
}

const readTagged = (value: string, from: number): ProcessRow[] => {
  const setting = Buffer.from(`${RUN_PATH_VARIABLE}=${value}`).toString('latin1')
  const tagged: ProcessRow[] = []
  let asked: readonly number[] | undefined
  for (let answers = 1; answers <= MOST_ANSWERS && asked?.length !== 0; answers++) {
    const likely = new Map<ProcessRow, string>()
    for (const line of table(`S${ENVIRONMENT_FLAG}ww`, `${COLUMNS},command=`, asked)) {
      const row = hasTag(line, setting) ? parsePsLine(line) : null
      if (row !== null && instant(row.startedAt) >= from) likely.set(row, line)
    }
    // A process that searches for the tag has it among its arguments, which `ps` prints before the environment.
    const commands = likely.size === 0 ? null : readCommands([...likely.keys()].map(({ pid }) => pid))
    asked = [...likely].flatMap(([row, line]) => {
      const command = commands?.get(row.pid)
      const isTagged = command === undefined ? false : isTaggedIn(line, command, setting)
      if (isTagged === true) tagged.push(row)
      return isTagged === null ? [row.pid] : []
    })
  }
  return tagged
}

/** The UUID of the boot session, if there is one: on a Mac the boot time changes when the clock is set. */
const readBoot = (): string =>
  ['kern.bootsessionuuid', 'kern.boottime']
    .map((name) => ask('sysctl', ['-n', name])?.trim() ?? '')
    .find((answer) => answer !== '') ?? 'unknown boot'

const readPsPlace = (): Place =>
  isLinux ? readPlace() : { boot: readBoot(), namespace: null, host: hostname() }

/** Whether `ps` exists and shows this process. */
export const hasPs = (): boolean => readRows([process.pid]).length === 1

/** Processes from `ps`, which has no I/O counters. */
export const psProcesses = (): Processes =>
  overSource({
    kind: 'ps',
    place: readPsPlace(),
    rows: readRows,
    tagged: readTagged,
    instant,
    io: () => null,
    isFirstInside: () => false,
  })
