import { ASIDE, TEXT, type CiLine, type CiRole, type CiSystem } from './ci-system.ts'

const TIME = /^(?:\uFEFF)?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z(?: |$)/
const STARTING = /^##\[section\]Starting: (.{1,300})$/
const FINISHING = /^##\[section\]Finishing: /
const EXIT =
  /^##\[error\](?:\S{1,60} (?:exited|failed) with (?:exit )?code '?(-?\d+)'?|The process '.{1,300}' failed with exit code (\d+)|Process completed with exit code (\d+))/
const TIMED_OUT = /^##\[error\]The job running on agent .{1,200} ran longer than the maximum time/
const CANCELED = /^##\[error\]The operation was cancell?ed/
/** Steps of the CI agent that follow the verdict. */
const AFTERWARDS = /^(?:Post-job: |Finalize Job|Stop Containers)/
const HEADER = /^={20,}$/
const MARK = /^##\[(?:section|command|debug|group|endgroup)\]/

export const azurePipelines: CiSystem = {
  name: 'azure-pipelines',
  title: 'Azure Pipelines',
  recognises: (lines) => lines.some((line) => /^##\[(?:section|error)\]/.test(line.replace(TIME, ''))),
  open: () => {
    let rules = 0
    return (line): CiLine => {
      const prefix = TIME.exec(line)?.[0].length ?? 0
      const text = line.slice(prefix)
      if (STARTING.test(text)) rules = 0
      // The description of the task is between two horizontal rules.
      if (HEADER.test(text)) rules += 1
      const is = rules === 1 ? ASIDE : roleOf(text)
      const isError = is.kind === 'step-end' && is.annotated === true
      return { job: null, step: null, prefix: prefix + (isError ? '##'.length : 0), is }
    }
  },
}

function roleOf(text: string): CiRole {
  const name = STARTING.exec(text)?.[1]
  if (name !== undefined) return { kind: 'step', name, counts: !AFTERWARDS.test(name) }
  if (FINISHING.test(text)) return text.includes('Finalize Job') ? { kind: 'clean-end' } : ASIDE
  if (text.startsWith('##[error]')) return errorOf(text)
  return MARK.test(text) || HEADER.test(text) ? ASIDE : TEXT
}

function errorOf(text: string): CiRole {
  if (CANCELED.test(text)) return { kind: 'step-end', outcome: 'canceled', exitCode: null }
  if (TIMED_OUT.test(text)) return { kind: 'step-end', outcome: 'timed-out', exitCode: null }
  const exit = EXIT.exec(text)
  if (exit === null) return { kind: 'step-end', outcome: 'failed', exitCode: null, annotated: true }
  return { kind: 'step-end', outcome: 'failed', exitCode: Number(exit[1] ?? exit[2] ?? exit[3]) }
}
