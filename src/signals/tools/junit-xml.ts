import { FailingTests, verdict } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const TAG = /<(\/?)(testsuite|testcase|failure|error|skipped)\b([^<>]*?)(\/?)>/g
const ROOT = /^\s*(?:<\?xml[^>]*\?>\s*)?<testsuites?\b/
/** A report on one line can be megabytes; its head holds the counts and enough names. */
const MOST_CHARS = 200_000

const attribute = (text: string, name: string): string =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`)
    .exec(text)?.[1]
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x22;', '"')
    .replaceAll('&amp;', '&') ?? ''

export const junitXml: ToolReader = {
  name: 'junit-xml',
  title: 'JUnit XML report',
  cue: /<\/?testsuites?\b|<testcase\b|<failure\b|<error\b|<skipped\b/,
  longLines: true,
  open: () => {
    const failing = new FailingTests()
    let isReport = false
    let depth = 0
    let header = { tests: 0, failed: 0, skipped: 0 }
    const cases = { all: 0, failed: 0, skipped: 0 }
    let current = ''
    let collection = 0
    /** A suite inside a suite is already counted by the outer one. */
    const suite = (isEnd: boolean, text: string, isEmpty: boolean): void => {
      if (isEnd) depth = Math.max(0, depth - 1)
      else if (depth === 0) {
        const number = (name: string): number => Math.max(0, Number(attribute(text, name)) || 0)
        header = {
          tests: header.tests + number('tests'),
          failed: header.failed + number('failures') + number('errors'),
          skipped: header.skipped + number('skipped') + number('disabled'),
        }
      }
      if (!isEnd && !isEmpty) depth += 1
    }
    const result = (tag: string, text: string): void => {
      if (current === '') return
      if (tag === 'skipped') cases.skipped += 1
      else {
        cases.failed += 1
        if (/collection failure/.test(text)) collection += 1
        failing.add(current)
      }
      current = ''
    }
    const total = (): Finding | null => {
      const failed = Math.max(header.failed, cases.failed)
      const tests = Math.max(header.tests, cases.all)
      const finding = verdict({
        failed,
        passed: Math.max(0, tests - failed - Math.max(header.skipped, cases.skipped)),
        names: failing.list(),
      })
      if (finding.what === 'no-tests' && tests > 0) return null
      return collection > 0 && collection === failed ? { ...finding, what: 'build-failed' } : finding
    }
    const read = (
      tag: string,
      text: string,
      { isEnd, isEmpty }: { isEnd: boolean; isEmpty: boolean },
    ): void => {
      if (tag === 'testsuite') suite(isEnd, text, isEmpty)
      else if (tag === 'testcase') {
        const owner = attribute(text, 'classname')
        current =
          isEnd || isEmpty
            ? ''
            : [owner === 'test' ? '' : owner, attribute(text, 'name')].filter((part) => part !== '').join('.')
        if (!isEnd) cases.all += 1
      } else if (!isEnd) result(tag, text)
    }
    const line = (text: string): Finding | null => {
      const isRoot = ROOT.test(text.slice(0, 2000))
      isReport ||= isRoot
      if (!isReport) return null
      const before = cases.failed
      for (const [, end, tag = '', attributes = '', empty] of text.slice(0, MOST_CHARS).matchAll(TAG)) {
        read(tag, attributes, { isEnd: end === '/', isEmpty: empty === '/' })
      }
      const isProof = isRoot || (before === 0 && cases.failed > 0 && header.failed === 0)
      const finding = isProof ? total() : null
      return finding === null ? null : { ...finding, message: text.slice(0, 300), tentative: true }
    }
    return { line, end: () => (isReport ? total() : null) }
  },
}
