/**
 * The programs between Mayday and a worker, in wrappers/.
 *
 * W1 A wrapper outlives Mayday: it leads a separate session and needs nothing from Mayday. W2 Signals to the group do
 * not end it. It handles them and never ignores them, so the worker gets their default effects back. W3 `pid` is
 * written before the worker starts, `exit` after it has ended; both by rename. W4 It writes nothing of its own to the
 * log, and it continues if its folder is gone. W5 It exits with the worker's exit code, or with 128 plus the signal.
 * Mayday uses this if the folder is gone. W6 On Linux, perl is a child subreaper. It adopts the processes that the
 * worker leaves behind, in any session and with any environment, and runs until the last one has ended. So all of them
 * are below the wrapper. `exit` contains `reaper` then, and `alone` after the last one has ended. A dead wrapper
 * without `alone` was killed before that. W7 The space for `exit` is reserved before the worker starts, so that its
 * status is not lost on a full disk. W8 The worker inherits standard input, output and error, and no other descriptor
 * of the process that started Mayday. An open folder or lock would also be open in a sandbox. A sh that accepts only
 * one digit closes up to 9. W9 On request it gives the worker a pipe and copies its output to the log until the last
 * writer has ended. Only then it writes `exit`. A process that has the log itself could open it again through
 * /proc/self/fd and truncate it. This is only for workers that leave no process behind: such a process would keep the
 * pipe open. W10 If the kernel refuses to execute the program, `exit` contains `error`. Bash cannot detect a program
 * for another
 *     architecture: a subshell whose exec fails ends without its trap.
 * W11 On Linux it sets the run's mark (`run-mark.ts`), and `exit` contains `marked` if that worked. If an outer run
 * has
 *     already set a mark, that remains the hard limit, and the new mark becomes the soft limit.
 * W12 MAYDAY_DEADLINE may name a file with a number. When the machine's uptime exceeds it, perl on Linux kills
 * everything below the wrapper and reports SIGKILL. An unreadable file counts as exceeded. The worker does not get the
 *     variable.
 *
 * Arguments: folder, prefix, a cgroup's procs file for the worker or '', a cgroup's events file or '' or 'own',
 * 'piped' or '', the mark or '', then the command. The program of the wrapper is passed as an argument. A shell reads
 * a script file while it runs, and an update of Mayday would change that file.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

import { MaydayError } from '../errors.ts'
import { readShipped } from '../record/read-shipped.ts'

/** Perl reports the raw status, bash most signals, and a plain sh exists everywhere. */
const KINDS = ['perl', 'bash', 'sh'] as const

export type WrapperKind = (typeof KINDS)[number]

/** How a wrapper is started. Its program is in wrappers/. */
export type Wrapper = {
  readonly kind: WrapperKind
  readonly program: string
  readonly args: readonly string[]
}

/** The wrapper of a stage could not be started. The worker did not run. */
export class StageNotStartedError extends MaydayError {
  constructor(message: string, options?: ErrorOptions) {
    super('STAGE_NOT_STARTED', message, options)
  }
}

const program = (...names: readonly string[]): string =>
  names.map((name) => readShipped(`src/supervision/wrappers/${name}`)).join('')

/** The switches keep start-up files and the worker's settings out of the wrapper. */
function argsFor(kind: WrapperKind): readonly string[] {
  switch (kind) {
    case 'perl':
      return ['-f', '-e', program('wrapper.pl'), '--']
    case 'bash': {
      const script = program('for-bash.sh', 'close-descriptors.sh', 'wrapper.sh')
      return ['--noprofile', '--norc', '-p', '-c', script, 'mayday-wrapper']
    }
    case 'sh':
      return ['-c', program('for-sh.sh', 'close-descriptors.sh', 'wrapper.sh'), 'mayday-wrapper']
  }
}

/**
 * Variables that would change the wrapper, or make it print warnings to the log. They are passed under another name.
 */
const KEPT: Record<WrapperKind, RegExp> = {
  perl: /^PERL(?:5OPT|5LIB|LIB|5DB|_UNICODE|_BADLANG)$/,
  bash: /^(?:LANG|LC_\w+)$/,
  sh: /^$/,
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Not in this folder; the next one is tried.
    return false
  }
}

/** System folders come before PATH, which may contain the shims of a version manager. */
const findProgram = (name: string): string | undefined =>
  ['/usr/bin', '/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, name))
    .find(isExecutable)

/** The best wrapper that this system has, or the one of the given kind. */
export const wrapperFor = (kind?: WrapperKind): Wrapper => {
  for (const candidate of kind === undefined ? KINDS : [kind]) {
    const found = findProgram(candidate)
    if (found !== undefined) return { kind: candidate, program: found, args: argsFor(candidate) }
  }
  throw new StageNotStartedError(
    `Cannot start a worker without ${kind ?? 'perl, bash or sh'}: put one of them in /usr/bin or on PATH.`,
  )
}

/** The worker's environment. Variables that would disturb the wrapper are renamed. */
export const environmentFor = (
  { kind }: Wrapper,
  env: Readonly<Record<string, string>>,
): Record<string, string> => {
  const passed = Object.entries(env).map(([name, value]) => [
    KEPT[kind].test(name) ? `MAYDAY_KEEP_${name}` : name,
    value,
  ])
  // Perl would warn about an unknown locale on standard error, which is the log.
  return { ...Object.fromEntries(passed), ...(kind === 'perl' ? { PERL_BADLANG: '0' } : {}) }
}
