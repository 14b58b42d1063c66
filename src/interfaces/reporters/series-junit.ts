import { orUnknown } from '../../reasons/reason.ts'
import { otherEndings, type AttemptRecord } from '../../bench/attempt-record.ts'
import { sum } from '../../bench/report/statistics.ts'
import { escapeAttribute, escapeMarkup } from './escape-markup.ts'

/**
 * A series as JUnit XML: a test suite for each task, a test case for each attempt. The type of a failure is its
 * reason.
 */
export function renderJunit(series: string, records: readonly AttemptRecord[]): string {
  const byTask = Map.groupBy(records, ({ task_id }) => task_id)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: series, ...totals(records) })}>`,
    ...Array.from(byTask, ([task, all]) => suite(task, all)),
    '</testsuites>',
    '',
  ].join('\n')
}

const attributes = (all: Readonly<Record<string, string | number>>): string =>
  Object.entries(all)
    .map(([name, value]) => `${name}="${escapeAttribute(String(value))}"`)
    .join(' ')

const inSeconds = (ms: number): string => (ms / 1000).toFixed(3)

const totals = (records: readonly AttemptRecord[]): Readonly<Record<string, string | number>> => ({
  tests: records.length,
  failures: records.filter(({ passed }) => !passed).length,
  errors: 0,
  skipped: 0,
  time: inSeconds(sum(records.map(({ duration_ms }) => duration_ms))),
})

/** The format has seconds and no time zone; the time is UTC, as in the records. */
const timestamp = (instant: string | undefined): Readonly<Record<string, string>> => {
  const ms = Date.parse(instant ?? '')
  return Number.isNaN(ms) ? {} : { timestamp: new Date(ms).toISOString().slice(0, 19) }
}

const suite = (task: string, all: readonly AttemptRecord[]): string =>
  [
    `  <testsuite ${attributes({ name: task, ...totals(all), ...timestamp(all[0]?.started_at) })}>`,
    ...all.map(testCase),
    '  </testsuite>',
  ].join('\n')

function testCase(record: AttemptRecord): string {
  const { task_id, attempt, agent, duration_ms, failure_reason } = record
  const name = `attempt ${attempt}${agent === '' ? '' : ` (${agent})`}`
  const head = `    <testcase ${attributes({ classname: task_id, name, time: inSeconds(duration_ms) })}`
  return failure_reason === null ? `${head}/>` : `${head}>\n${failure(record)}\n    </testcase>`
}

function failure(record: AttemptRecord): string {
  const { failure_reason, summary, stage, newly_failing, log_path } = record
  const type = orUnknown(failure_reason)
  const lines = [
    summary,
    ...(stage === null ? [] : [`stage: ${stage}`]),
    ...otherEndings(record),
    ...newly_failing.map((test) => `newly failing: ${test}`),
    ...(log_path === null ? [] : [`log: ${log_path}`]),
  ]
  return `      <failure ${attributes({ type, message: summary === '' ? type : summary })}>${escapeMarkup(lines.join('\n'))}</failure>`
}
