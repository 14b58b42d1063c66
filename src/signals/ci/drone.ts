import { share, TEXT, type CiLine, type CiSystem } from './ci-system.ts'

/** Drone: `[build:12] text`. Woodpecker: `[build:L12:3s] text`. */
const PREFIX = /^\[([\w .-]{1,60}):(?:\d+|L\d+:\d+s)\] ?/
const EXIT = /^(?:exit code|exited with code|uncaught error: exit code) (\d+)$/

/** The number after the step's name counts its lines. A logger that writes `[name:3]` repeats the number. */
function isCounted(lines: readonly string[]): boolean {
  const prefixes = lines.flatMap((line) => PREFIX.exec(line)?.[0] ?? [])
  return new Set(prefixes).size > prefixes.length / 2
}

export const drone: CiSystem = {
  name: 'drone',
  title: 'Drone and Woodpecker',
  recognises: (lines) => share(lines, PREFIX) > 0.5 && isCounted(lines),
  open:
    () =>
    (line): CiLine => {
      const found = PREFIX.exec(line)
      const prefix = found?.[0].length ?? 0
      const code = EXIT.exec(line.slice(prefix))?.[1]
      return {
        job: null,
        step: found?.[1] ?? null,
        prefix,
        is:
          code === undefined
            ? TEXT
            : { kind: 'step-end', outcome: code === '0' ? 'passed' : 'failed', exitCode: Number(code) },
      }
    },
}
