import { ASIDE, TEXT, type CiLine, type CiRole, type CiSystem } from './ci-system.ts'

/** AWS CodeBuild puts its name and the time before its own lines. The output of commands has no prefix. */
const OWN = /^\[Container\] \d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})? ?/
const ENTERS = /^Entering phase (\w{1,40})$/
const RUNS = /^Running command (\S.{0,300})$/
const FAILED = /^Command did not exit successfully .{1,2000} exit status (\d+)$/
const PHASE = /^Phase complete: (\w{1,40}) State: (SUCCEEDED|FAILED|STOPPED|TIMED_OUT|FAULT|CLIENT_ERROR)/
const CONTEXT = /^Phase context status code: [A-Z_]{3,60} Message: \S/
/** Phases that follow the verdict. */
const AFTERWARDS = /^(?:UPLOAD_ARTIFACTS|FINALIZING|POST_BUILD)$/

export const codebuild: CiSystem = {
  name: 'codebuild',
  title: 'AWS CodeBuild',
  recognises: (lines) => lines.some((line) => OWN.test(line)),
  open: () => {
    const phases = new Phases()
    return (line): CiLine => {
      const own = OWN.exec(line)?.[0].length
      const place = { job: null, step: null, prefix: own ?? 0 }
      return { ...place, is: own === undefined ? TEXT : roleOf(line.slice(own), phases) }
    }
  },
}

/**
 * The commands after the build also run if the build failed. Their errors, e.g. about missing files, are then not the
 * cause.
 */
class Phases {
  #current = ''
  #hasFailed = false

  enter(phase: string): void {
    this.#current = phase
  }

  end(state: string): void {
    if (state !== '' && state !== 'SUCCEEDED') this.#hasFailed = true
  }

  get counts(): boolean {
    return !(this.#hasFailed && AFTERWARDS.test(this.#current))
  }
}

function roleOf(text: string, phases: Phases): CiRole {
  const phase = ENTERS.exec(text)?.[1]
  if (phase !== undefined) {
    phases.enter(phase)
    return { kind: 'step', name: phase.toLowerCase(), counts: !AFTERWARDS.test(phase) }
  }
  const command = RUNS.exec(text)?.[1]
  if (command !== undefined) return { kind: 'step', name: command, counts: phases.counts }
  const code = FAILED.exec(text)?.[1]
  if (code !== undefined) return { kind: 'step-end', outcome: 'failed', exitCode: Number(code) }
  const [, name = '', state = ''] = PHASE.exec(text) ?? []
  phases.end(state)
  if (state !== '' && state !== 'SUCCEEDED')
    return { kind: 'step-end', outcome: state === 'TIMED_OUT' ? 'timed-out' : 'failed', exitCode: null }
  if (name === 'POST_BUILD' || name === 'UPLOAD_ARTIFACTS') return { kind: 'clean-end' }
  return CONTEXT.test(text) ? { kind: 'step-end', outcome: 'failed', exitCode: null, annotated: true } : ASIDE
}
