import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, constants as files, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'

import { openPlain, OWNER_ONLY, readPlain } from '../record/plain-file.ts'

import type { IoBytes } from './processes/processes.ts'
import { environmentFor, StageNotStartedError, wrapperFor } from './wrapper-kinds.ts'
import type { Wrapper } from './wrapper-kinds.ts'

/** How the worker is put under a limit: a program to start the wrapper with, or a group to enter. */
export type WrapperLimit = {
  readonly launcher: readonly string[]
  /** The cgroup.procs file into which the worker writes itself, or ''. */
  readonly procs: string
  /** The file with the cgroup's count of OOM kills, `own` for that of the wrapper's own cgroup, or ''. */
  readonly events: string
}

export type StageCommand = {
  /** Where `<prefix>pid` and `<prefix>exit` are written. */
  readonly folder: string
  readonly prefix: string
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Without it the worker reads from /dev/null. */
  readonly stdinPath?: string
  readonly logPath: string
  /** The worker gets a pipe for the log and a copy for the input, so that it cannot change either (W9). */
  readonly isPiped?: boolean
  /** The run's mark (W11). */
  readonly mark?: string
  readonly limit?: WrapperLimit
  /** The best one there is, unless told. */
  readonly wrapper?: Wrapper
}

const NO_LIMIT: WrapperLimit = { launcher: [], procs: '', events: '' }

/** What starts a wrapper with its command. */
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

/** A copy has no name any more when the worker reads it: nobody else can be given what the worker made of it. */
function inputOf(stage: StageCommand, path: string): string {
  if (stage.isPiped !== true) return path
  const copy = copyOf(stage)
  rmSync(copy, { force: true })
  writeFileSync(copy, readPlain(path), { flag: 'wx', mode: OWNER_ONLY })
  return copy
}

/** Starts a stage's command under a wrapper in a session of its own, writing to the end of the log. */
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
    // Without a listener a failed start would end Mayday; the missing pid tells it here.
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

/** How a stage's command ended, by its wrapper. */
export type ExitStatus = {
  readonly code: number | null
  readonly signal: string | null
  /** False where a shell could not tell an exit code over 128 from a signal; `code` has it then. */
  readonly sure: boolean
  /** Of the command and all that was waited for. */
  readonly io: IoBytes | null
  /** Processes that the kernel killed in the stage's own memory limit; null without one. */
  readonly oomKills: number | null
  /** Why the command did not even start. */
  readonly error: string | null
  /** Whether the wrapper adopts what the command leaves behind, so that nothing of it can hide. */
  readonly reaps: boolean
  /** It adopted, and nothing was left: only then the wrapper ended by itself. */
  readonly isAlone: boolean
  /** Whether all that the command started has the run's mark (W11). */
  readonly isMarked: boolean
}

/** What the wrapper wrote before the command started; the start time is there where /proc is. */
export type WrapperPid = { readonly pid: number; readonly startedAt: string | null }

const SIGNAL_NAMES: ReadonlyMap<number, string> = new Map(
  // Reversed, so that of two names for one number the first and usual one stays (SIGABRT, not SIGIOT).
  Object.entries(constants.signals)
    .toReversed()
    .map(([name, number]) => [number, name]),
)

const signalName = (number: number): string => SIGNAL_NAMES.get(number) ?? `SIG${number}`

/** The low seven bits are the signal, the eighth says that a core was dumped. */
const ofWaitStatus = (status: number): Pick<ExitStatus, 'code' | 'signal'> => {
  const signal = status & 127
  return signal === 0 ? { code: status >> 8, signal: null } : { code: null, signal: signalName(signal) }
}

const parseIo = (text: string): IoBytes | null => {
  const io = /^io (\d+) (\d+)$/m.exec(text)
  return io === null ? null : { read: Number(io[1]), written: Number(io[2]) }
}

/** The wrapper's `exit` file; null for text that is none. */
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

/** The wrapper's `pid` file; null for text that is none. */
export const parsePid = (text: string): WrapperPid | null => {
  const [, pid, startedAt] = /^pid (\d+)\n(?:start (\d+)\n)?/.exec(text) ?? []
  return pid === undefined ? null : { pid: Number(pid), startedAt: startedAt ?? null }
}
