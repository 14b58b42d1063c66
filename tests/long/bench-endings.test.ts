/** Every possible ending of an attempt's agent, with passing and with failing tests. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AttemptRecord } from '../../src/bench/attempt-record.ts'
import { benchProject, endsOf, type BenchProject } from '../bench-suite.ts'
import { until } from '../running-mayday.ts'

const LIMIT =
  '{"type":"result","subtype":"success","is_error":true,"num_turns":1,"session_id":"s","result":"API Error: 429 {\\"type\\":\\"error\\",\\"error\\":{\\"type\\":\\"rate_limit_error\\",\\"message\\":\\"Too many requests\\"}}"}'

/** The name of a task says what its agent does to the bug, then how the agent ends. */
const AGENT = `case $MAYDAY_BENCH_TASK in
  *-fixes-*) echo right >value ;;
  *-ignored-*) echo right >hidden ;;
esac
case $MAYDAY_BENCH_TASK in
  exit-7-*) exit 7 ;;
  exit-1-*) exit 1 ;;
  own-tests-*) echo '==== 1 failed in 0.01s ===='; exit 1 ;;
  crash-*) kill -USR1 $$ ;;
  sigterm-*) kill -TERM $$ ;;
  hangs-*) exec sleep 600 ;;
  limited-*) printf '%s\\n' '${LIMIT}'; exit 1 ;;
esac`

/** An ignored file decides first. */
const RUN = 'if [ -e hidden ]; then echo "==== 4 passed in 0.01s ===="; else sh check.sh; fi'

const FAILED = 'TESTS_FAILED in final_test: exit code 1; ==== 1 failed, 3 passed in 0.01s ===='
const LATE = 'TIMEOUT in agent_run: stopped by Mayday (timeout)'

const ENDS = ['exit-0', 'exit-1', 'exit-7', 'own-tests', 'crash', 'sigterm', 'hangs', 'limited']

type Attempted = { readonly records: readonly AttemptRecord[]; readonly lines: readonly string[] }

async function attempted(bench: BenchProject): Promise<Attempted> {
  const agent = bench.program('agent.sh', AGENT)
  const { code, stderr, stdout } = await bench.bench([
    'run',
    'suite',
    '--jobs',
    '2',
    '--series',
    's',
    '--',
    agent,
  ])
  expect([code, stderr]).toEqual([0, ''])
  const lines = stdout.split('\n').map((line) => line.replace(/[\d.]+ m?s in all$/, 'T in all'))
  return { records: bench.records('s'), lines }
}

test('tests decide unless the agent failed specifically', async () => {
  await using bench = await benchProject()
  for (const end of ENDS)
    for (const does of ['nothing', 'fixes'])
      bench.task(`${end}-${does}-x`, { timeouts: { agent: end === 'hangs' ? '1s' : '5m' } })
  const { records, lines } = await attempted(bench)
  expect(endsOf(records)).toEqual({
    'exit-0-nothing-x': 'TESTS_FAILED final_test',
    'exit-0-fixes-x': 'passed',
    'exit-1-nothing-x': 'TESTS_FAILED final_test',
    'exit-1-fixes-x': 'passed',
    'exit-7-nothing-x': 'TESTS_FAILED final_test',
    'exit-7-fixes-x': 'passed',
    'own-tests-nothing-x': 'TESTS_FAILED final_test',
    'own-tests-fixes-x': 'passed',
    'crash-nothing-x': 'TESTS_FAILED final_test',
    'crash-fixes-x': 'passed',
    'sigterm-nothing-x': 'TESTS_FAILED final_test',
    'sigterm-fixes-x': 'INTERRUPTED agent_run',
    'hangs-nothing-x': 'TIMEOUT agent_run',
    'hangs-fixes-x': 'TIMEOUT agent_run',
    'limited-nothing-x': 'LLM_ERROR agent_run',
    'limited-fixes-x': 'LLM_ERROR agent_run',
  })
  expect(records.filter(({ exit_codes }) => !('final_test' in exit_codes))).toEqual([])
  const shown = /^mayday: (?:exit-7|hangs|crash)\S* #1 .* in all$/
  expect(lines.filter((line) => shown.test(line)).toSorted()).toEqual([
    'mayday: crash-fixes-x #1 passed; agent_run: ended by SIGUSR1 (WORKER_CRASHED); T in all',
    `mayday: crash-nothing-x #1 ${FAILED}; agent_run: ended by SIGUSR1 (WORKER_CRASHED); T in all`,
    'mayday: exit-7-fixes-x #1 passed; agent_run: exit code 7 (UNKNOWN); T in all',
    `mayday: exit-7-nothing-x #1 ${FAILED}; agent_run: exit code 7 (UNKNOWN); T in all`,
    `mayday: hangs-fixes-x #1 ${LATE}; final_test: exit code 0 (passed); T in all`,
    `mayday: hangs-nothing-x #1 ${LATE}; final_test: exit code 1 (TESTS_FAILED); T in all`,
  ])
})

test('a fix in an ignored file passes after exit 7', async () => {
  await using bench = await benchProject()
  bench.commit({ '.gitignore': 'hidden\n' })
  bench.task('exit-7-ignored-x', { commit: 'odd', run: RUN })
  const {
    records: [record],
  } = await attempted(bench)
  expect(record).toMatchObject({ passed: true, changed_files: 0, stop_reason: 'UNKNOWN', reason: null })
  const { stdout } = await bench.project.mayday(['history', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ runs: [{ status: 'succeeded', reason: null }] })
})

test('an agent that never ran leaves no final test', async () => {
  await using bench = await benchProject()
  bench.task('exit-0-fixes-x')
  const agent = bench.program('agent.sh', '')
  writeFileSync(agent, '#!/no/such/interpreter\n')
  await bench.bench(['run', 'suite', '--series', 's', '--', agent])
  const [record] = bench.records('s')
  expect(record).toMatchObject({ failure_reason: 'SANDBOX_ERROR', reason: 'LAUNCH_REJECTED' })
  expect(Object.keys(record?.exit_codes ?? {})).toEqual([
    'git_clone',
    'git_checkout',
    'baseline_run',
    'agent_run',
  ])
})

test('no command offers the agent elsewhere', async () => {
  await using bench = await benchProject()
  bench.task('exit-1-nothing-x')
  await attempted(bench)
  const { stdout } = await bench.project.mayday(['show', '1'])
  expect(stdout).toContain('mayday logs 1')
  expect(stdout).not.toContain('mayday run --')
  for (const word of ['retry', 'resume']) {
    const { code, stderr } = await bench.project.mayday([word, '1'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('was an attempt of mayday bench')])
    expect(stderr).not.toContain('mayday run --')
  }
})

test('a canceled validation names unchecked tasks', async () => {
  await using bench = await benchProject()
  bench.task('a')
  bench.task('b', { run: `touch ${bench.project.file('begun')}; sleep 600` })
  const going = bench.start(['validate', 'suite'])
  await until('the second task', () => existsSync(bench.project.file('begun')))
  going.child.kill('SIGINT')
  const { code, stdout } = await going.finished
  expect([code, stdout.split('\n')]).toEqual([
    130,
    [
      '✔ a  valid  this fails: test_value.py::test_value',
      '1 of 1 task is valid; 1 task was not checked.',
      '',
    ],
  ])
})

test('a canceled attempt is no longer tested', async () => {
  await using bench = await benchProject()
  bench.task('hangs-fixes-x')
  const agent = bench.program('agent.sh', AGENT)
  const going = bench.start(['run', 'suite', '--series', 's', '--', agent])
  await until('the agent', () => going.printed().includes('agent_run'))
  going.child.kill('SIGINT')
  const { code, stdout } = await going.finished
  expect(code).toBe(130)
  expect(stdout).toContain('hangs-fixes-x #1 canceled in agent_run, to be repeated; ')
  expect(stdout).toContain(
    's: 0 of 0 attempts passed; 1 left (1 canceled). Continue: mayday bench run --resume s',
  )
  const report = await bench.bench(['report', 's'])
  expect(report.stderr).toBe(
    'mayday: s contains no finished attempt; 1 left (1 canceled). Continue: mayday bench run --resume s\n',
  )
  const [record] = bench.records('s')
  expect(record).toMatchObject({ passed: false, failure_reason: 'INTERRUPTED', reason: null })
  expect(record?.exit_codes).not.toHaveProperty('final_test')
  const log = readFileSync(bench.project.inRecord(`${record?.log_path}/worker.log`), 'utf8')
  expect(log).not.toContain('4 passed')
})
