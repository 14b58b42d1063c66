import type { Finding, ToolReader } from './tool-reader.ts'
import { outcomeReader, type Outcome } from './outcome-reader.ts'
import type { What } from '../signal.ts'

/** `* checking examples ... ERROR`: the failed check determines the kind of the whole failure. */
const CHECK = /^\* checking (.{1,120}?) \.\.\.(?: \[[^\]]{1,40}\])? ERROR$/
const STATUS = /^Status: (?:OK|(?:(\d+) ERRORs?, ?)?(?:\d+ (?:WARNING|NOTE)s?(?:, )?){0,2}|(\d+) ERRORs?)$/
/** The messages of `rcmdcheck` and of CI scripts after it. */
const FAILED = /^(?:Error: )?R CMD check (?:failed|found (?:ERRORs|WARNINGs))\b/
const OF_INSTALL =
  /^(?:whether package .* can be installed|whether the package can be|R code for|for missing)/
const OF_SETUP = /^(?:package dependencies|package namespace|CRAN incoming|whether system)/

const OUTCOMES: readonly Outcome[] = [
  [/^\* DONE \([\w.]+\)$/, 'install-passed', 'so far'],
  [/^ERROR: (?:compilation|lazy loading|loading) failed\b|^ERROR: hard-coded installation/, 'build-failed'],
  [
    /^ERROR: (?:dependenc(?:y|ies) .{1,200} (?:is|are) not available|configuration failed for package|cannot (?:cd|install|find)|failed to lock)|\binstallation of package .{1,80} had non-zero exit status|^Error: (?:failed to (?:retrieve|install|download) |\(converted from warning\) (?:installation of|package)|package .{1,60} (?:is|was) not (?:available|found))/,
    'install-failed',
  ],
  [/^Error in (?:library|loadNamespace|require\w*)\b.{0,200}there is no package called/, 'install-failed'],
  [/^(?:- |\* )?The library is already synchronized with the lockfile/, 'install-passed'],
]

/** R CMD INSTALL and renv. A successful install says nothing about a check before it. */
export const rInstall: ToolReader = outcomeReader({
  name: 'r-install',
  title: 'R CMD INSTALL and renv',
  cue: /^\* DONE|^ERROR: |non-zero exit status|^Error: |^Error in |already synchronized/,
  outcomes: OUTCOMES,
})

export const rCheck: ToolReader = {
  name: 'r-check',
  title: 'R CMD check',
  cue: /^\* checking .* ERROR$|^Status: |^(?:Error: )?R CMD check (?:failed|found)/,
  open: () => {
    let failed: What = 'tests-failed'
    let message = ''
    return {
      line: (text): Finding | null => {
        const check = CHECK.exec(text)?.[1]
        if (check !== undefined) {
          if (message === '') failed = whatOfCheck(check)
          message ||= text
          return { what: failed, message, tentative: true, inPlace: true }
        }
        if (FAILED.test(text)) return { what: failed, secondhand: true }
        return statusOf(text, failed, message)
      },
    }
  },
}

const whatOfCheck = (check: string): What =>
  OF_INSTALL.test(check) ? 'build-failed' : OF_SETUP.test(check) ? 'install-failed' : 'tests-failed'

/** R CMD check succeeds with warnings and notes. */
function statusOf(text: string, failed: What, message: string): Finding | null {
  const found = STATUS.exec(text)
  if (found === null) return null
  const errors = found[1] ?? found[2]
  if (errors === undefined) return { what: 'tests-passed' }
  const detail = { failed: Number(errors) }
  return message === '' ? { what: failed, detail } : { what: failed, message, inPlace: true, detail }
}
