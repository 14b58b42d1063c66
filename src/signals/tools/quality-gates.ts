/** Gates that check a finished run: coverage that is too low, and findings of scanners. */
import { anyOf } from '../any-of.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** Coverage below the required minimum. */
const COVERAGE: readonly RegExp[] = [
  // coverage.py and interrogate. pytest, Jest and Vitest have their own readers.
  /^Coverage failure: total of [\d.]+ is less than fail-under=/,
  /^RESULT: FAILED \(minimum: [\d.]+%, actual: [\d.]+%\)/,
  // SimpleCov, Coverlet, JaCoCo, tarpaulin, go-test-coverage, Mix, Flutter, PHPUnit
  /\bcoverage \([\d.]+%\) is below the expected minimum coverage\b/i,
  /^SimpleCov failed with exit \d/,
  /\bThe minimum (?:line|branch|method) coverage is below the specified\b/,
  /\bcoverage '[\d.]+%?' is lower than specified threshold '[\d.]+%?'/,
  /\bRule violated for (?:bundle|package|class|sourcefile|method) .{1,200}: .{1,80} ratio is [\d.]+, but expected minimum is/,
  /^Coverage is below the failure threshold [\d.]+%/,
  /\btest coverage below threshold\b/i,
  /^Coverage test failed, threshold not met\b/,
  /^Expected coverage >= [\d.]+% but actual is /,
  /^(?:\S+ ){0,3}(?:code |line |branch |statement |total |test )*coverage (?:of )?\(?[\d.]+ ?%\)? (?:is )?(?:below|under|less than|lower than|does not meet)\b/i,
  /^FAILED: Expected minimum coverage of [\d.]+%/,
]

/** The closing line of a scanner. Group 1 is the number of findings, if there is one. */
const FINDINGS: readonly RegExp[] = [
  // npm, pip-audit, Safety, cargo-audit, govulncheck, bundler-audit, Composer
  /^found (\d+) vulnerabilit(?:y|ies) \(.{1,120}\) in \d+ scanned packages?$/,
  /^(\d+) vulnerabilit(?:y|ies) found - Packages audited: \d+/,
  /^Found (\d+) known vulnerabilit(?:y|ies)(?:, ignored \d+)? in \d+ packages?/,
  /^\s*(\d+) vulnerabilit(?:y|ies) (?:were )?(?:reported|found)(?: in \d+ packages?)?\.?$/,
  /^error: (\d+) vulnerabilit(?:y|ies) found!$/,
  /^Your code is affected by (\d+) vulnerabilit(?:y|ies) from /,
  /^Vulnerabilities found!$/,
  /^Found (\d+) security vulnerability advisor(?:y|ies) affecting \d+ packages?/,
  // Snyk, gitleaks, Semgrep, tfsec, gosec, Brakeman, TFLint, Slither
  /^Tested \d+ dependencies for known (?:issues|vulnerabilities), found (\d+) (?:issues?|vulnerabilit\w+)/,
  /\bleaks found: (\d+)$/,
  /^(?:• )?Findings: (\d+) \(\d+ blocking\)$/,
  /^Ran \d+ rules on \d+ files: (\d+) findings?\.$/,
  // Trivy and Grype
  /^Total: (\d+) \((?:[A-Z]+: \d+(?:, )?){1,6}\)$/,
  /^\s*(\d+) potential problem\(?s?\)? detected\.?$/,
  /^\s*Issues : (\d+)$/,
  /^Security Warnings: (\d+)$/,
  /^(\d+) issue\(s\) found:$/,
  /\banalyzed \(\d+ contracts with \d+ detectors\), (\d+) result\(s\) found$/,
  /^\W{0,6}(?:FAIL(?:ED|URE)?: )?([1-9]\d{0,5}) (?:\w+\(?s?\)? ){0,2}(?:violations?|violate)\b(?: (?:\w+ ?){0,4})?$/,
  // Static analysis: detekt, Checkstyle, PMD, Psalm, Dialyzer, luacheck, ansible-lint, credo, clang-tidy, cppcheck
  /^Analysis failed with (\d+) weighted issues\b/,
  /^(?:\[ERROR\] )?Checkstyle ends with (\d+) errors?\./,
  /\bThere (?:is|are) (\d+) errors? reported by Checkstyle\b/,
  /\bYou have (\d+) (?:PMD|CPD) (?:violations?|duplications?)\b/,
  /^(\d+) errors? found$/,
  /^Total errors: (\d+), Skipped: \d+/,
  /^Total: \d+ warnings? \/ ([1-9]\d*) errors? in \d+ files?$/,
  /^Failed: (\d+) failure\(s\), \d+ warning\(s\) (?:in|on) \d+ files/,
  /^Found (\d+) of \d+ files that can be fixed\b/,
  /^\S{1,4} (\d+) Total .{1,80}🚫 [1-9]\d* Errors?\b/u,
  // Lighthouse CI, Chromatic, Percy, tSQLt
  /^Assertion failed\. Exiting with status code [1-9]|^✖ Build \d+ has (\d+) visual changes?\b|^\[percy\] .*\b(\d+) snapshots? with changes\b/,
  /^Test Case Summary: \d+ test case\(s\) executed, \d+ succeeded, (\d+) failed\b/,
  // Valgrind
  /^==\d+== ERROR SUMMARY: (\d+) errors? from \d+ contexts? /,
  // ESLint-like summaries of other tools
  /^Quality [Gg]ate (?:status: )?(?:FAILED|ERROR)\b|\bQUALITY GATE STATUS: FAILED\b/,
]

/** Bandit counts its findings by severity at the end. The last ones are the most severe. */
const BANDIT_HEAD = /^\s*Total issues \(by severity\):$/
const BANDIT_COUNT = /^\s+(?:Low|Medium|High): ([1-9]\d*)$/
/** npm prints the same counts after an install. They do not fail the install. */
const AUDIT_HEAD = /^(?:# npm audit report|\s*=== npm audit security report ===)$/
const AUDIT_COUNT = /^(\d+) (?:(?:low|moderate|high|critical) severity )?vulnerabilit(?:y|ies)\b/
/** `dart analyze`, `flutter analyze` and clang-tidy without their summary. */
const ANALYZED =
  /^\s{0,4}error (?:-|•) \S.{1,400} (?:-|•) \S{1,300}:\d+:\d+ (?:-|•) \w+$|^ERROR\|[A-Z_]+\|[A-Z_]+\|[^|]{1,400}\|\d+\||^\S{1,400}:\d+:\d+: error: .{1,600},-warnings-as-errors\]$/

export const qualityGates: ToolReader = {
  name: 'quality-gates',
  title: 'coverage thresholds, audits and scanners',
  cue: anyOf([
    /[Cc]overage|[Vv]ulnerabilit|advisor(?:y|ies)|leaks found|Findings: |potential problem|Issues : |findings?\.$/,
    /Security Warnings|issue\(s\) found|weighted issues|Checkstyle|violations?|duplications?/,
    /errors? found|ERROR SUMMARY: |Total errors|result\(s\) found|violate|Total: \d+ (?:warnings|\()|failure\(s\)/,
    /that can be fixed|🚫|[Qq]uality [Gg]ate|QUALITY GATE|^# npm audit|npm audit security/,
    /^Assertion failed\. |visual changes|^\[percy\]|^Test Case Summary/,
    /^\s{0,4}error (?:-|•) |-warnings-as-errors\]$|^ERROR\||^\s*Total issues \(by |^\s+(?:Low|Medium|High): \d|^RESULT: |ratio is|^SimpleCov|Tested \d+ dep/,
  ]),
  open: () => {
    let isAudit = false
    let isBandit = false
    return {
      line: (text) => {
        isAudit ||= AUDIT_HEAD.test(text)
        isBandit = BANDIT_HEAD.test(text) || (isBandit && !text.includes('(by '))
        if (isBandit && BANDIT_COUNT.test(text)) return { what: 'lint-failed', tentative: true }
        return readLine(text, isAudit)
      },
    }
  },
}

function readLine(text: string, isAudit: boolean): Finding | null {
  if (COVERAGE.some((form) => form.test(text))) return { what: 'lint-failed' }
  const found =
    FINDINGS.map((form) => form.exec(text)).find((one) => one !== null) ??
    (isAudit ? AUDIT_COUNT.exec(text) : null)
  if (found !== null && found !== undefined) {
    const number = Number(found[1] ?? 1)
    return number === 0 ? null : { what: 'lint-failed', detail: { failed: number } }
  }
  return ANALYZED.test(text) ? { what: 'lint-failed', tentative: true } : null
}
