import { ASIDE, TEXT, type CiLine, type CiRole, type CiSystem } from './ci-system.ts'

/** If there are several steps, each line names its step: `Step #1 - "test": text`. */
const PREFIX = /^Step #(\d{1,3})(?: - "([^"]{1,80})")?: ?/
const STARTS = /^Starting Step #\d{1,3}|^(?:BUILD|FETCHSOURCE|PUSH)$/
const FAILED =
  /^ERROR: (?:build step \d+ ".{1,300}" failed: |error pushing image |failed to push because |build (?:failed|timeout)|context deadline exceeded)/
const EXIT = /step exited with non-zero status: (\d+)/
const STATUS = /^STATUS: (SUCCESS|FAILURE|TIMEOUT|CANCELLED|INTERNAL_ERROR|EXPIRED)$/

const OUTCOME: Readonly<Record<string, CiRole>> = {
  SUCCESS: { kind: 'job-end', outcome: 'passed', exitCode: 0 },
  TIMEOUT: { kind: 'job-end', outcome: 'timed-out', exitCode: null },
  EXPIRED: { kind: 'job-end', outcome: 'timed-out', exitCode: null },
  CANCELLED: { kind: 'job-end', outcome: 'canceled', exitCode: null },
}

export const cloudBuild: CiSystem = {
  name: 'cloud-build',
  title: 'Google Cloud Build',
  recognises: (lines) =>
    lines.some((line) => /^starting build "[\da-f-]{36}"$|^-{20,} REMOTE BUILD OUTPUT -{20,}$/.test(line)),
  open:
    () =>
    (line): CiLine => {
      const found = PREFIX.exec(line)
      const prefix = found?.[0].length ?? 0
      const step = found === null ? null : (found[2] ?? `step ${found[1] ?? ''}`)
      return { job: null, step, prefix, is: found === null ? roleOf(line) : TEXT }
    },
}

function roleOf(text: string): CiRole {
  if (STARTS.test(text))
    return text === 'BUILD' || text === 'PUSH'
      ? { kind: 'step', name: text === 'PUSH' ? 'push' : 'build', counts: true }
      : ASIDE
  if (text === 'DONE') return { kind: 'job-end', outcome: 'passed', exitCode: 0 }
  const status = STATUS.exec(text)?.[1]
  if (status !== undefined) return OUTCOME[status] ?? { kind: 'job-end', outcome: 'failed', exitCode: null }
  if (!FAILED.test(text))
    return text === 'ERROR' ? { kind: 'job-end', outcome: 'failed', exitCode: null } : TEXT
  const code = EXIT.exec(text)?.[1]
  return {
    kind: 'job-end',
    outcome: 'failed',
    exitCode: code === undefined ? null : Number(code),
    tells: true,
  }
}
