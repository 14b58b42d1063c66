import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, constants as files, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'

import { openPlain, OWNER_ONLY, readPlain } from '../record/plain-file.ts'

import type { IoBytes } from './processes/processes.ts'
import { environmentFor, StageNotStartedError, wrapperFor } from './wrapper-kinds.ts'
import type { MemoryLimit } from './memory-limit.ts'
import type { Wrapper } from './wrapper-kinds.ts'

type WrapperLimit = MemoryLimit['wrapper']

export type StageCommand = {
  /** The folder of `<prefix>pid` and `<prefix>exit`. */
  readonly folder: string
  readonly prefix: string
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The default is /dev/null. */
  readonly stdinPath?: string
  readonly logPath: string
  /** The worker gets a pipe for the log and a copy of the input, so that it cannot change either (W9). */
  readonly isPiped?: boolean
  /** The run's mark (W11). */
  readonly mark?: string
  readonly limit?: WrapperLimit
  /** The default is the best one that this system has. */
  readonly wrapper?: Wrapper
}

const NO_LIMIT: WrapperLimit = { launcher: [], procs: '', events: '' }

/** The argv of a wrapper with its command. */
export const commandLine = (
  wrapper: Wrapper,
  stage: Pick<StageCommand, 'folder' | 'prefix' | 'argv' | 'limit' | 'isPiped' | 'mark'>,
): [string, ...string[]] => {
  const { launcher, procs, events } = stage.limit ?? NO_LIMIT
  const piped = stage.isPiped === true ? 'piped' : ''
  const rest = [
    ...wrapper.args,
    resolve(stage.folder),
    stage.prefix,
    procs,
    events,
    piped,
    stage.mark ?? '',
    ...stage.argv,
  ]
  const [first, ...others] = launcher
  return first === undefined ? [wrapper.program, ...rest] : [first, ...others, wrapper.program, ...rest]
}

const copyOf = ({ folder, prefix }: StageCommand): string => join(folder, `${prefix}input`)

/** The copy is unlinked before the worker reads it, so no other process can read what the worker writes into it. */
function inputOf(stage: StageCommand, path: string): string {
  if (stage.isPiped !== true) return path
  const copy = copyOf(stage)
  rmSync(copy, { force: true })
  writeFileSync(copy, readPlain(path), { flag: 'wx', mode: OWNER_ONLY })
  return copy
}

/** Starts a stage's command under a wrapper in a new session. It appends to the log. */
export const spawnStage = (stage: StageCommand): { child: ChildProcess; pid: number } => {
  const wrapper = stage.wrapper ?? wrapperFor()
  const [program, ...args] = commandLine(wrapper, stage)
  const opened: number[] = []
  const open = (path: string, flags: number): number => {
    const fd = openPlain(path, flags)
    opened.push(fd)
    return fd
  }
  try {
    const stdin =
      stage.stdinPath === undefined ? 'ignore' : open(inputOf(stage, stage.stdinPath), files.O_RDONLY)
    if (stage.isPiped === true) rmSync(copyOf(stage), { force: true })
    const log = open(stage.logPath, files.O_WRONLY | files.O_APPEND | files.O_CREAT)
    const env = environmentFor(wrapper, stage.env)
    const child = spawn(program, args, { cwd: stage.cwd, env, detached: true, stdio: [stdin, log, log] })
    // Without a listener a failed start would end Mayday. The missing pid reports it here.
    child.on('error', () => {})
    if (child.pid === undefined) throw new Error(`${program} did not start`)
    return { child, pid: child.pid }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const message = `Cannot start the worker in ${stage.cwd}: ${why}. Check that folder and the limits of this system.`
    throw new StageNotStartedError(message, { cause: error })
  } finally {
    for (const fd of opened) closeSync(fd)
  }
}

/** How a stage's command ended, according to its wrapper. */
export type ExitStatus = {
  readonly code: number | null
  readonly signal: string | null
  /** False if a shell could not distinguish an exit code over 128 from a signal. Then `code` has it. */
  readonly sure: boolean
  /** I/O of the command and all waited-for processes. */
  readonly io: IoBytes | null
  /** The number of OOM kills under the stage's memory limit; null without a limit. */
  readonly oomKills: number | null
  /** Why the command did not start. */
  readonly error: string | null
  /** Whether the wrapper adopts the processes that the command leaves behind, so that none can hide. */
  readonly reaps: boolean
  /** Whether the wrapper adopted and nothing was left. Only then it exited normally. */
  readonly isAlone: boolean
  /** Whether all processes of the command have the run's mark (W11). */
  readonly isMarked: boolean
}

/** What the wrapper wrote before the command started. The start time is missing without /proc. */
export type WrapperPid = { readonly pid: number; readonly startedAt: string | null }

const SIGNAL_NAMES: ReadonlyMap<number, string> = new Map(
  // Reversed, so that of two names for one number the first and common one stays (SIGABRT, not SIGIOT).
  Object.entries(constants.signals)
    .toReversed()
    .map(([name, number]) => [number, name]),
)

const signalName = (number: number): string => SIGNAL_NAMES.get(number) ?? `SIG${number}`

/** The low seven bits are the signal. The eighth says that a core was dumped. */
const ofWaitStatus = (status: number): Pick<ExitStatus, 'code' | 'signal'> => {
  const signal = status & 127
  return signal === 0 ? { code: status >> 8, signal: null } : { code: null, signal: signalName(signal) }
}

const parseIo = (text: string): IoBytes | null => {
  const io = /^io (\d+) (\d+)$/m.exec(text)
  return io === null ? null : { read: Number(io[1]), written: Number(io[2]) }
}

/** Parses the wrapper's `exit` file; null if it is invalid. */
export const parseExit = (text: string): ExitStatus | null => {
  const [, kind, number, unsure] = /^(wait|status) (\d+)( unsure)?\n/.exec(text) ?? []
  if (kind === undefined) return null
  const ending = kind === 'wait' ? ofWaitStatus(Number(number)) : { code: Number(number), signal: null }
  const oomKills = /^oom (\d+)$/m.exec(text)?.[1]
  return {
    ...ending,
    sure: unsure === undefined,
    io: parseIo(text),
    oomKills: oomKills === undefined ? null : Number(oomKills),
    error: /^error (.*)$/m.exec(text)?.[1] ?? null,
    reaps: /^reaper$/m.test(text),
    isAlone: /^alone$/m.test(text),
    isMarked: /^marked$/m.test(text),
  }
}

/** Parses the wrapper's `pid` file; null if it is invalid. */
export const parsePid = (text: string): WrapperPid | null => {
  const [, pid, startedAt] = /^pid (\d+)\n(?:start (\d+)\n)?/.exec(text) ?? []
  return pid === undefined ? null : { pid: Number(pid), startedAt: startedAt ?? null }
}
