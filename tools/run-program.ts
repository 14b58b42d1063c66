import { spawnSync } from 'node:child_process'

export type RunOptions = {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Its output is returned and not shown. */
  readonly quiet?: boolean
}

export class ProgramError extends Error {}

/** Runs a program to its end. One that fails ends what is being done. */
export function run(
  program: string,
  args: readonly string[],
  { cwd, env = process.env, quiet = false }: RunOptions = {},
): string {
  const done = spawnSync(program, args, {
    encoding: 'utf8',
    env,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    ...(cwd === undefined ? {} : { cwd }),
  })
  if (done.status === 0) return done.stdout ?? ''
  const why = done.error?.message ?? `it ended with ${done.status ?? done.signal}`
  throw new ProgramError(`${program} ${args.join(' ')}: ${why}\n${done.stderr ?? ''}`)
}
