import { ASIDE, share, TEXT, type CiLine, type CiRole, type CiSystem } from './ci-system.ts'

/**
 * `gh run view --log` puts the job and the step before the time. Some consoles garble the byte order mark. A console
 * with two-byte characters also garbles the first digit of the year.
 */
const VIEW =
  /^([^\t]{1,300})\t([^\t]{1,300})\t(?:\d|[^\d\t]{1,4}\d?)\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z(?: |$)/
const RAW = /^(?:\d|[^\d\s]{1,4}\d?)\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z(?: |$)/
const COMMAND = /^##\[(?:group|error|endgroup|warning|debug|command|section|notice)\]/

const EXIT =
  /^(?:##\[error\]|Error: )?Process completed with exit code (\d+)|^##\[error\](?:The process '.{1,300}' failed with exit code (\d+)|.{0,100}\bexit(?:ed)? with (?:exit )?code '?(\d+)'?\.?$)/
const CANCELED = /^##\[error\]The (?:operation|job|run) was cancell?ed/
const TIMED_OUT =
  /^##\[error\](?:The (?:action|job|operation) .{0,200}has (?:timed out|exceeded the maximum execution time)|.{0,200}\bhas timed out after \d+ minutes)/
/** An annotation about the page of the run, not about the step. */
const ONLY_SHOWN = /^##\[error\](?:\$GITHUB_STEP_SUMMARY |No files were found with the provided path)/

/** Steps that run after any result. */
const ASIDE_STEP = /^(?:Post |Complete job$|Complete runner$|Stop containers$|Cleaning up)/
const POST =
  /^(?:Post job cleanup\.|Cleaning up orphan processes|Print service container logs: |Stop and remove container: |A job completed hook has been configured)/
const JOB_START = /^(?:Current runner version: |Requested labels: |##\[group\]Runner Image)/
const CLEAN_END = /^Cleaning up orphan processes/

/** `[error]` stays, because it marks the line as an error. */
const stripped = (text: string): string =>
  text.replace(/^##(?=\[error\])|^##\[(?:warning|debug|command|notice)\]/, '')

type Prefix = { readonly prefix: number; readonly job: string | null; readonly step: string | null }

const NO_PREFIX: Prefix = { prefix: 0, job: null, step: null }

function viewed(line: string): Prefix | null {
  const found = VIEW.exec(line)
  if (found === null) return null
  const [whole, job = '', step = ''] = found
  return { prefix: whole.length, job, step: step === 'UNKNOWN STEP' ? null : step }
}

/** Reads the prefixes of a log in order. */
function openPrefixes(): (line: string) => Prefix {
  let last: { readonly names: string; readonly place: Prefix } | null = null
  return (line) => {
    const place = viewed(line)
    if (place !== null) {
      const names = line.split('\t', 2).join('\t')
      last = { names: `${names}\t`, place: { ...place, prefix: names.length + 1 } }
      return place
    }
    // Only the first line of a text of several lines has a time.
    if (last !== null && line.startsWith(last.names)) return last.place
    return { ...NO_PREFIX, prefix: RAW.exec(line)?.[0].length ?? 0 }
  }
}

/** Does most of the text come from `gh run view --log`? */
function isViewed(lines: readonly string[]): boolean {
  const prefixOf = openPrefixes()
  return lines.filter((line) => prefixOf(line).job !== null).length > lines.length / 2
}

/** The lines after the shell in the header of a step. */
const OF_HEADER = /^(?:env:$|##\[endgroup\]| {2,}[\w.-]+: ?)/

export const githubActions: CiSystem = {
  name: 'github-actions',
  title: 'GitHub Actions',
  recognises: (lines) =>
    isViewed(lines) ||
    (share(lines, RAW) > 0.5 && !lines.some((line) => line.includes('##[section]'))) ||
    lines.some((line) =>
      /^(?:\S+Z )?(?:##\[group\]Run |(?:##\[error\]|Error: )?Process completed with exit code \d)/.test(line),
    ),
  open: () => {
    let inHeader = false
    let afterShell = false
    const prefixOf = openPrefixes()
    return (line): CiLine => {
      const { prefix, job, step } = prefixOf(line)
      const text = line.slice(prefix)
      const place = { job, step, prefix }
      // In a copy of the log the end of the header may be missing.
      if (inHeader && afterShell && !OF_HEADER.test(text)) inHeader = false
      if (inHeader) {
        inHeader = !text.startsWith('##[endgroup]')
        afterShell ||= text.startsWith('shell: ')
        return { ...place, is: ASIDE }
      }
      const is = roleOf(text, step)
      if (text.startsWith('##[group]Run ')) {
        inHeader = true
        afterShell = false
      }
      const isText = is.kind === 'text' || (is.kind === 'step-end' && is.annotated === true)
      const skip = isText ? text.length - stripped(text).length : 0
      return { ...place, prefix: prefix + skip, is }
    }
  },
}

function roleOf(text: string, step: string | null): CiRole {
  if (CLEAN_END.test(text)) return { kind: 'clean-end' }
  if (step === null && JOB_START.test(text)) return { kind: 'job-start' }
  if (POST.test(text)) return { kind: 'step', name: text.slice(0, 80), counts: false }
  if (step !== null && ASIDE_STEP.test(step)) return ASIDE
  if (text.startsWith('##[group]Run '))
    return step === null ? { kind: 'step', name: text.slice('##[group]Run '.length), counts: true } : ASIDE
  if (!COMMAND.test(text)) return EXIT.test(text) ? errorOf(text) : TEXT
  if (!text.startsWith('##[error]')) return text.startsWith('##[warning]') ? TEXT : ASIDE
  return errorOf(text)
}

function errorOf(text: string): CiRole {
  if (CANCELED.test(text)) return { kind: 'step-end', outcome: 'canceled', exitCode: null }
  if (TIMED_OUT.test(text)) return { kind: 'step-end', outcome: 'timed-out', exitCode: null }
  if (ONLY_SHOWN.test(text)) return ASIDE
  const exit = EXIT.exec(text)
  if (exit !== null) {
    const code = Number(exit[1] ?? exit[2] ?? exit[3])
    return { kind: 'step-end', outcome: code === 0 ? 'passed' : 'failed', exitCode: code }
  }
  return { kind: 'step-end', outcome: 'failed', exitCode: null, annotated: true }
}
