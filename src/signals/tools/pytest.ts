import type { Finding, ToolReader } from './tool-reader.ts'

const SUMMARY = /^=+ (?=.*\b(?:passed|failed|errors?|skipped|deselected|no tests ran|xfailed|xpassed|warnings?)\b)(.*?)(?: in [\d.:]+s?.*)?=+$/
const QUIET_SUMMARY = /^(?:\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?)(?:, )?)+ in [\d.]+s/
const NAMED = /^(FAILED|ERROR) ([^\s[]+(?:\[[^\]]*\])?)(?: - (.*))?$/
const COLLECTING = /^_+ ERROR collecting (.+?) _+$/
const INTERRUPTED = /^!+ (?:_pytest\.outcomes\.Exit|KeyboardInterrupt|Interrupted: \d+ errors? during collection)/
const IMPORT_TROUBLE = /^(?:E\s+)?(?:ImportError|ModuleNotFoundError|SyntaxError|IndentationError|TabError|NameError)\b|^ImportError while loading conftest/
const INTERNAL = /^INTERNALERROR>/
const USAGE = /^ERROR: (?:usage:|file or directory not found|not found:|unrecognized arguments|[\w./-]+\.(?:ini|toml|cfg))|^pytest: error: /
const NO_PYTEST = /No module named '?pytest'?$/

const count = (text: string, word: string): number => Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0)

export const pytest: ToolReader = {
  name: 'pytest',
  title: 'pytest',
  cue: /passed|failed|error|ERROR|FAILED|skipped|deselected|no tests ran|xfailed|KeyboardInterrupt|conftest|pytest/,
  open: () => {
    const names: string[] = []
    let collecting = 0
    let importTrouble = ''
    let internal = false
    const summary = (line: string): Finding => {
      const failed = count(line, 'failed')
      const errors = count(line, 'errors?')
      const passed = count(line, 'passed')
      const detail = { failed: failed + errors, passed, names: names.slice(0, 20) }
      if (internal) return { what: 'runner-error', detail }
      if (failed > 0) return { what: 'tests-failed', detail }
      if (errors > 0 && collecting > 0) return { what: 'build-failed', message: importTrouble || line, detail }
      if (errors > 0) return { what: passed > 0 ? 'tests-failed' : 'tests-failed', detail }
      if (passed > 0 || count(line, 'xfailed') > 0) return { what: 'tests-passed', detail }
      return { what: 'no-tests', detail }
    }
    const line = (text: string): Finding | null => {
      if (NO_PYTEST.test(text)) return { what: 'command-missing' }
      if (INTERNAL.test(text)) {
        if (internal) return null
        internal = true
        return { what: 'runner-error' }
      }
      if (COLLECTING.test(text)) collecting += 1
      if (IMPORT_TROUBLE.test(text)) importTrouble ||= text.replace(/^E\s+/, '')
      if (/^ImportError while loading conftest/.test(text)) return { what: 'build-failed' }
      const named = NAMED.exec(text)
      if (named !== null) {
        if (names.length < 200 && named[2] !== undefined) names.push(named[2])
        return null
      }
      if (INTERRUPTED.test(text)) {
        return text.includes('KeyboardInterrupt') ? { what: 'interrupt' } : text.includes('during collection') ? { what: 'build-failed', message: importTrouble || text } : null
      }
      if (USAGE.test(text)) return { what: 'runner-error' }
      if (SUMMARY.test(text) || QUIET_SUMMARY.test(text)) return summary(text)
      return null
    }
    return { line }
  },
}
