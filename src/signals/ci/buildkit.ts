import { ASIDE, share, TEXT, type CiLine, type CiRole, type CiSystem } from './ci-system.ts'

/** Steps run in parallel. The number names the step of a line. */
const PREFIX = /^\r?#(\d+) (?:\d+\.\d+ ?)?/
const STEP = /^\[.{1,200}\] ?.{0,300}$|^(?:exporting|importing|resolve|transferring|load|FROM|RUN|COPY) /
const ERROR = /^ERROR: (?:process ".{0,2000}" did not complete successfully: exit code: (\d+)|.+)/
const DONE = /^(?:DONE \d|CACHED$)/
const FAILED = /^(?:ERROR: )?failed to (?:build|solve): |^ERROR: (?:failed to (?:build|solve)|process )/

export const buildkit: CiSystem = {
  name: 'buildkit',
  title: 'Docker BuildKit',
  recognises: (lines) =>
    share(lines, /^#\d+ (?:\[|DONE|CACHED|ERROR|\d+\.\d+|sha256:|transferring|exporting)/) > 0.4,
  open:
    () =>
    (line): CiLine => {
      const found = PREFIX.exec(line)
      const job = found?.[1] === undefined ? '' : `#${found[1]}`
      const prefix = found?.[0].length ?? 0
      return {
        job,
        step: null,
        prefix,
        is: found === null ? outside(line.trimStart()) : roleOf(line.slice(prefix)),
      }
    },
}

function roleOf(text: string): CiRole {
  if (STEP.test(text)) return { kind: 'step', name: text.slice(0, 200), counts: true }
  if (DONE.test(text)) return { kind: 'job-end', outcome: 'passed', exitCode: 0 }
  if (text === 'CANCELED') return { kind: 'step-end', outcome: 'canceled', exitCode: null }
  const error = ERROR.exec(text)
  if (error === null) return TEXT
  if (error[1] === undefined) return { kind: 'step-end', outcome: 'failed', exitCode: null, annotated: true }
  return { kind: 'step-end', outcome: 'failed', exitCode: Number(error[1]) }
}

/** Compose starts the services after their images are built, and prints their output. */
const SERVICE = /^[\w.-]{1,100} {1,30}\| /
const SERVICE_DIED = /^[\w.-]{1,100} exited with code ([1-9]\d{0,2})\b/
const COMPOSE_ERROR = /^(?:Error response from daemon: |dependency failed to start: |ERROR: for \S)/

/** After the steps, BuildKit prints the failed one again. This copy is skipped. */
function outside(text: string): CiRole {
  const died = SERVICE_DIED.exec(text)?.[1]
  if (died !== undefined) return { kind: 'step-end', outcome: 'failed', exitCode: Number(died) }
  if (FAILED.test(text) || COMPOSE_ERROR.test(text))
    return { kind: 'step-end', outcome: 'failed', exitCode: null, annotated: true }
  return SERVICE.test(text) ? TEXT : ASIDE
}
