import { ASIDE, TEXT, type CiRole, type CiSystem } from './ci-system.ts'

const EXIT = /^Command exited with code (-?\d+)$/
const PHASE = /^Running (\S+|"\S+") scripts$/
const OTHER =
  /^(?:Build started|Fetching repository commit|Restoring build cache|Collecting artifacts|Running on_failure|Running on_finish)/

export const appveyor: CiSystem = {
  name: 'appveyor',
  title: 'AppVeyor',
  recognises: (lines) =>
    lines[0] === 'Build started' || lines.some((line) => EXIT.test(line) || line === 'Build success'),
  open: () => (line) => ({ job: null, step: null, prefix: 0, is: roleOf(line) }),
}

function roleOf(text: string): CiRole {
  const exit = EXIT.exec(text)?.[1]
  if (exit !== undefined) return { kind: 'step-end', outcome: 'failed', exitCode: Number(exit) }
  if (text === 'Build success') return { kind: 'job-end', outcome: 'passed', exitCode: 0 }
  const phase = PHASE.exec(text)?.[1]
  if (phase !== undefined) return { kind: 'step', name: phase, counts: !phase.includes('on_') }
  return OTHER.test(text) ? ASIDE : TEXT
}
