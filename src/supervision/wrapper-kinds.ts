import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

import { MaydayError } from '../errors.ts'
import { PERL_SCRIPT } from './wrapper-scripts.ts'
import { BASH_SCRIPT, SH_SCRIPT } from './wrapper-shells.ts'

export type WrapperKind = 'perl' | 'bash' | 'sh'

/** How a wrapper is started; `wrapper-scripts.ts` says what it does. */
export type Wrapper = {
  readonly kind: WrapperKind
  readonly program: string
  readonly args: readonly string[]
}

/** The wrapper of a stage could not be started; the worker has not run. */
export class StageNotStartedError extends MaydayError {
  constructor(message: string, options?: ErrorOptions) {
    super('STAGE_NOT_STARTED', message, options)
  }
}

/** Perl tells the raw status, bash most signals, and a plain sh is everywhere. */
const KINDS: readonly WrapperKind[] = ['perl', 'bash', 'sh']

/** Switches that keep start-up files and the worker's settings out of the wrapper. */
const ARGS: Record<WrapperKind, readonly string[]> = {
  perl: ['-f', '-e', PERL_SCRIPT, '--'],
  bash: ['--noprofile', '--norc', '-p', '-c', BASH_SCRIPT, 'mayday-wrapper'],
  sh: ['-c', SH_SCRIPT, 'mayday-wrapper'],
}

/** Settings that would change the wrapper, or make it complain in the log: they travel under another name. */
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
    // Not here; the search goes on.
    return false
  }
}

/** The system's own before those of PATH, which may be the shims of a version manager. */
const findProgram = (name: string): string | undefined =>
  ['/usr/bin', '/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, name))
    .find(isExecutable)

/** The best wrapper that this system has, or the one of that kind. */
export const wrapperFor = (kind?: WrapperKind): Wrapper => {
  for (const candidate of kind === undefined ? KINDS : [kind]) {
    const program = findProgram(candidate)
    if (program !== undefined) return { kind: candidate, program, args: ARGS[candidate] }
  }
  throw new StageNotStartedError(
    `Cannot start a worker without ${kind ?? 'perl, bash or sh'}: put one of them in /usr/bin or on PATH.`,
  )
}

/** The worker's environment, with what would disturb the wrapper put aside. */
export const environmentFor = (
  { kind }: Wrapper,
  env: Readonly<Record<string, string>>,
): Record<string, string> => {
  const passed = Object.entries(env).map(([name, value]) => [
    KEPT[kind].test(name) ? `MAYDAY_KEEP_${name}` : name,
    value,
  ])
  // Perl would complain about an unknown locale on standard error, which is the log.
  return { ...Object.fromEntries(passed), ...(kind === 'perl' ? { PERL_BADLANG: '0' } : {}) }
}
