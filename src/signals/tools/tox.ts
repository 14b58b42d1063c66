import type { Finding, ToolReader } from './tool-reader.ts'

/** tox only runs other tools. Their own reports are more informative than a failed command. */
const FAILED: readonly RegExp[] = [
  /^(?:ERROR:)?\s+[\w.-]+: (?:commands failed|FAIL (?:code|exit) -?\d+)/,
  /^  evaluation failed :\(/,
  /^nox > Session \S+(?: .*)? failed\.$/,
]
const PASSED = /^  congratulations :\)|^nox > Session \S+(?: .*)? was successful/
const DEPS =
  /^ERROR: .*could not install deps \[|^ERROR: invocation failed \(exit code \d+\), logfile: .*log[\\/]\S+\.log$/
const MISSING =
  /^(?:ERROR:\s+(?:\S+:\s+)?InterpreterNotFound: |\S+: (?:skipped because )?could not find python interpreter)|^nox > .*Interpreter \S+ not found|^nox > Missing interpreters/i
const OWN: readonly RegExp[] = [
  /^(?:ERROR: |tox\.exception\.|tox: error: ).*(?:ConfigError|unknown environment|tox\.ini.*not found|unrecognized arguments)/i,
  /\biniconfig\.(?:exceptions\.)?ParseError: .*\btox\.ini\b/,
  /^nox > (?:Error while collecting sessions|Sessions not found: |Failed to load Noxfile)/,
]

export const tox: ToolReader = {
  name: 'tox',
  title: 'tox and nox',
  cue: /commands failed|FAIL|evaluation failed :\(|congratulations :\)|could not install deps|invocation failed|InterpreterNotFound|python interpreter|nox > |ConfigError|unknown environment|tox|noxfile|^\w*Error: /,
  open: () => {
    let failed = false
    let isNoxfile = false
    const line = (text: string): Finding | null => {
      if (DEPS.test(text)) return { what: 'install-failed', tentative: true }
      if (MISSING.test(text)) return { what: 'command-missing', tentative: true }
      if (OWN.some((form) => form.test(text))) return { what: 'runner-error', tentative: true }
      if (isNoxfile && /^\w*Error: /.test(text)) return { what: 'runner-error' }
      isNoxfile = /\bnoxfile\.py", line \d/.test(text)
      if (FAILED.some((form) => form.test(text))) {
        failed = true
        return { what: 'tests-failed', secondhand: true }
      }
      return PASSED.test(text) && !failed ? { what: 'tests-passed', secondhand: true } : null
    }
    return { line }
  },
}
