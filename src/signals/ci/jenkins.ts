import { ASIDE, TEXT, type CiLine, type CiOutcome, type CiRole, type CiSystem } from './ci-system.ts'

const TIME = /^(?:\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z\] ?|\d\d:\d\d:\d\d {1,2})/
/** Jenkins writes invisible notes for its web page into the text. */
const NOTE = /^(?:ha:\/{4}[\w+/]{20,}={0,2})+/
const STAGE = /^\[Pipeline\] \{ \((.{1,200})\)$/
/** A program may end without a line feed, so that the verdict follows its last words. */
const FINISHED = /^(?:[^'"`]*\s)?Finished: (SUCCESS|FAILURE|UNSTABLE|ABORTED|NOT_BUILT)$/
const STARTED = /^(?:Started by |Running in Durability level: |\[Pipeline\] |Running as SYSTEM$)/
/** Stages that follow the verdict. */
const AFTERWARDS = /^(?:Declarative: Post|Post\b)/
/** The steps after this line archive, report and send mails. */
const STEP_FAILED =
  /^Build step '.{1,300}' (?:marked build as failure|changed build result to (?:FAILURE|UNSTABLE))$/
const MARKS =
  /^(?:\[Pipeline\]|Stage ".*" skipped due to |Build step '.*' (?:marked build as|changed build result)|Failed in branch )/

/** Most lines have none of these and need no second look. */
const MAY_BE = /Finished: |Build step '|\[Pipeline\] /

const bareOf = (line: string): string => line.replace(TIME, '').replace(NOTE, '').trimStart()

const OUTCOME: Readonly<Record<string, CiOutcome>> = {
  SUCCESS: 'passed',
  FAILURE: 'failed',
  UNSTABLE: 'failed',
  ABORTED: 'canceled',
  NOT_BUILT: 'canceled',
}

export const jenkins: CiSystem = {
  name: 'jenkins',
  title: 'Jenkins',
  recognises: (lines) => {
    const isOfJenkins = (line: string): boolean => {
      if (!MAY_BE.test(line)) return false
      const text = bareOf(line)
      return FINISHED.test(text) || STEP_FAILED.test(text) || text.startsWith('[Pipeline] ')
    }
    return STARTED.test(bareOf(lines[0] ?? '')) || lines.some(isOfJenkins)
  },
  open:
    () =>
    (line): CiLine => {
      const time = TIME.exec(line)?.[0].length ?? 0
      const prefix = time + (NOTE.exec(line.slice(time))?.[0].length ?? 0)
      // A log that was copied from a web page may be indented as a whole.
      return { job: null, step: null, prefix, is: roleOf(line.slice(prefix).trimStart()) }
    },
}

function roleOf(text: string): CiRole {
  const stage = STAGE.exec(text)?.[1]
  if (stage !== undefined) return { kind: 'step', name: stage, counts: !AFTERWARDS.test(stage) }
  const finished = FINISHED.exec(text)?.[1]
  if (finished !== undefined)
    return { kind: 'job-end', outcome: OUTCOME[finished] ?? 'failed', exitCode: null }
  if (STEP_FAILED.test(text)) return { kind: 'step-end', outcome: 'failed', exitCode: null }
  if (text.startsWith('Started by ')) return { kind: 'job-start' }
  return MARKS.test(text) ? ASIDE : TEXT
}
