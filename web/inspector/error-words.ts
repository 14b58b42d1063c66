import type { StopCause } from '../../src/reasons/ending.ts'
import type { RunRow } from '../../src/views/run-row.ts'

const STOPPED: Readonly<Record<StopCause, string>> = {
  timeout: 'stopped at its time limit',
  idle: 'stopped: it made no progress',
  cancel: 'stopped by a person',
  done: 'stopped: it had finished and did not exit',
}

/** The exit code, the reason why the launch was refused, or the signal. Null after a success. */
export function errorWords({ rejection, endSignal, ending, exitCode, status }: RunRow): string | null {
  if (rejection !== null) return `launch refused: ${rejection}`
  if (status === 'succeeded') return null
  if (ending?.kind === 'stopped') return STOPPED[ending.by]
  if (endSignal !== null) return `crashed: ${endSignal}`
  if (ending?.kind === 'lost') return 'gone without an exit status'
  return exitCode === null ? null : `exit code ${exitCode}`
}
