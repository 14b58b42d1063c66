import { count, FailingTests, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/**
 * `3 failed, 4 passed, 1 error`, and other counts of pytest and its plugins. pytest does not use the word
 * `succeeded`.
 */
const COUNTS =
  /^(?:no tests (?:ran|collected)|\d+(?:\/\d+)? (?:tests? collected|(?:subtests )?(?:passed|failed)|errors?|skipped|deselected|xfailed|xpassed|(?:pytest-)?warnings?|rerun))(?:[ ,(](?!.*\bsucceeded\b).*)?$/
const TIME = / in \d+(?:\.\d+)? ?s(?:econds)?\b(?: \([\d:., a-z]+\))?$/
const FRAMED = /^=+ (.*?) =+$/
const NAMED = /^(FAILED|ERROR) ((?=\S*(?:::|\/|\.\w))\S.*?)(?: - .*)?$/
const PROGRESS = /^(\S+\.py::.*?) (?:FAILED|ERROR)\b|^\[gw\d+\].*\b(?:FAILED|ERROR) (\S+\.py::.*\S)$/
/** A whole file with an error, in the report or, with `--tb=no`, only in the short summary. */
const COLLECTING = /^_+ ERROR collecting (.+?) _+$|^ERROR (\S+\.py)(?: - .*)?$/
/** Sections of the report that begin after all tests. */
const REPORT = /^=+ (?:FAILURES|ERRORS) =+$/
const STARTS = /^=+ test session starts\b/
const EXCEPTION = /^E +((?:[\w.]+\.)?\w*(?:Error|Exception|Exit|Interrupt)\b.*)/
/** Collection errors that come from the declaration of tests, not from code that does not load. */
const OF_PYTEST = /(?:^|\.)(?:UsageError|Failed|CollectError|FixtureLookupError|PytestUnknown\w+)\b/
const HEADING = /^_{3,} (\S.*?) _{3,}$/
const BANG = /^!+ (.*?) !+$/
const INTERNAL = /^(?:\[gw\d+\] )?INTERNALERROR> ?(.*)/
const BROKEN_CODE = /^(?:ImportError|ModuleNotFoundError|SyntaxError|IndentationError|TabError)\b/
const FOREIGN_FILE = /(?:site|dist)-packages|[\\/]lib[\\/]python|<frozen/
const USAGE =
  /^(?:(?:pytest|py\.test|__main__\.py)(?:\.exe)?: error: |ERROR: (?:usage: |Error when |Wrong expression passed|Missing required plugins|Unknown config option|Cannot (?:use|find)\b.*pytest|\S+\.(?:ini|toml|cfg):|while parsing the following warning)|ImportError: Error importing plugin )/
const NOT_FOUND =
  /^ERROR: (?:file (?:or directory )?not found|not found|found no collectors for|module or package not found)\b/
const CONFTEST = /^ImportError while loading conftest|ConftestImportFailure\b/
const MISSING = /(?:^|: )No module named '?(?:pytest|_pytest|py\.test)'?$/
const COVERAGE = /^(?:FAIL|ERROR:?) (?:Required test coverage|Coverage failure)\b/

type Run = {
  readonly failing: FailingTests
  /** Failed tests, named during the run. They are used if no short summary names them again. */
  readonly running: FailingTests
  collecting: number
  exception: string
  /** The exception of code that could not be loaded. */
  broken: string
  /** The finding that ended the run. The counts after it do not change it. */
  ended: Finding | null
  internalFile: string
  coverage: string
  isReporting: boolean
}

const newRun = (): Run => ({
  failing: new FailingTests(),
  running: new FailingTests(),
  collecting: 0,
  exception: '',
  broken: '',
  ended: null,
  internalFile: '',
  coverage: '',
  isReporting: false,
})

function readSummary(run: Run, counts: string): Finding | null {
  const failed = count(counts, 'failed')
  const errors = count(counts, 'errors?')
  const passed = count(counts, 'passed') + count(counts, 'xpassed')
  const names = run.failing.count > 0 ? run.failing.list() : run.running.list()
  if (run.ended !== null)
    return {
      ...run.ended,
      inPlace: true,
      detail: { failed: failed + errors, passed, ...(names.length > 0 ? { names } : {}) },
    }
  if (failed === 0 && errors > 0 && run.collecting > 0) return readCollection(run, { errors, passed, names })
  if (run.coverage !== '' && failed + errors === 0)
    return { what: 'tests-failed', message: run.coverage, inPlace: true, detail: { failed: 0, passed } }
  if (failed + errors + passed > 0) return verdict({ failed: failed + errors, passed, names })
  if (count(counts, 'xfailed') > 0) return { what: 'tests-passed', detail: { failed: 0, passed: 0 } }
  // The tests were only listed.
  if (/^\d+ tests? collected(?: in |$)/.test(counts)) return { what: 'success', detail: { soFar: true } }
  // Tests were collected and skipped. This is neither a pass nor an empty run.
  return count(counts, 'skipped') > 0 || /\d tests? collected/.test(counts)
    ? null
    : verdict({ failed, passed })
}

function readCollection(
  run: Run,
  { errors, passed, names }: { errors: number; passed: number; names: readonly string[] },
): Finding {
  const detail = { failed: errors, passed, ...(names.length > 0 ? { names } : {}) }
  const broken = run.broken || (OF_PYTEST.test(run.exception) ? '' : run.exception)
  if (broken !== '')
    return { what: passed > 0 ? 'tests-failed' : 'build-failed', message: broken, inPlace: true, detail }
  // Without its exceptions, most often because of `--quiet` or `--tb=no`, a file most likely did not load.
  return run.exception === ''
    ? { what: passed > 0 ? 'tests-failed' : 'build-failed', detail }
    : { what: 'runner-error', inPlace: true, message: run.exception, detail }
}

/** Reads a crash of pytest itself. If a plugin or conftest loads broken code of the project, pytest did not crash. */
function readInternal(run: Run, text: string): Finding | null {
  run.internalFile = /File "([^"]+)"/.exec(text)?.[1] ?? run.internalFile
  const broken = BROKEN_CODE.test(text) && run.internalFile !== '' && !FOREIGN_FILE.test(run.internalFile)
  if (run.ended !== null && !broken && !/^[\w.]+(?:Error|Exception)\b/.test(text)) return null
  run.ended = { what: broken ? 'build-failed' : 'runner-error', message: text }
  return { ...run.ended, tentative: true }
}

function readBang(run: Run, text: string): Finding | null {
  if (text.startsWith('KeyboardInterrupt')) run.ended = { what: 'interrupt', message: 'KeyboardInterrupt' }
  else if (/^_pytest\.outcomes\.Exit/.test(text)) run.ended = { what: 'runner-error', message: text }
  else return null
  return { ...run.ended, tentative: true }
}

/** Why a file could not be collected: the first exception, or the first one that means broken code. */
function readCollecting(run: Run, text: string): Finding | null {
  const [, reported, summed] = COLLECTING.exec(text) ?? []
  const file = reported ?? summed
  if (file !== undefined) {
    run.collecting += 1
    run.failing.add(file)
  }
  if (run.collecting === 0) return null
  const exception =
    EXCEPTION.exec(text)?.[1] ?? (run.exception === '' ? /^ERROR \S+ - (.*)/.exec(text)?.[1] : undefined)
  if (exception === undefined || run.broken !== '') return null
  const isBroken = BROKEN_CODE.test(exception)
  if (!isBroken && run.exception !== '') return null
  run.exception = exception
  if (isBroken) run.broken = exception
  return {
    what: isBroken || !OF_PYTEST.test(exception) ? 'build-failed' : 'runner-error',
    message: exception,
    tentative: true,
  }
}

/** Reads lines that do not depend on the run so far. */
function readTrouble(text: string): Finding | null {
  if (!/rror|ERROR|Failure|No module/.test(text)) return null
  if (MISSING.test(text)) return { what: 'command-missing' }
  if (NOT_FOUND.test(text)) return { what: 'no-tests' }
  if (USAGE.test(text)) return { what: 'runner-error', tentative: true }
  return CONFTEST.test(text) ? { what: 'build-failed' } : null
}

function readCoverage(run: Run, text: string): Finding | null {
  if (!COVERAGE.test(text)) return null
  run.coverage = text
  return { what: 'tests-failed', tentative: true }
}

/** Reads names of failing tests: during the run, as headings of the report, and in the short summary. */
function readNames(run: Run, text: string): Finding | null {
  const progress = PROGRESS.exec(text)
  if (progress !== null) run.running.add(progress[1] ?? progress[2])
  if (run.isReporting) run.running.add(HEADING.exec(text)?.[1]?.replace(/^ERROR at \w+ of /, ''))
  const isReport = REPORT.test(text)
  run.isReporting ||= isReport
  const named = NAMED.exec(text)?.[2]
  // The id of a test begins with its file. A Rust program logs `ERROR module::part: …`.
  const isTest = named !== undefined && /\.\w{1,6}(?:::|$)/.test(named)
  if (isTest) run.failing.add(named)
  if (!isReport && (!isTest || !named.includes('::'))) return null
  return run.ended === null && run.collecting === 0
    ? { what: 'tests-failed', tentative: true, detail: { names: run.failing.list() } }
    : null
}

/** The counts of a summary line. In quiet mode it has no frame of `=`. */
function countsOf(text: string): string | null {
  const framed = FRAMED.exec(text)?.[1]
  const bare = text.includes(' in ') ? (framed ?? text).replace(TIME, '') : (framed ?? text)
  if (framed === undefined && bare === text) return null
  return COUNTS.test(bare) ? bare : null
}

export const pytest: ToolReader = {
  name: 'pytest',
  title: 'pytest',
  cue: /passed|failed|rror|ERROR|FAILED|FAILURES|skipped|deselected|warnings? in|collected|no tests ran|xfailed|KeyboardInterrupt|outcomes\.Exit|pytest|session starts|Exception|Required test coverage|^_{3,} /,
  open: () => {
    let run = newRun()
    const line = (text: string): Finding | null => {
      if (STARTS.test(text)) run = newRun()
      const trouble = readTrouble(text)
      if (trouble !== null) return trouble
      const internal = INTERNAL.exec(text)?.[1]
      if (internal !== undefined) return readInternal(run, internal)
      const bang = BANG.exec(text)?.[1]
      if (bang !== undefined) return readBang(run, bang)
      const found = readCoverage(run, text) ?? readCollecting(run, text) ?? readNames(run, text)
      const counts = found === null ? countsOf(text) : null
      if (counts === null) return found
      const finding = readSummary(run, counts)
      run = newRun()
      return finding
    }
    return { line }
  },
}
