import type { JsonObject } from '../bytes/records.ts'
import { text } from '../json.ts'
import type { Item } from '../item.ts'
import type { Notes } from '../notes.ts'
import { GoRun } from '../tools/go-test.ts'
import type { Finding } from '../tools/tool-reader.ts'
import type { AgentAdapter, AgentReader } from '../agent-reader.ts'

const ACTIONS: ReadonlySet<string> = new Set([
  'start',
  'run',
  'pause',
  'cont',
  'bench',
  'output',
  'pass',
  'fail',
  'skip',
  'build-output',
  'build-fail',
])

const BROKEN = /^FAIL\s+(\S+) \[(?:build|setup) failed\]$/

const isEvent = (record: JsonObject): boolean =>
  ACTIONS.has(text(record['Action'])) &&
  (('Time' in record && 'Package' in record) ||
    (text(record['Action']).startsWith('build-') && 'ImportPath' in record))

/** The result at the end of a package. Null for an event of a test inside it. */
function readEvent(run: GoRun, record: JsonObject): Finding | null {
  const action = text(record['Action'])
  const name = text(record['Package'])
  if ('Test' in record) {
    if (action === 'fail' || action === 'pass')
      run.test(action === 'fail' ? 'FAIL' : 'PASS', text(record['Test']))
    return null
  }
  if (action === 'fail') return run.package(name, 'FailedBuild' in record ? 'broken' : 'failed')
  if (action === 'pass') return run.package(name, 'ok')
  return action === 'skip' ? run.package(name, 'none') : null
}

/** Reads the events of `go test -json`. Tool readers see only text, so they do not see these records. */
function readGoTestJson(notes: Notes): AgentReader {
  const run = new GoRun()
  let kept: { finding: Finding; item: Item } | null = null
  return {
    record: (record) => {
      if (!isEvent(record)) return false
      const finding = readEvent(run, record)
      if (finding !== null)
        kept = { finding, item: finding.inPlace === true && kept !== null ? kept.item : notes.item }
      return true
    },
    // Before Go 1.24, text between the events reports a package that does not build.
    line: (line) => {
      const broken = BROKEN.exec(line)?.[1]
      if (broken !== undefined) kept = { finding: run.package(broken, 'broken'), item: notes.item }
      return 'free'
    },
    end: () => {
      if (kept === null) return
      const { finding, item } = kept
      notes.reading(item)
      notes.add({
        source: 'tool',
        what: finding.what,
        needle: item.raw,
        message: item.raw,
        detail: { ...finding.detail, by: 'go-test' },
      })
    },
  }
}

/** Not an agent but a test tool that writes records. It comes after all agents. */
export const goTestJson: AgentAdapter = {
  name: 'go-test-json',
  stage: 'final_test',
  recordCue: { keys: [['Action']] },
  recognisesRecord: isEvent,
  open: readGoTestJson,
}
