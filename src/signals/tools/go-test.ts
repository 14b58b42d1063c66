import { FailingTests, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const PACKAGE =
  /^(ok|FAIL|\?|---)\s{1,6}([\w.~/-]+)(?:\s+\(?([\d.]+s|cached)\)?)?(?:\s+coverage: .*?)?(?:\s+\[(build failed|setup failed|no test files|no tests to run)\])?$/
const TEST = /^\s*--- (FAIL|PASS): (\S+) \([\d.]+s\)/
const NO_PACKAGE =
  /^(?:no Go files in |go: warning: ".*" matched no packages|no packages to test|go: go\.mod file not found|stat .*: directory not found)/
const USAGE = /^flag provided but not defined: -/

/** The state of one `go test` over many packages. If a package occurs again, a new run has begun. */
export class GoRun {
  #packages = new Set<string>()
  #broken = 0
  #failed = 0
  #ok = 0
  #tests = { failed: 0, passed: 0 }
  readonly #failing = new FailingTests()

  test(result: string, name: string): void {
    const isFailed = result === 'FAIL'
    if (isFailed) this.#failing.add(name)
    if (!name.includes('/')) this.#tests[isFailed ? 'failed' : 'passed'] += 1
  }

  package(name: string, result: 'ok' | 'failed' | 'broken' | 'none'): Finding {
    if (this.#packages.has(name)) this.#begin()
    this.#packages.add(name)
    if (result === 'broken') this.#broken += 1
    if (result === 'failed') this.#failed += 1
    if (result === 'ok') this.#ok += 1
    return this.#total(result)
  }

  /** Broken packages outweigh failed ones, failed ones outweigh passed ones, and empty ones come last. */
  #total(result: string): Finding {
    const names = this.#names()
    const failed = this.#tests.failed || this.#failed
    const passed = this.#tests.passed || this.#ok
    // The line of the deciding package is the proof. Later lines of other packages are not.
    const isEmpty = result === 'none' && this.#ok + this.#failed + this.#broken > 0
    const place =
      result === 'broken' || (result === 'failed' && this.#broken === 0) ? {} : { inPlace: true as const }
    const kept = isEmpty ? { inPlace: true as const } : this.#broken + this.#failed > 0 ? place : {}
    if (this.#broken > 0)
      return { what: 'build-failed', tentative: true, ...kept, detail: { failed: this.#broken, passed } }
    return { ...verdict({ failed, passed, names }), tentative: true, ...kept }
  }

  /** A parent fails with its subtests. Only the innermost names are kept. */
  #names(): readonly string[] {
    const all = this.#failing.list()
    return all.filter((name) => !all.some((other) => other.startsWith(`${name}/`)))
  }

  #begin(): void {
    this.#packages = new Set()
    ;[this.#broken, this.#failed, this.#ok] = [0, 0, 0]
    this.#tests = { failed: 0, passed: 0 }
    this.#failing.take()
  }
}

const RESULTS: Readonly<Record<string, 'broken' | 'none'>> = {
  'build failed': 'broken',
  'setup failed': 'broken',
  'no test files': 'none',
  'no tests to run': 'none',
}

export const goTest: ToolReader = {
  name: 'go-test',
  title: 'go test',
  cue: /^(?:ok|FAIL|\?)\s|^\s*--- (?:FAIL|PASS): |^no Go files|^no packages|^go: |directory not found$|^flag provided but not defined/,
  open: () => {
    const run = new GoRun()
    let isMisused = false
    const line = (text: string): Finding | null => {
      const [, result, name] = TEST.exec(text) ?? []
      if (result !== undefined && name !== undefined) run.test(result, name)
      const [, word, path, time, remark = ''] = PACKAGE.exec(text) ?? []
      if (path !== undefined && (time !== undefined || remark !== '')) {
        if (isMisused) return null
        return run.package(path, RESULTS[remark] ?? (word === 'FAIL' ? 'failed' : 'ok'))
      }
      if (NO_PACKAGE.test(text)) return { what: 'no-tests', tentative: true }
      isMisused ||= USAGE.test(text)
      return USAGE.test(text) ? { what: 'runner-error' } : null
    }
    return { line }
  },
}
