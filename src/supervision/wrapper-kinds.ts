/**
 * The programs between Mayday and a worker, in wrappers/.
 *
 * W1 A wrapper outlives Mayday: it leads a separate session and needs nothing from Mayday.
 * W2 Signals to the group do not end it. It handles them and never
 * ignores them, so the worker gets their default effects back.
 * W3 `pid` is written before the worker starts, `exit` after it has ended; both by rename.
 * W4 Nothing of its own goes to the log, and a folder that is gone stops nothing.
 * W5 It ends with the worker's exit code, or 128 and the signal, for a Mayday that finds the folder gone.
 * W6 Perl on Linux adopts what the worker leaves behind (a child subreaper), whatever session it is in and whatever
 *    its environment says, and stays until the last of it has ended: so all of it can be found below the wrapper.
 *    `exit` says `reaper` then, and `alone` once nothing is left: who finds the wrapper dead and no `alone` knows that it
 *    was killed before that.
 * W7 The room for `exit` is taken before the worker starts, so that a full disk does not cost its status.
 * W8 The worker inherits standard input, output and error, and no other descriptor of whoever started Mayday: a folder
 *    or a lock that was open there would be open in a sandbox too. A sh that knows one digit only closes up to 9.
 * W9 Where it is asked to, it gives the worker a pipe and copies what comes out of it to the log until the last writer
 *    is gone, and only then writes `exit`. Whoever holds the log itself could open it again through /proc/self/fd and
 *    empty it. Only for workers that leave nothing behind: a process that stays would hold the pipe.
 * W10 What the kernel refuses to execute is an `error` in `exit`. Bash cannot tell where a program is made for another
 *     machine: it ends a subshell whose exec fails, without its trap.
 * W11 On Linux it sets the run's mark (`run-mark.ts`), and `exit` says `marked` where that worked. Where an outer run
 *     has already set one, that stays the hard limit and the own mark becomes the soft one.
 * W12 Where MAYDAY_DEADLINE names a file, perl on Linux ends everything below it once the machine's uptime has passed
 *     the number in that file, and says SIGKILL. A file that cannot be read counts as passed. The worker does not see
 *     the variable.
 *
 * Arguments: folder, prefix, a cgroup's procs file for the worker or '', a cgroup's events file or '' or 'own',
 * 'piped' or '', the mark or '', then the command. The program of the wrapper is passed as an argument: a shell reads
 * a script file while it runs, and an update of Mayday would change that file.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

import { MaydayError } from '../errors.ts'
import { readShipped } from '../record/read-shipped.ts'

export type WrapperKind = 'perl' | 'bash' | 'sh'

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

/** Perl reports the raw status, bash most signals, and a plain sh exists everywhere. */
const KINDS: readonly WrapperKind[] = ['perl', 'bash', 'sh']

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
