import { meaningOf, type Form } from '../forms.ts'
import type { What } from '../signal.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { transient } from './transient.ts'

/** Lines of npm: `npm ERR! …`, newer `npm error …`, and `12 error …` in its debug log. */
const NPM = /^npm (?:ERR!|error)(?: (.*))?$/
const DEBUG_LOG = /^\d+ (verbose|info|silly|http|error)(?: (.*))?$/
const DEBUG_COMMAND = /^(?:title npm |argv ")(\w+)/
const OWN_ERROR = /^\S+@\S+ \w+: `/
const NPM_CODE = /^code (\S+)$/
/** Lines about the machine or the command, not about the cause. */
const NPM_NOISE =
  /^(?:(?:Darwin|Linux|Windows_NT|System|argv|command|node|npm|cwd|errno|syscall|path|file|parent|dest|code|signal|at|stack|not ok|workspace|location|address|port|type|requiredBy|pkgid|\d{3}|notarget|network|notsup|engine|enoent|JSON\.parse|404)\s*$|(?:Darwin|Linux|Windows_NT|System|argv|node -v|npm -v|cwd|errno|syscall|path|file|parent|dest|signal|stack|workspace|location) |at |node v\d|npm +v\d|<|\}|\{|A complete log|For a full report|If you need help|aliases: |Usage:|Options:|Run "npm help|This is probably not a problem|not with npm|Please include|Please try running|There is likely additional|You can get|Tell the author|This is most likely|npm owner|Additional logging|\s|$)/
const NPM_SCRIPT =
  /^(?:Failed at the \S+ (\S+) script|Lifecycle script `(\S+)` failed|(?:Exit status|Test failed)|command failed|command sh -c|\S+@\S+ (\w+): `)/
const MISSING_SCRIPT = /^[Mm]issing script: /
const HEADER = /^> \S+@\S+ (\S+)/
const INSTALLING = /^(?:pre|post)?install$|^prepare$|^prepublish|^node-gyp|^dependencies$/
/** The name of a script shows what kind of work failed in it. */
const BUILDING = /^(?:pre|post)?(?:build|compile|bundle|tsc|types?|typecheck)\b/
const TESTING = /^(?:pre|post)?(?:test|tests|check|verify|e2e|lint)\b/
const whatOfScript = (script: string): What =>
  BUILDING.test(script) ? 'build-failed' : TESTING.test(script) ? 'tests-failed' : 'failure'

const PASSED =
  /^(?:(?:added|removed|changed|up to date)\b.*\bin \d|success (?:Saved|Already)|\d+ packages? installed \[|Checked \d+ installs? across|➤ YN0000: .*\bDone(?: with warnings)? in|Done in [\d.]+m?s using pnpm|Already up to date$)/

/** Messages of pnpm, yarn and bun. The first match decides. */
const OTHERS: readonly Form[] = [
  [
    /^\s?(?:\[?ERR_PNPM_NO_SCRIPT|Error: ERR_PNPM_NO_SCRIPT)|^error Command "[^"]+" not found\.|^error: Script not found "/,
    'command-missing',
  ],
  [
    /^\s?(?:\[?ERR_PNPM_RECURSIVE|ERR_PNPM_.*LIFECYCLE|\[?\s?ELIFECYCLE\]?\s)|^error Command failed with exit code|^error: script "[^"]+" exited with code/,
    'failure',
  ],
  [/^\s?(?:Error: )?\[?ERR_PNPM_[A-Z0-9_]+/, 'install-failed'],
  // node-gyp builds native packages during an install.
  [/^gyp ERR! (?:build|configure|install|clean) error\b/, 'install-failed'],
  [
    /^error (?:Couldn't find (?:package|any versions)|An unexpected error occurred: |(?:Error: )?(?:connect|getaddrinfo|read) E|Your lockfile needs to be updated|\S+@\S+: The (?:engine|platform|CPU)|Found incompatible module|\S+: Command failed|Integrity check failed|Received invalid response|\S+: Request failed|https?:\S+: )/,
    'install-failed',
  ],
  [
    /^➤ (?:YN0000: .*Failed with errors|Errors happened when preparing)|^Internal Error: .*lockfile/,
    'install-failed',
  ],
  [
    /^error: (?:GET \S+ - \d{3}|\w+ downloading (?:package manifest|tarball)|lockfile had changes|No version matching|\S+ failed to resolve|InstallFailed|Integrity check failed|failed to (?:download|fetch))/,
    'install-failed',
  ],
]
const YARN_ERROR = /^➤ (YN00(?:01|09|16|18|20|27|28|35|41|46|62|63|66|78|80|81|82)): (?:│ )?(.+)$/

export const jsInstall: ToolReader = {
  name: 'npm',
  title: 'npm, pnpm, Yarn and Bun',
  cue: /^npm (?:ERR!|error)|^\d+ (?:error|verbose|info|silly|http)\b|^> \S+@|^(?:added|removed|changed|up to date|success|Done in|Already up)|packages? installed \[|^Checked \d|^➤ |ERR_PNPM|ELIFECYCLE|^gyp ERR! |^error |^error: |^Internal Error: /,
  open: () => {
    const npm = new NpmErrors()
    let yarn = ''
    const line = (text: string): Finding | null => {
      const said = NPM.exec(text)
      if (said !== null) return npm.line(said[1] ?? '', text)
      const debug = DEBUG_LOG.exec(text)
      if (debug !== null) return npm.debugLine(debug[1] ?? '', debug[2] ?? '', text)
      if (PASSED.test(text)) return { what: 'install-passed' }
      const script = HEADER.exec(text)?.[1]
      if (script !== undefined) npm.script = script
      const error = YARN_ERROR.exec(text)
      if (error !== null) yarn ||= `${error[1]}: ${error[2]}`
      const what = meaningOf(OTHERS, text)
      if (what === undefined) return null
      if (what === 'failure') return { what, secondhand: true }
      const message = text.startsWith('➤') && yarn !== '' ? yarn : text.trim()
      return { what, message, detail: what === 'install-failed' ? transient(message) : {} }
    }
    return { line }
  },
}

/** npm spreads one error over many lines: a code, then the cause, then advice. */
class NpmErrors {
  /** The last script that npm ran. */
  script = ''
  #code = ''
  #cause = ''
  #isDebugLog = false
  /** One error is complete. Lines without a code after it are a repetition, as BuildKit prints it. */
  #told = false

  line(said: string, text: string): Finding | null {
    if (said.startsWith('A complete log')) {
      this.#told ||= this.#code !== ''
      this.#begin()
    }
    const code = NPM_CODE.exec(said)?.[1]
    if (code !== undefined) {
      // A debug log has the code last. A different code is a new error.
      if (this.#code !== '' && this.#code !== code) this.#begin()
      this.#code = code
      return this.#finding(text)
    }
    const script = NPM_SCRIPT.exec(said)
    if (script !== null) {
      this.script = script[1] ?? script[2] ?? script[3] ?? this.script
      if (this.#code === '') this.#code = 'ELIFECYCLE'
      if (said.startsWith('command sh')) this.#cause ||= said
      return this.#finding(text)
    }
    if (NPM_NOISE.test(said) || this.#cause !== '') return null
    if (this.#told && this.#code === '' && !MISSING_SCRIPT.test(said)) return null
    this.#cause = said.trim()
    return this.#finding(text)
  }

  /** A line of the debug log has a number and a level. An error line alone may be the count of another tool. */
  debugLine(level: string, said: string, text: string): Finding | null {
    // A package, its script and the command are the form of npm only.
    this.#isDebugLog ||= level === 'error' && OWN_ERROR.test(said)
    if (level === 'error') return this.#isDebugLog ? this.line(said, text) : null
    this.#isDebugLog = true
    const command = DEBUG_COMMAND.exec(said)?.[1]
    if (command !== undefined && /^(?:i|install|ci|add)$/.test(command)) this.script = 'install'
    return null
  }

  #begin(): void {
    this.#code = ''
    this.#cause = ''
  }

  #finding(text: string): Finding {
    const ran = this.#code === 'ELIFECYCLE' || /^\d+$/.test(this.#code)
    if (ran && !INSTALLING.test(this.script)) {
      return { what: whatOfScript(this.script), secondhand: true, tentative: true }
    }
    const code = this.#code === '' ? '' : `npm error ${this.#code}`
    const message = [code, this.#cause].filter((part) => part !== '').join(': ') || text
    if (MISSING_SCRIPT.test(this.#cause)) return { what: 'command-missing', message: this.#cause }
    if (this.#code === 'ENOSPC') return { what: 'disk-full', message, tentative: true, inPlace: true }
    const detail = {
      ...(this.#code === '' ? {} : { code: this.#code }),
      ...transient(`${this.#code} ${this.#cause}`),
    }
    return { what: 'install-failed', message, tentative: true, inPlace: true, detail }
  }
}
