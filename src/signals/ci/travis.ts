import { ASIDE, TEXT, type CiLine, type CiRole, type CiSystem } from './ci-system.ts'

/** Folds and times are lines that a terminal erases at once. */
const MARKS = /^(?:travis_(?:fold|time):(?:start|end):[^\r]*\r?)+/
const COMMAND = /^\$ (\S.{0,300})$/
const EXITED = /^The command "(.{1,500})" (?:exited with|failed and exited with) (\d+)/
const DONE = /^Done\. Your build exited with (\d+)/
const TIMED_OUT =
  /^(?:No output has been received in the last |The job exceeded the maximum (?:time limit|log length))/
/** Phases that follow the verdict. */
const AFTERWARDS = /travis_fold:start:(?:after_|cache\.2|deploy)/

export const travis: CiSystem = {
  name: 'travis',
  title: 'Travis CI',
  recognises: (lines) =>
    lines.some((line) =>
      /^travis_(?:fold|time):start|^Done\. Your build exited with \d|^The command ".{1,500}" exited with \d/.test(
        line,
      ),
    ),
  open:
    () =>
    (line): CiLine => {
      const marks = MARKS.exec(line)?.[0] ?? ''
      const place = { job: null, step: null, prefix: marks.length }
      if (AFTERWARDS.test(marks)) return { ...place, is: { kind: 'step', name: 'after', counts: false } }
      return { ...place, is: roleOf(line.slice(marks.length)) }
    },
}

function roleOf(text: string): CiRole {
  const command = COMMAND.exec(text)?.[1]
  if (command !== undefined) return { kind: 'step', name: command, counts: true }
  const exited = EXITED.exec(text)
  if (exited !== null) return endOf('step-end', Number(exited[2]))
  const done = DONE.exec(text)?.[1]
  if (done !== undefined) return endOf('job-end', Number(done))
  if (TIMED_OUT.test(text)) return { kind: 'step-end', outcome: 'timed-out', exitCode: null }
  return /^Your build has been stopped\.$|^Terminating\.\.\./.test(text) ? ASIDE : TEXT
}

const endOf = (kind: 'step-end' | 'job-end', exitCode: number): CiRole => ({
  kind,
  outcome: exitCode === 0 ? 'passed' : 'failed',
  exitCode,
})
