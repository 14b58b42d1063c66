import { ASIDE, TEXT, type CiRole, type CiSystem } from './ci-system.ts'

/** The first line of each step, and the lines between its commands and its end. */
const BEGINS = /^\+ umask 000$/
const COMMAND = /^\+ (\S.{0,300})$/
const AFTERWARDS =
  /^(?:Searching for test report files in directories|Skipping (?:cache upload|assembly of)|Assembling contents of new cache|Finished scanning for test reports)/
const FAILED = /^Skipping (?:cache upload|assembly of \S.{0,60}) for failed step/

export const bitbucket: CiSystem = {
  name: 'bitbucket',
  title: 'Bitbucket Pipelines',
  recognises: (lines) =>
    lines.slice(0, 20).some((line) => BEGINS.test(line)) || lines.some((line) => FAILED.test(line)),
  open: () => (line) => ({ job: null, step: null, prefix: 0, is: roleOf(line) }),
}

function roleOf(text: string): CiRole {
  if (FAILED.test(text)) return { kind: 'job-end', outcome: 'failed', exitCode: null }
  if (AFTERWARDS.test(text)) return { kind: 'step', name: 'after', counts: false }
  const command = COMMAND.exec(text)?.[1]
  return command === undefined
    ? TEXT
    : BEGINS.test(text)
      ? ASIDE
      : { kind: 'step', name: command, counts: true }
}
