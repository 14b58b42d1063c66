import { ASIDE, TEXT, type CiLine, type CiRole, type CiSystem } from './ci-system.ts'

/** Newer runners put a time and a stream before each line. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z \d\d[OE][+ ]?/
/** The runner marks its sections with lines that a terminal erases at once. */
const SECTIONS = /^(?:section_(?:start|end):\d+:[\w.-]+(?:\[[^\]]*\])?\r?)+/
const STARTS = /section_start:\d+:([\w.-]+)/

/** The sections of the runner, and whether they can fail the job. */
const SECTION_COUNTS: Readonly<Record<string, boolean>> = {
  prepare_executor: true,
  prepare_script: true,
  get_sources: true,
  restore_cache: false,
  download_artifacts: true,
  step_script: true,
  build_script: true,
  after_script: false,
  archive_cache: false,
  upload_artifacts_on_success: false,
  upload_artifacts_on_failure: false,
  cleanup_file_variables: false,
}

/** The sentence with which the runner begins a section, for logs that were copied from a web page. */
const PHRASES: readonly (readonly [form: RegExp, section: string])[] = [
  [/^Preparing the "[\w+-]+" executor/, 'prepare_executor'],
  [/^Preparing environment/, 'prepare_script'],
  [/^Getting source from Git repository/, 'get_sources'],
  [/^Restoring cache/, 'restore_cache'],
  [/^Downloading artifacts/, 'download_artifacts'],
  [/^Executing "(?:step|build)_script" stage of the job script/, 'step_script'],
  [/^Running after_script/, 'after_script'],
  [/^Saving cache/, 'archive_cache'],
  [/^Uploading artifacts for (?:successful|failed) job/, 'upload_artifacts_on_failure'],
  [/^Cleaning up (?:project directory and )?file based variables/, 'cleanup_file_variables'],
]

const FAILED = /^ERROR: Job failed(?: \(system failure\))?(?:: |$)/
const EXIT = /exit (?:code|status) (\d+)/
const TIMED_OUT = /execution took longer than|job execution timeout/

export const gitlab: CiSystem = {
  name: 'gitlab',
  title: 'GitLab CI',
  recognises: (lines) =>
    lines.some((line) =>
      /^Running with gitlab-runner |^section_start:\d+:|^ERROR: Job failed(?:: | \()/.test(
        line.replace(TIME, ''),
      ),
    ),
  open: () => {
    let section = ''
    return (line): CiLine => {
      const time = TIME.exec(line)?.[0].length ?? 0
      const marks = SECTIONS.exec(line.slice(time))?.[0] ?? ''
      const prefix = time + marks.length
      const text = line.slice(prefix)
      const named = STARTS.exec(marks)?.[1] ?? PHRASES.find(([form]) => form.test(text))?.[1]
      const counts = named === undefined ? undefined : SECTION_COUNTS[named]
      if (named !== undefined && counts !== undefined && named !== section) {
        section = named
        return { job: null, step: null, prefix, is: { kind: 'step', name: named, counts } }
      }
      return { job: null, step: null, prefix, is: roleOf(text) }
    }
  },
}

function roleOf(text: string): CiRole {
  if (text === 'Job succeeded') return { kind: 'job-end', outcome: 'passed', exitCode: 0 }
  if (FAILED.test(text)) return endOf(text)
  if (text.startsWith('Running with gitlab-runner ')) return { kind: 'job-start' }
  return /^ {2}on \S+ \S+/.test(text) ? ASIDE : TEXT
}

function endOf(text: string): CiRole {
  const code = EXIT.exec(text)?.[1]
  if (TIMED_OUT.test(text)) return { kind: 'job-end', outcome: 'timed-out', exitCode: null, tells: true }
  if (/: canceled$/.test(text)) return { kind: 'job-end', outcome: 'canceled', exitCode: null }
  if (text.includes('(system failure)'))
    return { kind: 'job-end', outcome: 'failed', exitCode: null, tells: true }
  return { kind: 'job-end', outcome: 'failed', exitCode: code === undefined ? null : Number(code) }
}
