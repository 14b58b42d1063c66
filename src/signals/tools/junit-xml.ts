import { FailingTests, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const TAG = /<(\/?)(testsuite|testcase|failure|error|skipped)\b([^<>]*?)(\/?)>/g
const ROOT = /^\s*(?:<\?xml[^>]*\?>\s*)?<testsuites?\b([^<>]*>)?/
/** A report on one line can have megabytes. Its beginning contains the counts and enough names. */
const MOST_CHARS = 200_000

const attribute = (text: string, name: string): string =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`)
    .exec(text)?.[1]
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x22;', '"')
    .replaceAll('&amp;', '&') ?? ''

/** The counts so far: from the suite elements, and from the cases. */
type Report = {
  isOpen: boolean
  /** The element of the suite continues on the next line, so its counts were not read yet. */
  isWrapped: boolean
  /** The number of open suites around the next tag. */
  depth: number
  readonly header: { tests: number; failed: number; skipped: number }
  readonly cases: { tests: number; failed: number; skipped: number }
  readonly failing: FailingTests
  /** The open case that has no result yet. */
  current: string
  /** The number of failed cases that represent a file that could not be collected. */
  uncollected: number
}

type Tag = {
  readonly name: string
  readonly attributes: string
  readonly isEnd: boolean
  readonly isEmpty: boolean
}

const newReport = (): Report => ({
  isOpen: false,
  isWrapped: false,
  depth: 0,
  header: { tests: 0, failed: 0, skipped: 0 },
  cases: { tests: 0, failed: 0, skipped: 0 },
  failing: new FailingTests(),
  current: '',
  uncollected: 0,
})

/** The outer suite already counts the nested suite. */
function readSuite(report: Report, { attributes, isEnd, isEmpty }: Tag): void {
  if (isEnd) {
    report.depth = Math.max(0, report.depth - 1)
    return
  }
  if (report.depth === 0) {
    const number = (name: string): number => Math.max(0, Number(attribute(attributes, name)) || 0)
    report.header.tests += number('tests')
    report.header.failed += number('failures') + number('errors')
    report.header.skipped += number('skipped') + number('disabled')
  }
  if (!isEmpty) report.depth += 1
}

function readCase(report: Report, { attributes, isEnd, isEmpty }: Tag): void {
  if (!isEnd) report.cases.tests += 1
  report.current = isEnd || isEmpty ? '' : caseName(attributes)
}

function caseName(attributes: string): string {
  const owner = attribute(attributes, 'classname')
  const parts = [owner === 'test' ? '' : owner, attribute(attributes, 'name')]
  return parts.filter((part) => part !== '').join('.')
}

/** A case counts once, with its first result. */
function readResult(report: Report, { name, attributes }: Tag): void {
  if (report.current === '') return
  if (name === 'skipped') report.cases.skipped += 1
  else {
    report.cases.failed += 1
    if (/collection failure/.test(attributes)) report.uncollected += 1
    report.failing.add(report.current)
  }
  report.current = ''
}

function readTag(report: Report, tag: Tag): void {
  if (tag.name === 'testsuite') readSuite(report, tag)
  else if (tag.name === 'testcase') readCase(report, tag)
  else if (!tag.isEnd) readResult(report, tag)
}

function total({ header, cases, failing, uncollected, isWrapped }: Report): Finding | null {
  const failed = Math.max(header.failed, cases.failed)
  const tests = Math.max(header.tests, cases.tests)
  const passed = Math.max(0, tests - failed - Math.max(header.skipped, cases.skipped))
  const finding = verdict({ failed, passed, names: failing.list() })
  if (finding.what === 'no-tests' && (tests > 0 || isWrapped)) return null
  return uncollected > 0 && uncollected === failed ? { ...finding, what: 'build-failed' } : finding
}

function readLine(report: Report, text: string): Finding | null {
  const root = ROOT.exec(text.slice(0, 2000))
  const isRoot = root !== null
  report.isOpen ||= isRoot
  report.isWrapped ||= isRoot && text.length < 2000 && root[1] === undefined
  if (!report.isOpen) return null
  const { failed } = report.cases
  for (const [, end, name = '', attributes = '', empty] of text.slice(0, MOST_CHARS).matchAll(TAG)) {
    readTag(report, { name, attributes, isEnd: end === '/', isEmpty: empty === '/' })
  }
  const isProof = isRoot || (failed === 0 && report.cases.failed > 0 && report.header.failed === 0)
  const finding = isProof ? total(report) : null
  return finding === null ? null : { ...finding, message: text.slice(0, 300), tentative: true }
}

export const junitXml: ToolReader = {
  name: 'junit-xml',
  title: 'JUnit XML report',
  cue: /<\/?testsuites?\b|<testcase\b|<failure\b|<error\b|<skipped\b/,
  longLines: true,
  open: () => {
    const report = newReport()
    return { line: (text) => readLine(report, text), end: () => (report.isOpen ? total(report) : null) }
  },
}
